import type { FastifyRequest } from 'fastify';
import type { ServiceContext } from '../context.ts';
import type { Guard } from '../http/auth.ts';
import type { Scope } from './changes.ts';
import type { EventStream } from './event-stream.ts';

interface Followed {
  readonly scope: Scope;
  /** Jobs that are sent first, whether they change or not. */
  readonly first?: readonly string[];
  /** Checks repeatedly whether the watcher still has access: meanwhile its key may be revoked, or its session end. */
  readonly guard: Guard<unknown>;
  readonly request: FastifyRequest;
  /** Sends what is new of these jobs. There are no simultaneous calls: later changes come with the next call. */
  readonly send: (jobIds: readonly string[]) => Promise<void>;
}

/** Sends changes to a stream until it ends: because the client disconnects, loses access, or the service stops. */
export function follow(
  { changes, log }: Pick<ServiceContext, 'changes' | 'log'>,
  stream: EventStream,
  { scope, first = [], guard, request, send }: Followed,
): void {
  const pending = new Set<string>();
  let sending = false;

  async function sendPending(): Promise<void> {
    if (sending) return;
    sending = true;
    try {
      while (pending.size > 0 && !stream.ended.aborted) {
        const ids = [...pending];
        pending.clear();
        await send(ids);
      }
    } catch (err) {
      // The client reconnects, and then learns what is wrong.
      log.warn({ err, request_id: request.id }, 'an event stream ended by an error');
      stream.end();
    } finally {
      sending = false;
    }
  }
  const onChange = (ids: readonly string[]): void => {
    for (const id of ids) pending.add(id);
    void sendPending();
  };
  const beat = async (): Promise<void> => {
    try {
      await guard.onRequest(request);
      stream.beat();
    } catch {
      stream.end();
    }
  };

  const unsubscribe = changes.subscribe(scope, onChange);
  const timer = setInterval(() => void beat(), changes.heartbeatMs);
  const end = () => stream.end();
  changes.closing.addEventListener('abort', end);
  const leave = () => {
    clearInterval(timer);
    unsubscribe();
    changes.closing.removeEventListener('abort', end);
  };
  stream.ended.addEventListener('abort', leave, { once: true });
  if (stream.ended.aborted) leave();
  else if (changes.closing.aborted) end();
  else onChange(first);
}
