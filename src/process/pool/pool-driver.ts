import type { Readable, Writable } from 'node:stream';
import type { PoolJob } from './pool-protocol.ts';

/**
 * Answers the jobs of a program that does not speak the protocol of pools (pool-protocol.ts) itself, in this process: it talks to the
 * program over its standard input and output. What the program says is untrusted.
 */
export interface PoolDriver {
  /** Resolves when the program takes jobs; rejects if it never will. */
  readonly ready: Promise<unknown>;
  /** Runs a job, as the handler of `serveRequests` does. Rejects with DriverLostError if the program has gone. */
  answer(job: PoolJob): Promise<unknown>;
}

/** Makes the driver of a program that was just started. */
export type MakePoolDriver = (streams: { readonly stdin: Writable; readonly stdout: Readable }) => PoolDriver;

/** The program ended, or said something that ends the conversation. Its end has the reason. */
export class DriverLostError extends Error {
  override readonly name = 'DriverLostError';
}
