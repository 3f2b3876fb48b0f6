import type { Readable, Writable } from 'node:stream';
import { DriverLostError } from '../../../../src/process/pool/pool-driver.ts';
import { readMessages } from './messages.ts';
import type { Commands, Events } from './protocol.ts';

/** The browser refused a command. `message` is the protocol's. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

type Listener = (params: never) => void;

interface Waiting {
  readonly session: Session;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: object;
  readonly result?: object;
  readonly error?: { readonly message?: string };
}

/** A conversation with a browser over its DevTools pipe, in sessions: one with the browser itself, and one with each of its targets. */
export class Connection {
  /** The session with the browser itself. */
  readonly root: Session;
  readonly #input: Writable;
  readonly #waiting = new Map<number, Waiting>();
  readonly #sessions = new Map<string, Session>();
  #lastId = 0;
  #lost: DriverLostError | null = null;

  constructor({ stdin, stdout }: { readonly stdin: Writable; readonly stdout: Readable }) {
    this.#input = stdin;
    this.root = new Session(this, null);
    readMessages(
      stdout,
      (message) => this.#receive(message as Message),
      (error) => this.#end(error),
    );
  }

  /** Returns the session of that id, which the browser has opened. */
  session(id: string): Session {
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const made = new Session(this, id);
    this.#sessions.set(id, made);
    return made;
  }

  /** Sends a command. Rejects with CommandError, or DriverLostError if the browser has gone. */
  send(session: Session, method: string, params: object): Promise<never> {
    if (this.#lost !== null) return Promise.reject(this.#lost);
    if (session.endedBy !== null) return Promise.reject(new CommandError(session.endedBy));
    this.#lastId += 1;
    const id = this.#lastId;
    const message = { id, method, params, ...(session.id !== null && { sessionId: session.id }) };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { session, resolve, reject });
      this.#input.write(`${JSON.stringify(message)}\0`);
    });
  }

  /** Resolves when the browser has taken what was sent, so that no more is kept in memory. */
  async sent(): Promise<void> {
    if (this.#lost !== null || !this.#input.writableNeedDrain) return;
    await new Promise<void>((resolve) => {
      this.#input.once('drain', resolve);
      this.#input.once('close', resolve);
    });
  }

  /** Ends a session: the commands that it waits for are rejected, as are later ones. */
  drop(session: Session, reason: string): void {
    session.endedBy ??= reason;
    if (session.id !== null) this.#sessions.delete(session.id);
    for (const [id, waiting] of this.#waiting) {
      if (waiting.session !== session) continue;
      this.#waiting.delete(id);
      waiting.reject(new CommandError(reason));
    }
  }

  #receive({ id, sessionId, method, params, result, error }: Message): void {
    if (id === undefined) {
      const session = sessionId === undefined ? this.root : this.#sessions.get(sessionId);
      if (method === 'Target.attachedToTarget') this.session((params as Events['Target.attachedToTarget']).sessionId);
      if (method !== undefined) session?.emit(method, params ?? {});
      if (method === 'Target.detachedFromTarget') this.#detach(params as Events['Target.detachedFromTarget']);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve((result ?? {}) as never);
    else waiting?.reject(new CommandError(error.message ?? 'the browser refused a command'));
  }

  #detach({ sessionId }: Events['Target.detachedFromTarget']): void {
    const session = this.#sessions.get(sessionId);
    if (session !== undefined) this.drop(session, 'the target was detached');
  }

  #end(error: Error | null): void {
    const lost = new DriverLostError('the browser has gone', { cause: error });
    this.#lost = lost;
    // A browser that broke the rules ends when it hears nothing more.
    this.#input.destroy();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(lost);
  }
}

/** A session: commands to one target, and its events. */
export class Session {
  /** Null for the browser itself. */
  readonly id: string | null;
  /** Why it has ended; null as long as it has not. */
  endedBy: string | null = null;
  readonly #connection: Connection;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(connection: Connection, id: string | null) {
    this.#connection = connection;
    this.id = id;
  }

  get connection(): Connection {
    return this.#connection;
  }

  /** Sends a command. Rejects with CommandError, or DriverLostError if the browser has gone. */
  send<Method extends keyof Commands>(
    method: Method,
    ...given: Commands[Method][0] extends Record<string, never> ? [] : [Commands[Method][0]]
  ): Promise<Commands[Method][1]> {
    const [params = {}] = given as readonly object[];
    return this.#connection.send(this, method, params);
  }

  /** Calls the listener with each event of that name. @returns what ends that */
  on<Name extends keyof Events>(name: Name, listener: (params: Events[Name]) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener as Listener));
    return () => void listeners.delete(listener as Listener);
  }

  /** Tells the listeners of an event. */
  emit(name: string, params: object): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(params as never);
  }
}
