import { ServiceError } from '../errors.ts';

/**
 * A job's callback as it is stored: empty for none. Its host is not looked up now: it may not exist yet, and where it leads is
 * checked by every callback. Throws ServiceError 400 for anything but a plain web address.
 */
export function checkedCallback(text: string | null | undefined): string {
  if (!text) return '';
  const url = URL.canParse(text) ? new URL(text) : null;
  // The parser would drop spaces and line breaks, and a header must never hold them.
  if (url === null || !/^https?:$/.test(url.protocol) || /[\s\p{Cc}]/u.test(text)) {
    throw refused('must be an http:// or https:// URL');
  }
  if (url.username !== '' || url.password !== '') throw refused('must not hold a user name or password');
  return text;
}

const refused = (problem: string) =>
  new ServiceError('invalid_request', `The callback ${problem}.`, { errors: { callback: problem } });
