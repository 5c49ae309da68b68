// @ts-check
/** Preloaded into a process whose cost is measured: says at its end, in the file that USAGE_FILE names, what the process used. */
const { readFileSync, writeFileSync } = require('node:fs');

/** The most memory it had, in KiB. What the system calls maxRSS on Linux is also that of the process that started this one. */
function peak() {
  try {
    return Number(/^VmHWM:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}

process.on('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  writeFileSync(process.env.USAGE_FILE ?? '', JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: peak() / 1024 }));
});
