import type { ProgramLimits } from '../../../src/process/program-call.ts';
import { type FfmpegRuns, runFfmpeg } from './ffmpeg.ts';
import { readOutTime } from './progress.ts';

export interface PartRuns {
  /** ffmpeg's arguments for each part. */
  readonly parts: readonly (readonly string[])[];
  /** Number of parts encoded at the same time. */
  readonly cores: number;
  readonly limits?: Partial<ProgramLimits>;
  /** Receives the seconds that all parts together have encoded so far. */
  readonly onSeconds: (seconds: number) => void;
  readonly onProgress?: (part: number, line: string) => void;
}

/** Encodes parts of one source, several at a time. Throws the first failure as runFfmpeg does. @returns ffmpeg's messages for each part */
export async function runParts(
  runs: FfmpegRuns,
  { parts, cores, limits, onSeconds, onProgress }: PartRuns,
): Promise<string[]> {
  const done = parts.map(() => 0);
  const messages = parts.map(() => '');
  const waiting = [...parts.entries()];
  const follow = (number: number) => (line: string) => {
    onProgress?.(number, line);
    done[number] = Math.max(done[number] ?? 0, readOutTime(line) ?? 0);
    onSeconds(done.reduce((sum, seconds) => sum + seconds, 0));
  };
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [number, args] = next;
      const { stderr } = await runFfmpeg(runs, args, { onProgress: follow(number), ...(limits && { limits }) });
      messages[number] = stderr;
    }
  };
  const ends = await Promise.allSettled(
    Array.from({ length: cores }, () =>
      work().catch((error: unknown) => {
        // Running parts finish, and no new ones start.
        waiting.length = 0;
        throw error;
      }),
    ),
  );
  const failed = ends.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return messages;
}
