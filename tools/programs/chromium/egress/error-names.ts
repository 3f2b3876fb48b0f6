/** Codes of errors of connections, and Chromium's names for the same. */
const NAMES: Readonly<Record<string, string>> = {
  ADDRESS_REFUSED: 'ERR_BLOCKED_BY_CLIENT',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  EHOSTUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  UND_ERR_CONNECT_TIMEOUT: 'ERR_CONNECTION_TIMED_OUT',
  UND_ERR_SOCKET: 'ERR_CONNECTION_CLOSED',
};

/** An answer of the proxy instead of a server names the error in this header. */
export const PROXY_ERROR_HEADER = 'x-proxy-error';

/** Chromium's name of an error that it would have had without the proxy. */
export function errorNameOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return NAMES[code] ?? 'ERR_CONNECTION_FAILED';
}

/** Name for a request that the proxy refuses because a limit is exceeded. */
export const REFUSED = 'ERR_BLOCKED_BY_CLIENT';
