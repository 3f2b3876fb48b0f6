import type { ErrorCode } from '../task/codes.ts';
import type { Task, ThreadReport } from '../task/types.ts';
import { type Display, inputLabel } from './display.ts';
import { terminal } from './terminal.ts';

/** Number of times that a password is asked for one input. */
const TRIES = 3;

const LOCKED: ReadonlySet<ErrorCode> = new Set(['input_password_needed', 'input_password_wrong']);

/** Whether a person can answer questions. */
export const canAsk = (): boolean => terminal().stdin.isTTY === true && terminal().stderr.isTTY === true;

export interface Asking {
  /** Runs threads again. Never throws. */
  run(threads: readonly Task[]): Promise<ThreadReport[]>;
  readonly display: Display;
  readonly signal: AbortSignal;
}

/**
 * Asks for the password of each locked input and runs its thread with it. The password that was given last is tried first. Returns the
 * final reports in the same order. After an empty answer, an input stays locked.
 */
export async function withAskedPasswords(
  threads: readonly Task[],
  finals: readonly ThreadReport[],
  { run, display, signal }: Asking,
): Promise<ThreadReport[]> {
  const results = [...finals];
  let last: string | null = null;
  for (const [index, thread] of threads.entries()) {
    let final = results[index];
    if (last !== null && isLocked(final)) [final] = await run([withPassword(thread, last)]);
    for (let tries = 0; tries < TRIES && isLocked(final) && !signal.aborted; tries += 1) {
      display.pause();
      const answer = await ask(thread, display, signal);
      if (answer === '') break;
      last = answer;
      [final] = await run([withPassword(thread, answer)]);
    }
    if (final !== undefined) results[index] = final;
  }
  return results;
}

const isLocked = (final: ThreadReport | undefined): boolean =>
  final?.status === 'failed' && final.errors.some(({ code }) => LOCKED.has(code));

/** Asks for a password. Returns an empty text if the user ends the question or the process. */
async function ask(thread: Task, { labels }: Display, signal: AbortSignal): Promise<string> {
  const [input] = thread.input;
  const name = input === undefined ? 'the input' : inputLabel(input, labels);
  const { default: password } = await import('@inquirer/password');
  return password(
    { message: `Password of ${name}` },
    { input: terminal().stdin, output: terminal().stderr, signal },
  ).catch(() => '');
}

const withPassword = (thread: Task, decryptPassword: string): Task => ({
  ...thread,
  input: thread.input.map((input) => ({
    ...input,
    credentials: { ...input.credentials, decrypt_password: decryptPassword },
  })),
});
