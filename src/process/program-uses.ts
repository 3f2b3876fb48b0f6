import { AsyncLocalStorage } from 'node:async_hooks';

/*
 * The programs that a piece of work has used, for its receipt. Noted where programs start and where processes take jobs, so that no engine
 * has to pass a list on.
 */

/** A program, or a library in a process of its own. */
export interface ProgramUse {
  /** Name for users: `ffmpeg`, `LibreOffice`. */
  readonly program: string;
  readonly runs: number;
  /** All runs together, with the wait for a free process. */
  readonly seconds: number;
}

/** Runs and milliseconds by program, in the order of their first use. */
type Uses = Map<string, { runs: number; ms: number }>;

const around = new AsyncLocalStorage<Uses>();

/** Runs work, and returns its result with the programs that it has used. */
export async function notingPrograms<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly uses: readonly ProgramUse[] }> {
  const uses: Uses = new Map();
  const result = await around.run(uses, work);
  return {
    result,
    uses: [...uses].map(([program, { runs, ms }]) => ({ program, runs, seconds: Math.round(ms) / 1000 })),
  };
}

/** Notes one run of a program for the work around it, if anybody wants to know. */
export function noteProgram(program: string, ms: number): void {
  const uses = around.getStore();
  if (uses === undefined) return;
  const { runs, ms: before } = uses.get(program) ?? { runs: 0, ms: 0 };
  uses.set(program, { runs: runs + 1, ms: before + ms });
}
