import { isIP } from 'node:net';
import { createAddressGuard, parseAllowList } from '../../files/fetch/address-guard.ts';
import { ServiceError } from '../errors.ts';

/**
 * Returns a job's callback as it is stored: empty for none. A name is not resolved now: it may not exist yet, and every callback checks its
 * address. @param allowedAddresses the setting ALLOWED_ADDRESSES. Throws ServiceError 400 for anything but a plain web address, and for an address that no callback may be sent to.
 */
export function checkedCallback(text: string | null | undefined, allowedAddresses: string): string {
  if (!text) return '';
  const url = URL.canParse(text) ? new URL(text) : null;
  // The parser would remove spaces and line breaks, and a header must never contain them.
  if (url === null || !/^https?:$/.test(url.protocol) || /[\s\p{Cc}]/u.test(text)) {
    throw refused('must be an http:// or https:// URL');
  }
  if (url.username !== '' || url.password !== '') throw refused('must not hold a user name or password');
  if (refusesHost(url, allowedAddresses)) throw refused(`leads to a private address; ${ALLOWED_BY}`);
  return text;
}

/** What the operator can do. */
export const ALLOWED_BY = 'the setting ALLOWED_ADDRESSES of this installation can allow it';

/** Whether the host is an address, or the name of this machine, that the guard refuses. */
function refusesHost({ hostname, port, protocol }: URL, allowedAddresses: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  const address = /^localhost\.?$/i.test(host) ? '127.0.0.1' : host;
  const target = { host: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
  return isIP(address) !== 0 && createAddressGuard(parseAllowList(allowedAddresses)).refusal(address, target) !== null;
}

const refused = (problem: string) =>
  new ServiceError('invalid_request', `The callback ${problem}.`, { errors: { callback: problem } });
