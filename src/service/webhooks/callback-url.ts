import { ServiceError } from '../errors.ts';

/**
 * Returns a job's callback as it is stored: empty for none. Its host is not resolved now: it may not exist yet, and every callback checks
 * its address. Throws ServiceError 400 for anything but a plain web address.
 */
export function checkedCallback(text: string | null | undefined): string {
  if (!text) return '';
  const url = URL.canParse(text) ? new URL(text) : null;
  // The parser would remove spaces and line breaks, and a header must never contain them.
  if (url === null || !/^https?:$/.test(url.protocol) || /[\s\p{Cc}]/u.test(text)) {
    throw refused('must be an http:// or https:// URL');
  }
  if (url.username !== '' || url.password !== '') throw refused('must not hold a user name or password');
  return text;
}

const refused = (problem: string) =>
  new ServiceError('invalid_request', `The callback ${problem}.`, { errors: { callback: problem } });
