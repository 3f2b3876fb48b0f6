import { warmUpDisk } from '../disk/disk.ts';
import { warmEngines } from '../runner/engines.ts';
import type { Logger } from '../telemetry/log.ts';

/**
 * Starts in the background the warm processes of the engines of these categories, and the first thread for the disk. A failure is logged;
 * the engines then start with their first tasks.
 */
export function startWarmUp(categories: readonly string[], log: Logger): void {
  warmUpDisk();
  warmEngines(categories).catch((err: unknown) =>
    log.warn({ err, categories }, 'engines could not be warmed up; each starts with its first task'),
  );
}
