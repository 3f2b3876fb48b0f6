import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPoller } from '../../src/execution/poller.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { currentTraceparent, inSpan, type Span, setTracer, traceFields } from '../../src/util/trace.ts';

/** Events of spans, in order. */
let told: string[] = [];

beforeEach(() => {
  told = [];
  setTracer({
    start: (name, kind, parent): Span => {
      told.push(`${name} (${kind}) below ${typeof parent === 'string' ? parent : (parent?.traceparent ?? 'nothing')}`);
      return {
        traceparent: name,
        ids: { trace_id: 'trace', span_id: name },
        set: () => {},
        fail: (type) => void told.push(`${name} fails: ${type}`),
        end: () => void told.push(`${name} ends`),
      };
    },
  });
});
afterEach(() => setTracer(null));

describe('a span', () => {
  it('is below the one around it, or below what came with the work, and ends with it', async () => {
    await inSpan('outer', { kind: 'consumer', parent: 'caller' }, async () => {
      await inSpan('inner', {}, async () => {
        expect(traceFields()).toEqual({ trace_id: 'trace', span_id: 'inner' });
      });
      await inSpan('other', { parent: null }, async () => {});
      expect(currentTraceparent()).toBe('outer');
    });
    expect(told).toEqual([
      'outer (consumer) below caller',
      'inner (internal) below outer',
      'inner ends',
      'other (internal) below nothing',
      'other ends',
      'outer ends',
    ]);
    expect([currentTraceparent(), traceFields()]).toEqual([null, {}]);
  });

  it('fails with the code of an error, without its message', async () => {
    const error = new ConversionError('input_empty', 'secret.txt is empty');
    await expect(inSpan('work', {}, () => Promise.reject(error))).rejects.toBe(error);
    await expect(inSpan('work', {}, () => Promise.reject(new RangeError('secret')))).rejects.toThrow(RangeError);
    const begin = 'work (internal) below nothing';
    expect(told).toEqual([begin, 'work fails: input_empty', 'work ends', begin, 'work fails: RangeError', 'work ends']);
  });

  it('does not reach what it wakes', async () => {
    const seen: unknown[] = [];
    const quiet = { info() {}, warn() {}, error() {} };
    const poller = startPoller(async () => void seen.push(currentTraceparent()), {
      intervalMs: 60_000,
      log: quiet,
      failure: 'the work failed',
    });
    await inSpan('request', {}, async () => poller.wake());
    await poller.stop();
    expect(seen).toEqual([null]);
  });
});

it('nothing is made of spans where nothing is traced', async () => {
  setTracer(null);
  expect(await inSpan('work', { parent: 'caller' }, async () => currentTraceparent())).toBeNull();
  expect(told).toEqual([]);
});
