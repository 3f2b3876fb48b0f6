import { AsyncLocalStorage } from 'node:async_hooks';

/*
 * The owner of the current work. A process that stays after a job keeps what it has read in its memory, so it works for one owner only
 * (src/process/pool/process-pool.ts, supervisor-pool.ts).
 */

/** Owner of work without an API key: a run on a laptop, a task whose sender names no owner. */
export const NOBODY = '';

const around = new AsyncLocalStorage<string>();

/** Runs work for an owner. @param owner an API key's id, or any other text that distinguishes customers; not a secret */
export const workFor = <T>(owner: string, work: () => T): T => around.run(owner, work);

/** Returns the owner of this work. */
export const currentOwner = (): string => around.getStore() ?? NOBODY;
