import { ApiError, fetchSession } from './api.js';
import { readKey } from './key.js';

/* The identity of the page's requests: the holder of a key, a logged-in user or, on a trusted network, anyone. */

/** @typedef {import('./api.js').Session} Session */

/** @type {Session} */
const NOBODY = { via: null, name: null, login: false };
let session = NOBODY;

/** Fetches the session again. If that fails, only the key is left. */
export async function refreshSession() {
  try {
    session = await fetchSession();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    session = { ...NOBODY, via: readKey() === null ? null : 'key' };
  }
}

export const currentSession = () => session;

/** Whether the service accepts this page's requests. */
export const canAct = () => readKey() !== null || session.via === 'session' || session.via === 'keyless';

/** Whether links work for this person, too: a key is sent in a header, which links cannot send. */
export const linksWork = () => readKey() === null && canAct();
