import { AsyncLocalStorage } from 'node:async_hooks';

/*
 * Whose work is being done. A process that stays after a job keeps in its memory what it has read, so it works for one owner alone
 * (src/process/pool/process-pool.ts, supervisor-pool.ts).
 */

/** Of work that no customer asked for by a key of their own: a run on a laptop, a task whose sender names nobody. */
export const NOBODY = '';

const around = new AsyncLocalStorage<string>();

/** Runs work for an owner. @param owner an API key's id, or whatever else tells one customer from another; no secret */
export const workFor = <T>(owner: string, work: () => T): T => around.run(owner, work);

/** Whose work this is. */
export const currentOwner = (): string => around.getStore() ?? NOBODY;
