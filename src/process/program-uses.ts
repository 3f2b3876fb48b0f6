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
  /** Processor time of all runs together, with their children; null: unknown of one of them. */
  readonly cpuSeconds: number | null;
}

/** How long a run took, milliseconds. */
export interface RunTimes {
  readonly ms: number;
  /** Processor time; null: unknown. */
  readonly cpuMs: number | null;
}

/** By program, in the order of their first use. */
type Uses = Map<string, RunTimes & { readonly runs: number }>;

const around = new AsyncLocalStorage<Uses>();

/** Runs work, and returns its result with the programs that it has used. */
export async function notingPrograms<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly uses: readonly ProgramUse[] }> {
  const uses: Uses = new Map();
  const result = await around.run(uses, work);
  return {
    result,
    uses: [...uses].map(([program, { runs, ms, cpuMs }]) => {
      return { program, runs, seconds: inSeconds(ms), cpuSeconds: cpuMs === null ? null : inSeconds(cpuMs) };
    }),
  };
}

const inSeconds = (ms: number): number => Math.round(ms) / 1000;

/** Whether the work around wants to know its programs. */
export const notesPrograms = (): boolean => around.getStore() !== undefined;

/** Notes one run of a program for the work around it, if it wants to know. */
export function noteProgram(program: string, { ms, cpuMs }: RunTimes): void {
  const uses = around.getStore();
  if (uses === undefined) return;
  const before = uses.get(program) ?? { runs: 0, ms: 0, cpuMs: 0 };
  const together = before.cpuMs === null || cpuMs === null ? null : before.cpuMs + cpuMs;
  uses.set(program, { runs: before.runs + 1, ms: before.ms + ms, cpuMs: together });
}
