import { LineSplitter } from '../output.ts';
import { LONGEST_ANSWER, parseMessage } from './pool-protocol.ts';

/** Messages received of one child. */
interface Child {
  readonly lines: LineSplitter;
  answer: { readonly ok: unknown; readonly cpu_ms: unknown } | { readonly error: unknown } | null;
}

/**
 * Reads the output of a fork server (fork_server.py): its own messages, and between them, announced by `{"id", "part": bytes}`, the output
 * of its children. A child may write anything, which counts only for its own job. After `{"id", "closed": true}` a child can do nothing
 * more: its answer counts, or else the error that follows when it is known how the child ended.
 */
export class ForkedAnswers {
  readonly #onMessage: (message: Record<string, unknown>) => void;
  readonly #onChatter: (line: string) => void;
  readonly #children = new Map<number, Child>();
  /** Id of the part that is being read. */
  #id = 0;
  #bytes = 0;
  /** The beginning of a message. */
  #begun = Buffer.alloc(0);

  /** @param onChatter receives lines that are not messages */
  constructor(onMessage: (message: Record<string, unknown>) => void, onChatter: (line: string) => void) {
    this.#onMessage = onMessage;
    this.#onChatter = onChatter;
  }

  write(chunk: Buffer): void {
    let data = chunk;
    while (data.length > 0) {
      if (this.#bytes > 0) {
        const part = data.subarray(0, this.#bytes);
        this.#bytes -= part.length;
        this.#childOf(this.#id).lines.write(part);
        data = data.subarray(part.length);
        continue;
      }
      const end = data.indexOf(0x0a);
      if (end < 0) {
        this.#begun = Buffer.concat([this.#begun, data]);
        return;
      }
      const line = Buffer.concat([this.#begun, data.subarray(0, end)]).toString();
      this.#begun = Buffer.alloc(0);
      data = data.subarray(end + 1);
      this.#take(line);
    }
  }

  #take(line: string): void {
    const message = parseMessage(line);
    const { id, part, closed } = message ?? {};
    if (message === null) {
      this.#onChatter(line);
    } else if (typeof id === 'number' && typeof part === 'number') {
      this.#id = id;
      this.#bytes = part;
    } else if (typeof id === 'number' && closed === true) {
      const answer = this.#children.get(id)?.answer;
      this.#children.delete(id);
      if (answer) this.#onMessage({ ...answer, id });
    } else {
      this.#onMessage(message);
    }
  }

  #childOf(id: number): Child {
    const known = this.#children.get(id);
    if (known !== undefined) return known;
    const child: Child = {
      lines: new LineSplitter((line) => this.#hear(id, child, line), LONGEST_ANSWER),
      answer: null,
    };
    this.#children.set(id, child);
    return child;
  }

  #hear(id: number, child: Child, line: string): void {
    const said = parseMessage(line);
    if (said === null || child.answer !== null) return;
    if (typeof said.progress === 'number') this.#onMessage({ id, progress: said.progress });
    else if ('ok' in said) child.answer = { ok: said.ok, cpu_ms: said.cpu_ms };
    else if ('error' in said) child.answer = { error: said.error };
  }
}
