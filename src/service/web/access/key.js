/*
 * Stores the API key: for this tab or, if the person wants it, for this browser. It is never in a URL that is sent: the link that the
 * service prints at its first start has it in the fragment, which leaves the address at once.
 */

const NAME = 'convertd-api-key';

/** @returns {string | null} */
export const readKey = () => sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME);

/** Whether the key outlives this tab. */
export const isRemembered = () => localStorage.getItem(NAME) !== null;

/**
 * @param {string} key
 * @param {boolean} remember
 */
export function saveKey(key, remember) {
  forgetKey();
  (remember ? localStorage : sessionStorage).setItem(NAME, key);
}

export function forgetKey() {
  sessionStorage.removeItem(NAME);
  localStorage.removeItem(NAME);
}

/** On other hosts, anybody could send people a link with a key of their own, and see what they convert. */
const isThisMachine = () => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);

/** Keeps the key of a link for this tab, and removes it from the address and the history. */
export function takeKeyFromAddress() {
  const key = /^#key=([\w-]+)$/.exec(location.hash)?.[1];
  if (key === undefined) return;
  history.replaceState(null, '', location.pathname);
  if (isThisMachine()) saveKey(key, false);
}
