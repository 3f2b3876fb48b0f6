import type { Parsed } from './parsed.ts';

/** RFC 6265 4.1.1: a token. */
export const COOKIE_NAME_PATTERN = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$";

/** RFC 6265 4.1.1: printable ASCII without space, quotes, comma, semicolon and backslash. */
export const COOKIE_VALUE_PATTERN = '^[!#-+\\--:<-\\[\\]-~]*$';

/** The beginning of a path in a URL. */
export const URL_PATH_PATTERN = '^/';

const NAME = new RegExp(COOKIE_NAME_PATTERN);
const VALUE = new RegExp(COOKIE_VALUE_PATTERN);
const PATH = new RegExp(URL_PATH_PATTERN);

/** Reads the name of a cookie. */
export function parseCookieName(text: string): Parsed<string> {
  if (NAME.test(text)) return { value: text };
  return { problem: "it must be of letters, digits and !#$%&'*+.^_`|~-" };
}

/** Reads the value of a cookie. */
export function parseCookieValue(text: string): Parsed<string> {
  if (VALUE.test(text)) return { value: text };
  return { problem: 'it must be printable ASCII without space, quotes, comma, semicolon and backslash' };
}

/** Reads the path of a cookie. */
export function parseUrlPath(text: string): Parsed<string> {
  return PATH.test(text) ? { value: text } : { problem: 'it must begin with /' };
}
