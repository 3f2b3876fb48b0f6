import { Worker } from 'node:worker_threads';
import { moduleFile } from '../util/module-file.ts';
import { CALLS } from './calls.ts';

type Calls = typeof CALLS;

/** A request to a thread. */
export interface DiskCall {
  readonly name: keyof Calls;
  readonly args: readonly unknown[];
}

/** Properties of a system error besides its message. */
export interface DiskError {
  readonly message: string;
  readonly code?: string | undefined;
  readonly errno?: number | undefined;
  readonly syscall?: string | undefined;
  readonly path?: string | undefined;
}

export type DiskAnswer = { readonly result: unknown } | { readonly error: DiskError };

interface Waiting extends DiskCall {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** Most threads, as for Node's own asynchronous calls: a slow disk handles several requests at once. */
const MOST_THREADS = 4;

/** MiB. The old generation has no limit of its own: a thread that reaches it with a long text ends the whole process (Node 24.21). */
const MEMORY = { maxYoungGenerationSizeMb: 2 };

/** Calls that a short process, such as a single command, does itself: starting a thread takes 40 ms of processor time. */
const FEW_CALLS = 64;

const idle: DiskThread[] = [];
const waiting: Waiting[] = [];
let threads = 0;
let starting = 0;
let calls = 0;
/** Whether a thread failed to start; others would fail too. */
let isBroken = false;

/**
 * Does several file system calls in a row in a separate thread (calls.ts). Each of Node's asynchronous calls waits until another thread and
 * then this one wake up, although the call itself takes a few microseconds. A message to a thread takes as much processor time as three of
 * them: fewer than three are not worth it. Until the first thread is ready, the calls are done here. Throws the call's error, a system
 * error with its `code`.
 */
export async function onDisk<Name extends keyof Calls>(
  name: Name,
  ...args: Parameters<Calls[Name]>
): Promise<ReturnType<Calls[Name]>> {
  calls += 1;
  if (idle.length === 0 && calls > FEW_CALLS) startThread();
  if (threads === starting) {
    return (CALLS[name] as (...args: readonly unknown[]) => ReturnType<Calls[Name]>)(...args);
  }
  return new Promise((resolve, reject) => {
    waiting.push({ name, args, resolve, reject });
    idle.pop()?.next();
  });
}

/** Starts the first thread, in a long-lived process, so that no call blocks the event loop. */
export function warmUpDisk(): void {
  if (threads === 0) startThread();
}

/** Starts one thread at a time. The more calls wait at once, the more threads there are. */
function startThread(): void {
  if (isBroken || starting > 0 || threads === MOST_THREADS) return;
  threads += 1;
  starting += 1;
  new DiskThread();
}

class DiskThread {
  readonly #worker = new Worker(new URL(moduleFile('./thread.ts'), import.meta.url), { resourceLimits: MEMORY });
  #current: Waiting | null = null;
  #isReady = false;

  constructor() {
    const worker = this.#worker;
    worker.on('message', (answer: DiskAnswer) => {
      this.#answer(answer);
      this.next();
    });
    worker.once('online', () => {
      this.#isReady = true;
      starting -= 1;
      this.next();
    });
    worker.on('error', () => {});
    worker.once('exit', () => this.#end());
    // Called last, because adding listeners undoes it: the thread keeps no process alive.
    worker.unref();
  }

  /** Takes the next call; becomes idle if none waits. */
  next(): void {
    const call = waiting.shift();
    if (call === undefined) {
      idle.push(this);
      return;
    }
    this.#current = call;
    this.#worker.ref();
    this.#worker.postMessage({ name: call.name, args: call.args } satisfies DiskCall);
  }

  #answer(answer: DiskAnswer): void {
    const call = this.#current;
    this.#current = null;
    this.#worker.unref();
    if ('error' in answer) call?.reject(Object.assign(new Error(answer.error.message), answer.error));
    else call?.resolve(answer.result as never);
  }

  /** The thread was out of memory, or could not start. */
  #end(): void {
    threads -= 1;
    if (!this.#isReady) {
      starting -= 1;
      isBroken = true;
    }
    const at = idle.indexOf(this);
    if (at !== -1) idle.splice(at, 1);
    const lost = [...(this.#current === null ? [] : [this.#current]), ...(threads === 0 ? waiting.splice(0) : [])];
    for (const { reject } of lost) reject(new Error('the thread for the disk has ended'));
  }
}
