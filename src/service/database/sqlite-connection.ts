import { Worker } from 'node:worker_threads';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { moduleFile } from '../../util/module-file.ts';
import type { Answer, Question, ThreadData } from './sqlite-thread.ts';

/** SQLite's code for a lack of memory, the only error that ends the thread: classifyFailure knows it. */
const NO_MEMORY = 7;

/**
 * A connection to a SQLite file, in its own thread, so that no statement blocks the event loop: a commit of 100,000 rows takes a tenth of a
 * second, and if another process writes, it waits. One query at a time.
 */
export class SqliteConnection implements DatabaseConnection {
  readonly #data: ThreadData;
  #thread: Worker | null = null;
  #waiting: PromiseWithResolvers<Answer> | null = null;

  /** @param data the file's folder exists; the first query opens the file */
  constructor(data: ThreadData) {
    this.#data = data;
  }

  /** Call this before queries that belong together; until `rest`, the process stays alive. */
  begin(): void {
    this.#thread ??= this.#start();
    this.#thread.ref();
  }

  rest(): void {
    this.#thread?.unref();
  }

  /** @throws Error with SQLite's `errcode` */
  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const answer = await this.#ask({ sql, parameters });
    if ('message' in answer) throw Object.assign(new Error(answer.message), answer);
    return answer as QueryResult<Row>;
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('rows of SQLite are not streamed');
  }

  async close(): Promise<void> {
    if (this.#thread === null) return;
    const ended = new Promise((resolve) => this.#thread?.once('exit', resolve));
    this.#thread.ref();
    this.#thread.postMessage('close');
    await ended;
  }

  #ask(question: Question): Promise<Answer> {
    // If the thread has ended in a transaction, its next statements must not run outside of it, in another one.
    if (this.#thread === null) return Promise.resolve(ended('in this transaction'));
    this.#waiting = Promise.withResolvers<Answer>();
    this.#thread.postMessage(question);
    return this.#waiting.promise;
  }

  #start(): Worker {
    // Flags of this process may be only for its own script.
    const options = { workerData: this.#data, execArgv: [] };
    const thread = new Worker(new URL(moduleFile('./sqlite-thread.ts'), import.meta.url), options);
    thread.on('message', (answer: Answer) => this.#waiting?.resolve(answer));
    thread.once('error', ({ message }: Error) => this.#waiting?.resolve(ended(message)));
    thread.once('exit', () => {
      this.#thread = null;
      this.#waiting?.resolve(ended('it stopped'));
    });
    return thread;
  }
}

const ended = (why: string): Answer => ({
  message: `The thread of the database has ended: ${why}`,
  errcode: NO_MEMORY,
});
