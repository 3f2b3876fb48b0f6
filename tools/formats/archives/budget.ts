import { folderSize, watchFolder } from '../../../src/files/folders/folder-watch.ts';
import type { ProgramCall, ProgramResult } from '../../../src/process/program-call.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { type ArchiveLimits, unpackedBytesAllowed } from './limits.ts';
import { tooManyBytes, tooManyEntries } from './safety.ts';

/** Limits for the output of one input. */
export interface Budget {
  /** Bytes of the original input. */
  readonly inputBytes: number;
  readonly limits: ArchiveLimits;
}

/**
 * Runs a program that unpacks, and ends it once the work folder has grown by more than the budget: not every format lists its sizes, and a
 * listing can lie. Between two measurements, the size limit of each file applies. The program must regularly write a line of progress, or
 * write only one file. Throws `input_bomb`, and what `run` throws.
 */
export async function runWithin(budget: Budget, call: ProgramCall, context: WorkContext): Promise<ProgramResult> {
  const { inputBytes, limits } = budget;
  const allowed = unpackedBytesAllowed(inputBytes, limits);
  const before = await folderSize(context.workFolder);
  let exceeded: ConversionError | null = null;
  const watch = watchFolder(
    context.workFolder,
    // Folders may be added to the listed entries, which the check of the listing counts.
    { maxBytes: before.bytes + allowed, maxFiles: before.files + 2 * limits.maxEntries, signal: context.signal },
    ({ bytes }) => {
      exceeded = bytes > before.bytes + allowed ? tooManyBytes(inputBytes, limits) : tooManyEntries(limits);
    },
  );
  const stopIfExceeded = (listener: ((line: string) => void) | undefined) => (line: string) => {
    if (exceeded !== null) throw exceeded;
    listener?.(line);
  };
  try {
    const result = await context.run({
      ...call,
      onStdout: stopIfExceeded(call.onStdout),
      onStderr: stopIfExceeded(call.onStderr),
      limits: { ...call.limits, fileBytes: allowed },
    });
    const end = await watch.finish();
    if (exceeded !== null) throw exceeded;
    // Error of a program that ignores the signal for this limit.
    if (result.exitCode !== 0 && /File too large/.test(result.stderr)) throw tooManyBytes(inputBytes, limits);
    if (end.exceeded) throw tooManyBytes(inputBytes, limits);
    return result;
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'limit_file_size') throw tooManyBytes(inputBytes, limits);
    throw error;
  } finally {
    watch.stop();
  }
}
