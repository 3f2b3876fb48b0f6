import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { Agent, type buildConnector } from 'undici';
import type { AddressGuard } from '../../../../src/files/fetch/address-guard.ts';
import { AddressRefusedError, guardedConnector, type Resolver } from '../../../../src/files/fetch/guarded-connector.ts';
import type { ProxyAccess } from '../job.ts';

/** Network limits for the pages of one task. */
export interface EgressLimits {
  /** Bytes sent and received together. */
  readonly bytes: number;
  /** http requests, and connections for https and WebSockets, whose requests the proxy does not see. */
  readonly requests: number;
  /** Timeout for name lookup and TCP connection, milliseconds. */
  readonly connectMs: number;
  /** Longest idle time of a connection, milliseconds. */
  readonly idleMs: number;
}

export const DEFAULT_EGRESS_LIMITS: EgressLimits = {
  bytes: 256 * 1024 ** 2,
  requests: 2000,
  connectMs: 10_000,
  idleMs: 60_000,
};

export interface SessionOptions {
  readonly guard: AddressGuard;
  readonly limits?: Partial<EgressLimits>;
  /** Replaces the system's name lookup. */
  readonly resolve?: Resolver;
}

/** The exceeded limit that ended the session's requests. */
export type Exceeded = 'bytes' | 'requests';

/** Permissions of one task in the proxy, and its outcome. */
export class EgressSession {
  readonly access: ProxyAccess = {
    username: randomBytes(8).toString('hex'),
    password: randomBytes(16).toString('hex'),
  };
  readonly limits: EgressLimits;
  /** Agent for http requests; each of its connections is checked by the guard. */
  readonly agent: Agent;
  readonly #connector: buildConnector.connector;
  readonly #failures = new Map<string, unknown>();
  readonly #streams = new Set<Duplex>();
  #bytes = 0;
  #requests = 0;
  #exceeded: Exceeded | null = null;
  #ended = false;

  constructor({ guard, limits, resolve }: SessionOptions) {
    this.limits = { ...DEFAULT_EGRESS_LIMITS, ...limits };
    const { connectMs, idleMs } = this.limits;
    this.#connector = guardedConnector({ guard, timeoutMs: connectMs, ...(resolve && { resolve }) });
    this.agent = new Agent({ connect: this.#connector, headersTimeout: idleMs, bodyTimeout: idleMs });
  }

  isPassword(given: string): boolean {
    const [one, other] = [Buffer.from(given), Buffer.from(this.access.password)];
    return one.length === other.length && timingSafeEqual(one, other);
  }

  /** Returns why the last connection to `host:port` failed; undefined if none did. */
  failureOf(host: string): unknown {
    return this.#failures.get(host);
  }

  /** Hosts refused by the address guard, without ports. */
  get refusedHosts(): readonly string[] {
    const refused = [...this.#failures].filter(([, error]) => error instanceof AddressRefusedError);
    return [...new Set(refused.map(([host]) => host.replace(/:\d+$/, '')))];
  }

  get exceeded(): Exceeded | null {
    return this.#exceeded;
  }

  /** Counts a request and returns whether it is allowed. */
  admit(): boolean {
    if (this.#ended || this.#exceeded !== null) return false;
    this.#requests += 1;
    if (this.#requests > this.limits.requests) this.#exceed('requests');
    return this.#exceeded === null;
  }

  count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.limits.bytes && this.#exceeded === null) this.#exceed('bytes');
  }

  fail(host: string, error: unknown): void {
    this.#failures.set(host, error);
  }

  /** Opens a TCP connection checked by the guard. Rejects with AddressRefusedError, or the network's error. */
  connect(hostname: string, port: number): Promise<Duplex> {
    return new Promise((resolve, reject) => {
      const target = { hostname, host: `${hostname}:${port}`, protocol: 'http:', port: String(port) };
      this.#connector(target, (error, socket) => (error === null ? resolve(socket) : reject(error)));
    });
  }

  /** Closes the stream when the session ends. */
  keep(stream: Duplex): void {
    if (this.#ended || this.#exceeded !== null) {
      stream.destroy();
      return;
    }
    if (this.#streams.has(stream)) return;
    this.#streams.add(stream);
    stream.once('close', () => this.#streams.delete(stream));
  }

  /** Closes every connection; later requests are refused. */
  async end(): Promise<void> {
    this.#ended = true;
    this.#cut();
    await this.agent.destroy();
  }

  #exceed(what: Exceeded): void {
    this.#exceeded = what;
    this.#cut();
    void this.agent.destroy().catch(() => {});
  }

  #cut(): void {
    for (const stream of this.#streams) stream.destroy();
  }
}
