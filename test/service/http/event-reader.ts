import { onTestFinished } from 'vitest';
import { patience } from '../../support/slowness.ts';
import type { Json } from '../support.ts';

/** An event of a stream, parsed as the standard requires (WHATWG HTML, 9.2.6). */
export interface ReadEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Json;
}

export interface EventReader {
  readonly response: Response;
  /** Events so far. */
  readonly events: readonly ReadEvent[];
  /** Number of comments so far. */
  readonly comments: () => number;
  /** Milliseconds after which a client is told to connect again. */
  readonly retry: () => number | null;
  /** How the stream has ended: normally or by an error; null: not yet. */
  readonly end: () => 'ended' | 'broken' | null;
  /** Resolves with the first matching event among the received and the coming ones. */
  next(fits: (event: ReadEvent) => boolean): Promise<ReadEvent>;
  leave(): void;
}

/** Reads a stream of server-sent events until the test ends. */
export async function readEvents(url: string, headers: Record<string, string>): Promise<EventReader> {
  const client = new AbortController();
  onTestFinished(() => client.abort());
  const response = await fetch(url, { headers, signal: client.signal });
  const events: ReadEvent[] = [];
  let [id, comments] = ['', 0];
  let retry: number | null = null;
  let end: 'ended' | 'broken' | null = null;

  function take(block: string): void {
    let event = 'message';
    const data: string[] = [];
    for (const line of block.split('\n')) {
      const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
      if (line.startsWith(':')) comments += 1;
      else if (field === 'id') id = value;
      else if (field === 'event') event = value;
      else if (field === 'data') data.push(value);
      else if (field === 'retry') retry = Number(value);
      else if (line !== '') throw new Error(`no field of an event: ${line}`);
    }
    if (data.length > 0) events.push({ id, event, data: JSON.parse(data.join('\n')) });
  }
  async function read(): Promise<void> {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) take(block);
    }
  }
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream) {
    read().then(
      () => {
        end = 'ended';
      },
      () => {
        end = 'broken';
      },
    );
  }
  return {
    response,
    events,
    comments: () => comments,
    retry: () => retry,
    end: () => end,
    next: async (fits) => {
      for (const until = Date.now() + patience(60_000); ; ) {
        const found = events.find(fits);
        if (found !== undefined) return found;
        if (Date.now() > until) throw new Error(`no such event among ${JSON.stringify(events).slice(0, 2000)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    leave: () => client.abort(),
  };
}
