import { join } from 'node:path';
import { ownPackages } from '../own-packages.ts';

/* The part of autocannon that is used here; it has no types of its own. */

interface LoadRequest {
  readonly method?: 'GET' | 'POST';
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load extends LoadRequest {
  readonly url: string;
  /** Requests that each client sends one after the other, instead of a single one. */
  readonly requests?: readonly LoadRequest[];
  /** Called for each client before it begins. */
  readonly setupClient?: (client: { setRequests(requests: readonly LoadRequest[]): void }) => void;
}

interface LoadResult {
  /** Requests per second, and in total. */
  readonly requests: { readonly average: number; readonly total: number };
  /** ms */
  readonly latency: { readonly p50: number; readonly p99: number };
  /** Number of broken connections. */
  readonly errors: number;
  readonly timeouts: number;
  readonly non2xx: number;
}

type Autocannon = (load: Load & { connections: number; duration: number }) => Promise<LoadResult>;

const modules = await ownPackages(new URL('./', import.meta.url));

/** @param load includes its duration in seconds */
export const { default: autocannon } = (await import(join(modules, 'autocannon/autocannon.js'))) as {
  default: Autocannon;
};
