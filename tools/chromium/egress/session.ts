import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { Agent, type buildConnector } from 'undici';
import type { AddressGuard } from '../../../src/files/fetch/address-guard.ts';
import { AddressRefusedError, guardedConnector, type Resolver } from '../../../src/files/fetch/guarded-connector.ts';
import type { ProxyAccess } from '../job.ts';

/** What the pages of one task may take from the network. */
export interface EgressLimits {
  /** Sent and received together. */
  readonly bytes: number;
  /** Requests over http, and connections for https and WebSockets, of which the proxy sees no requests. */
  readonly requests: number;
  /** Name lookup and TCP of one connection, milliseconds. */
  readonly connectMs: number;
  /** Longest silence of a connection, milliseconds. */
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
  /** In place of the system's name lookup. */
  readonly resolve?: Resolver;
}

/** Which limit ended the session's requests. */
export type Exceeded = 'bytes' | 'requests';

/** What one task may do through the proxy, and what came of it. */
export class EgressSession {
  readonly access: ProxyAccess = {
    username: randomBytes(8).toString('hex'),
    password: randomBytes(16).toString('hex'),
  };
  readonly limits: EgressLimits;
  /** For requests over http; each of its connections asks the guard. */
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

  /** Why the last connection to `host:port` failed; undefined if none did. */
  failureOf(host: string): unknown {
    return this.#failures.get(host);
  }

  /** Hosts that the address guard refused, without their ports. */
  get refusedHosts(): readonly string[] {
    const refused = [...this.#failures].filter(([, error]) => error instanceof AddressRefusedError);
    return [...new Set(refused.map(([host]) => host.replace(/:\d+$/, '')))];
  }

  get exceeded(): Exceeded | null {
    return this.#exceeded;
  }

  /** Whether one more request may go; counts it. */
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

  /** A TCP connection that the guard has seen. Rejects with AddressRefusedError, or the network's error. */
  connect(hostname: string, port: number): Promise<Duplex> {
    return new Promise((resolve, reject) => {
      const target = { hostname, host: `${hostname}:${port}`, protocol: 'http:', port: String(port) };
      this.#connector(target, (error, socket) => (error === null ? resolve(socket) : reject(error)));
    });
  }

  /** Ends the stream with the session. */
  keep(stream: Duplex): void {
    if (this.#ended || this.#exceeded !== null) {
      stream.destroy();
      return;
    }
    if (this.#streams.has(stream)) return;
    this.#streams.add(stream);
    stream.once('close', () => this.#streams.delete(stream));
  }

  /** Cuts every connection; later requests are refused. */
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
