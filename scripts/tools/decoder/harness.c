/*
 * Asks the driver's own decoder, in process: `ocloc validate` through libocloc.so, on bytes in memory.
 *
 * Standard input holds cases one after another: length (uint32, little-endian) and bytes. For each, one line goes to standard
 * output: the return value, or `crash N` when the decoder ended the process with signal N or status N, or `hang` after ten seconds;
 * after it, after a tab, the decoder's own messages with line feeds as `|`.
 *
 * Each case is decoded in a child process. Build: cc -O2 -o harness harness.c -ldl
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int (*invoke_t)(unsigned, const char **, uint32_t, const uint8_t **, const uint64_t *, const char **, uint32_t,
                        const uint8_t **, const uint64_t *, const char **, uint32_t *, uint8_t ***, uint64_t **, char ***);
typedef int (*release_t)(uint32_t *, uint8_t ***, uint64_t **, char ***);

static invoke_t invoke;
static release_t release;

struct input {
  uint8_t *data;
  uint32_t size;
};

static struct input *cases;
static size_t count;

static int whole(int file, void *to, size_t size) {
  for (size_t done = 0; done < size;) {
    ssize_t n = read(file, (char *)to + done, size - done);
    if (n == 0) return 0;
    if (n < 0) {
      if (errno == EINTR) continue;
      return 0;
    }
    done += (size_t)n;
  }
  return 1;
}

static void send_all(int file, const void *from, size_t size) {
  for (size_t done = 0; done < size;) {
    ssize_t n = write(file, (const char *)from + done, size - done);
    if (n < 0) {
      if (errno == EINTR) continue;
      _exit(9);
    }
    done += (size_t)n;
  }
}

/* The decoder's answer, and its messages in `text`. */
static int validate(const struct input *in, char *text, size_t room) {
  const char *argv[] = {"ocloc", "validate", "-file", "in.zebin"};
  const uint8_t *sources[] = {in->data};
  const uint64_t sizes[] = {in->size};
  const char *names[] = {"in.zebin"};
  uint32_t outputs = 0;
  uint8_t **data = NULL;
  uint64_t *lengths = NULL;
  char **labels = NULL;
  int result = invoke(4, argv, 1, sources, sizes, names, 0, NULL, NULL, NULL, &outputs, &data, &lengths, &labels);
  size_t used = 0;
  for (uint32_t i = 0; i < outputs; i++)
    for (uint64_t k = 0; k < lengths[i] && used + 1 < room; k++) text[used++] = (char)(data[i][k] == '\n' ? '|' : data[i][k]);
  text[used] = 0;
  release(&outputs, &data, &lengths, &labels);
  return result;
}

/* In a process of its own, as the tool would be: nothing that an earlier case left in memory is there. */
static void worker(const struct input *in, int out) {
  static char text[60000];
  int32_t result = validate(in, text, sizeof text);
  uint32_t length = (uint32_t)strlen(text);
  send_all(out, &result, 4);
  send_all(out, &length, 4);
  send_all(out, text, length);
  _exit(0);
}

int main(void) {
  void *library = dlopen("libocloc.so", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 2;
  }
  invoke = (invoke_t)dlsym(library, "oclocInvoke");
  release = (release_t)dlsym(library, "oclocFreeOutput");
  if (!invoke || !release) return 2;
  for (uint32_t size; whole(0, &size, 4);) {
    cases = realloc(cases, sizeof *cases * (count + 1));
    /* Exactly as large as the case, so that a read past it is as likely to be noticed as it ever is. */
    cases[count].data = malloc(size ? size : 1);
    cases[count].size = size;
    if (!whole(0, cases[count].data, size)) return 2;
    count++;
  }
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  static char text[60001];
  for (size_t i = 0; i < count; i++) {
    int pipes[2];
    if (pipe(pipes)) return 2;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      close(pipes[0]);
      if (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout)) _exit(9);
      const struct rlimit memory = {4ULL << 30, 4ULL << 30};
      setrlimit(RLIMIT_AS, &memory);
      worker(&cases[i], pipes[1]);
    }
    close(pipes[1]);
    struct pollfd answer = {pipes[0], POLLIN, 0};
    int hung = poll(&answer, 1, 10000) == 0;
    if (hung) kill(child, SIGKILL);
    int32_t result = 0;
    uint32_t length = 0;
    int answered = whole(pipes[0], &result, 4) && whole(pipes[0], &length, 4) && whole(pipes[0], text, length);
    close(pipes[0]);
    int status = 0;
    waitpid(child, &status, 0);
    text[answered ? length : 0] = 0;
    if (answered) printf("%d\t%s\n", result, text);
    else if (hung) printf("hang\t\n");
    else printf("crash %d\t\n", WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
  }
  return 0;
}
