import { LineSplitter } from '../output.ts';
import type { Launched } from '../supervisor/launch.ts';
import { ForkedAnswers } from './forked-answers.ts';
import { DriverLostError, type MakePoolDriver } from './pool-driver.ts';
import { LONGEST_ANSWER, type PoolJob, parseMessage, toPoolError } from './pool-protocol.ts';

/** How messages reach a process (pool-protocol.ts). */
export interface PoolWire {
  send(message: object): void;
}

/** How a process is spoken to. */
export interface WireKind {
  /** Whether each job has a process of its own. */
  readonly forks: boolean;
  /** Answers its jobs in this process; null if it answers them itself. */
  readonly driver: MakePoolDriver | null;
}

/** What comes from a process: its messages, and what is none. */
export interface WireEnds {
  readonly onMessage: (message: Record<string, unknown>) => void;
  readonly onChatter: (line: string) => void;
}

/** How long a program that its driver has lost may take to end by itself, milliseconds. */
const LOST_GRACE_MS = 1000;

/** Begins to speak with a process that was just started. */
export function openWire(launched: Launched, { forks, driver }: WireKind, ends: WireEnds): PoolWire {
  // A process that died does not read; its exit is reported instead.
  launched.stdin?.on('error', () => {});
  return driver === null ? lineWire(launched, forks, ends) : drivenWire(launched, driver, ends);
}

function lineWire({ stdin, stdout }: Launched, forks: boolean, { onMessage, onChatter }: WireEnds): PoolWire {
  const lines = new LineSplitter((line) => {
    const message = parseMessage(line);
    if (message === null) onChatter(line);
    else onMessage(message);
  }, LONGEST_ANSWER);
  const answers = forks ? new ForkedAnswers(onMessage, onChatter) : lines;
  stdout?.on('data', (chunk: Buffer) => answers.write(chunk));
  return {
    send(message) {
      const text = JSON.stringify(message);
      // A child must read only its own job, and nothing after it.
      stdin?.write(forks ? `${String(Buffer.byteLength(text)).padStart(8, '0')}${text}` : `${text}\n`);
    },
  };
}

function drivenWire(launched: Launched, make: MakePoolDriver, { onMessage }: WireEnds): PoolWire {
  const { stdin, stdout } = launched;
  if (stdin === null || stdout === null) throw new Error('a driven program needs both pipes');
  const driver = make({ stdin, stdout });
  const kill = () => launched.kill();
  driver.ready.then(() => onMessage({ ready: true }), kill);
  const run = async (job: PoolJob) => {
    const { id } = job;
    try {
      onMessage({ id, ok: (await driver.answer(job)) ?? null });
    } catch (error) {
      if (!(error instanceof DriverLostError)) onMessage({ id, error: toPoolError(error) });
      // Its end says why; it may only have closed its output.
      else setTimeout(kill, LOST_GRACE_MS).unref();
    }
  };
  return {
    send(message) {
      // Without a grace to cancel in, jobs are ended with their process.
      if (!('cancel' in message)) void run(message as PoolJob);
    },
  };
}
