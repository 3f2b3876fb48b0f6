import { join } from 'node:path';
import { ownPackages } from '../own-packages.ts';

/* The part of autocannon that is used here; it comes without types. */

interface LoadRequest {
  readonly method?: 'GET' | 'POST';
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load extends LoadRequest {
  readonly url: string;
  /** Sent one after the other by each client, instead of one alone. */
  readonly requests?: readonly LoadRequest[];
  /** Called for each client before it begins. */
  readonly setupClient?: (client: { setRequests(requests: readonly LoadRequest[]): void }) => void;
}

interface LoadResult {
  /** A second, and all of them. */
  readonly requests: { readonly average: number; readonly total: number };
  /** ms */
  readonly latency: { readonly p50: number; readonly p99: number };
  /** Connections that broke. */
  readonly errors: number;
  readonly timeouts: number;
  readonly non2xx: number;
}

type Autocannon = (load: Load & { connections: number; duration: number }) => Promise<LoadResult>;

const modules = await ownPackages(new URL('./', import.meta.url));

/** @param load with the seconds that it lasts */
export const { default: autocannon } = (await import(join(modules, 'autocannon/autocannon.js'))) as {
  default: Autocannon;
};
