/*
 * Asks iga64, in process: the library libiga64.so.2 of IGC 2.40.14, whose text is that of `iga64 -d`. A word that cannot be decoded makes
 * the program print nothing for its whole file, and a process for each word takes milliseconds; this takes microseconds.
 *
 *   iga LIBRARY PLATFORM [OPTIONS]
 *
 * PLATFORM is the number of iga.h (iga_gen_t), OPTIONS its formatting options (0x80: as the program has them). Standard input holds
 * pieces of code one after another: length (uint32, little-endian) and bytes. For each, one line goes to standard output: its text with
 * line feeds as the byte 0x1e, or `!` where it is refused, or `#` where the library ended the process.
 *
 * Build: cc -O2 -o iga iga.c -ldl
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

struct context_options {
  size_t size;
  int platform;
};
struct disassemble_options {
  uint32_t size, format, reserved0, reserved1, decoder, base;
};

static int (*create)(const struct context_options *, void **);
static int (*release)(void *);
static int (*disassemble)(void *, const struct disassemble_options *, const void *, uint32_t, const char *(*)(int32_t, void *), void *, char **);

static uint8_t *input;
static size_t size, count, *starts;

/* Contexts keep what they gave: after so many pieces a new one is made. */
enum { MOST = 2000 };

static void work(int platform, uint32_t format, size_t *done) {
  const struct context_options options = {sizeof options, platform};
  const struct disassemble_options how = {sizeof how, format, 0, 0, 0, 0};
  void *context = NULL;
  for (size_t i = *done, since = 0; i < count; i++, since++) {
    if (since % MOST == 0) {
      if (context) release(context);
      if (create(&options, &context)) _exit(3);
    }
    uint32_t length;
    memcpy(&length, input + starts[i], 4);
    /* Exactly as large as the code, so that a read past it is noticed. */
    void *code = malloc(length ? length : 1);
    memcpy(code, input + starts[i] + 4, length);
    char *text = NULL;
    alarm(10);
    if (disassemble(context, &how, code, length, NULL, NULL, &text)) putchar('!');
    else
      for (; *text; text++) putchar(*text == '\n' ? 0x1e : *text);
    free(code);
    putchar('\n');
    fflush(stdout);
    *done = i + 1;
  }
  _exit(0);
}

int main(int argc, char **argv) {
  void *library = argc < 3 ? NULL : dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "%s\n", argc < 3 ? "usage: iga LIBRARY PLATFORM [OPTIONS]" : dlerror());
    return 2;
  }
  *(void **)&create = dlsym(library, "iga_context_create");
  *(void **)&release = dlsym(library, "iga_context_release");
  *(void **)&disassemble = dlsym(library, "iga_context_disassemble");
  if (!create || !release || !disassemble) return 2;
  size_t room = 1 << 20;
  input = malloc(room);
  for (ssize_t n; (n = read(0, input + size, room - size)) > 0;)
    if ((size += (size_t)n) == room) input = realloc(input, room *= 2);
  starts = malloc(sizeof *starts * (size / 4 + 1));
  for (size_t at = 0; at + 4 <= size;) {
    uint32_t length;
    memcpy(&length, input + at, 4);
    if (length > size - at - 4) return 2;
    starts[count++] = at;
    at += 4 + length;
  }
  size_t *done = mmap(NULL, sizeof *done, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  while (*done < count) {
    pid_t child = fork();
    if (child == 0) {
      const struct rlimit none = {0, 0};
      setrlimit(RLIMIT_CORE, &none);
      if (!freopen("/dev/null", "w", stderr)) _exit(3);
      work((int)strtol(argv[2], NULL, 0), argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 0) : 0x80, done);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) break;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 3) return 2;
    puts("#");
    fflush(stdout);
    (*done)++;
  }
  return 0;
}
