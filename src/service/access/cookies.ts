import type { ServiceConfig } from '../config.ts';

/* Cookies of people who log in: for this service alone, never for scripts, and over TLS where PUBLIC_URL is. */

export interface Cookie {
  readonly name: string;
  /** What `Set-Cookie` says beside name and value. */
  readonly attributes: string;
}

/**
 * @param sameSite `Lax` for what must come along when the provider sends a person back, else `Strict`
 */
export function cookieOf(
  { publicUrl }: Pick<ServiceConfig, 'publicUrl'>,
  name: string,
  sameSite: 'Lax' | 'Strict',
): Cookie {
  const { protocol, pathname } = new URL(publicUrl ?? 'http://localhost/');
  const isSecure = protocol === 'https:';
  // By these prefixes, no other host and no plain HTTP can set it (RFC 6265bis, 4.1.3).
  const prefix = isSecure ? (pathname === '/' ? '__Host-' : '__Secure-') : '';
  return {
    name: `${prefix}convertd-${name}`,
    attributes: `Path=${pathname}; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`,
  };
}

/** The value of a header `Set-Cookie`. @param seconds how long it is kept; 0 takes it away */
export const setCookie = ({ name, attributes }: Cookie, value: string, seconds: number): string =>
  `${name}=${value}; ${attributes}; Max-Age=${seconds}`;

/** The cookies of a request, by name; of several with one name the first. */
export function readCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (at > 0 && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim());
  }
  return cookies;
}
