import { ApiError, fetchSession } from './api.js';
import { readKey } from './key.js';

/* Who the page acts as: the holder of a key, a logged-in user, or, on a trusted network, anyone. */

/** @typedef {import('./api.js').Session} Session */

/** @type {Session} */
const NOBODY = { via: null, name: null, login: false };
let session = NOBODY;

/** Asks the service again. What it cannot say leaves the key. */
export async function refreshSession() {
  try {
    session = await fetchSession();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    session = { ...NOBODY, via: readKey() === null ? null : 'key' };
  }
}

export const currentSession = () => session;

/** Whether the service takes what this page asks for. */
export const canAct = () => readKey() !== null || session.via === 'session' || session.via === 'keyless';

/** Whether links are followed as this person too: a key goes in a header, which links cannot send. */
export const linksWork = () => readKey() === null && canAct();
