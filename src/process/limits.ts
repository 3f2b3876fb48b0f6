import { pluralize } from '../util/pluralize.ts';
import type { ProgramLimits } from './program-call.ts';

const MiB = 1024 ** 2;
const GiB = 1024 ** 3;

/**
 * Default limits of one program and everything it starts.
 *
 * - Wall time: 20 minutes. RabbitMQ takes a task back after 30 (`consumer_timeout`), and fetching and storing take some.
 * - Processor time of one process: four cores for the whole wall time.
 * - Memory: 2 GiB of all its processes together, shared pages counted once.
 * - Largest file: 16 GiB.
 * - Processes and threads together: 256.
 */
export const DEFAULT_LIMITS: ProgramLimits = {
  wallMs: 20 * 60_000,
  cpuSeconds: 80 * 60,
  memoryBytes: 2 * GiB,
  fileBytes: 16 * GiB,
  processes: 256,
};

/** Formats bytes for messages: `2 GiB`, `150 MiB`. */
export function formatBytes(bytes: number): string {
  return bytes >= GiB ? `${round(bytes / GiB)} GiB` : `${round(bytes / MiB)} MiB`;
}

/** Formats seconds for messages: `20 minutes`, `1.5 seconds`. */
export function formatSeconds(seconds: number): string {
  if (seconds >= 120) return `${round(seconds / 60)} minutes`;
  return pluralize(Math.round(seconds * 10) / 10, 'second');
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
