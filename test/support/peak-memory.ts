import { readFileSync } from 'node:fs';

/**
 * Returns the peak memory of a process since its program began, in bytes; 0 if the process has ended.
 *
 * `process.resourceUsage().maxRSS` is unsuitable: it keeps the value of the parent process through fork and exec (getrusage(2)), which in a
 * test exceeds the value to be measured.
 */
export function peakMemory(pid: number | string = 'self'): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
