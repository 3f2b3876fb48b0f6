import { msg } from '../shell/i18n.js';

/* What a person can do about an error of the service, in plain words, by its number (docs/errors.md). */

/** @type {ReadonlyMap<number, import('../shell/i18n.js').Key>} */
const ADVICE = new Map([
  [2003, 'advice.notFound'],
  [2004, 'advice.notFetched'],
  [2005, 'advice.notFetched'],
  [2006, 'advice.notFetched'],
  [2007, 'advice.tooLarge'],
  [2101, 'advice.empty'],
  [2102, 'advice.damaged'],
  [2103, 'advice.otherKind'],
  [2104, 'advice.damaged'],
  [2105, 'advice.password'],
  [2106, 'advice.passwordWrong'],
  [2108, 'advice.tooLarge'],
  [2110, 'advice.protected'],
  [3002, 'advice.tooMuch'],
  [3004, 'advice.tooMuch'],
  [3006, 'advice.tooMuch'],
  [3007, 'advice.tooMuch'],
]);

/** @param {number} code @returns {import('../shell/i18n.js').Message | null} null if nothing better than the error itself is known */
export function adviceFor(code) {
  const key = ADVICE.get(code);
  return key === undefined ? null : msg(key);
}
