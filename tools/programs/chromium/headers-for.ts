import { createContext, Script } from 'node:vm';
import type { HeaderEntry } from './devtools/protocol.ts';
import { type PageHeader, SITE_ORIGIN } from './job.ts';

/** Which requests get which headers. Names are in lower case. */
export interface HeadersFor {
  /** All names that any request gets. */
  readonly names: ReadonlySet<string>;
  of(address: string): Readonly<Record<string, string>>;
}

/**
 * How long scopes may take to match the address of a request, and all addresses of a page, milliseconds. They are expressions of the client
 * and are matched in this process, which waits meanwhile; one that is used up matches nothing more.
 */
const MATCH_MS = 100;
const ALL_MATCHES_MS = 500;

/** Longer addresses, such as those with a picture in them, match no scope. */
const LONGEST_ADDRESS = 4096;

/**
 * Returns what decides which requests get which headers: those with a scope if it matches the address, others for the origin of the page.
 * Other origins do not get them: they may contain a password. An uploaded page has no origin, so all addresses get them.
 */
export function headersFor(headers: readonly PageHeader[], page: string): HeadersFor {
  const own = new URL(page).origin;
  const scoped = headers.map(({ name, value, scope }) => ({
    name: name.toLowerCase(),
    value,
    matches: scope === null ? null : matcher(scope),
  }));
  const budget = { left: ALL_MATCHES_MS };
  return {
    names: new Set(scoped.map(({ name }) => name)),
    of(address) {
      const url = URL.parse(address);
      if (url === null || url.origin === SITE_ORIGIN || !/^https?:$/.test(url.protocol)) return {};
      const isOwn = own === SITE_ORIGIN || url.origin === own;
      const applying = scoped.filter(({ matches }) => (matches === null ? isOwn : matches(address, budget)));
      return Object.fromEntries(applying.map(({ name, value }) => [name, value]));
    },
  };
}

/** Returns a function that matches an expression within the time, because one can be written to take forever. */
function matcher(scope: string): (address: string, budget: { left: number }) => boolean {
  // Nothing but texts enters the context, and it contains nothing else.
  const context: Record<string, string> = Object.assign(Object.create(null), { scope, address: '' });
  createContext(context);
  const script = new Script('new RegExp(scope).test(address)');
  return (address, budget) => {
    if (budget.left <= 0 || address.length > LONGEST_ADDRESS) return false;
    const started = performance.now();
    context.address = address;
    try {
      return script.runInContext(context, { timeout: MATCH_MS }) === true;
    } catch {
      return false;
    } finally {
      budget.left -= performance.now() - started;
    }
  };
}

/** Returns headers of a request with those that it is given, and without others of these names. */
export function headersFrom(
  headers: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>>,
  names: ReadonlySet<string>,
): HeaderEntry[] {
  const kept = Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase()));
  return [...kept, ...Object.entries(given)].map(([name, value]) => ({ name, value }));
}
