import type { ServiceConfig } from '../config.ts';

/* Cookies of people who log in: for this service only, never for scripts, and only over TLS if PUBLIC_URL is https. */

export interface Cookie {
  readonly name: string;
  /** Attributes of `Set-Cookie` besides name and value. */
  readonly attributes: string;
}

/** @param sameSite `Lax` if the provider's redirect back must include the cookie, otherwise `Strict` */
export function cookieOf(
  { publicUrl }: Pick<ServiceConfig, 'publicUrl'>,
  name: string,
  sameSite: 'Lax' | 'Strict',
): Cookie {
  const { protocol, pathname } = new URL(publicUrl ?? 'http://localhost/');
  const isSecure = protocol === 'https:';
  // With these prefixes, no other host and no plain HTTP can set it (RFC 6265bis, 4.1.3).
  const prefix = isSecure ? (pathname === '/' ? '__Host-' : '__Secure-') : '';
  return {
    name: `${prefix}convertd-${name}`,
    attributes: `Path=${pathname}; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`,
  };
}

/** Returns the value of a header `Set-Cookie`. @param seconds how long it is kept; 0 removes it */
export const setCookie = ({ name, attributes }: Cookie, value: string, seconds: number): string =>
  `${name}=${value}; ${attributes}; Max-Age=${seconds}`;

/** Returns the cookies of a request, by name. If a name is repeated, the first cookie counts. */
export function readCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (at > 0 && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim());
  }
  return cookies;
}
