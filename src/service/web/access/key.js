/* Stores the API key: for this tab or, if the person wants it, for this browser. It is never in a URL. */

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
