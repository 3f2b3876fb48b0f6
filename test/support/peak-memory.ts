import { readFileSync } from 'node:fs';

/**
 * The most memory that a process has had since its program began, in bytes; 0 where it is gone.
 *
 * Not `process.resourceUsage().maxRSS`: that keeps what the process which started it had, through fork and exec (getrusage(2)), which is
 * more for a test than what it measures.
 */
export function peakMemory(pid: number | string = 'self'): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
