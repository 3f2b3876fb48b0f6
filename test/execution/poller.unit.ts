import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startPoller } from '../../src/execution/poller.ts';

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A poller whose work fails until it is repaired, with its calls and log. */
function failingPoller() {
  const calls: number[] = [];
  const said: { level: string; failures: unknown }[] = [];
  const say = (level: string) => (facts: object) => {
    said.push({ level, failures: 'failures' in facts ? facts.failures : null });
  };
  let isBroken = true;
  const work = async () => {
    calls.push(Date.now());
    if (isBroken) throw new Error('the database is away');
  };
  const log = { info: say('info'), warn: say('warn'), error: say('error') };
  const poller = startPoller(work, { intervalMs: 500, log, failure: 'not looked for' });
  return {
    poller,
    calls,
    said,
    repair: () => {
      isBroken = false;
    },
  };
}

it('calls what fails less and less often, whoever wakes it', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const { poller, calls } = failingPoller();
  poller.wake();
  for (let waited = 0; waited < 10 * MINUTE_MS; waited += 100) {
    await vi.advanceTimersByTimeAsync(100);
    poller.wake();
  }
  const pauses = calls.slice(1).map((at, index) => at - (calls[index] ?? 0));
  expect(pauses.slice(0, 8)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  await poller.stop();
});

it('does not come back in step with others', async () => {
  const { poller, calls } = failingPoller();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  const pauses = calls.slice(1).map((at, index) => at - (calls[index] ?? 0));
  expect(new Set(pauses).size).toBeGreaterThan(2);
  await poller.stop();
});

it('notices within 30 seconds that it works again, and goes on as before', async () => {
  const { poller, calls, repair } = failingPoller();
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  repair();
  const before = calls.length;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(calls.length).toBeGreaterThan(before);
  const now = calls.length;
  poller.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(calls.length).toBe(now + 1);
  await poller.stop();
});

it('says a failure once, then once a minute how many there were, and that it works again', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const { poller, calls, said, repair } = failingPoller();
  poller.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(said).toEqual([{ level: 'warn', failures: 1 }]);
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  const failed = calls.length;
  expect(said.length).toBeLessThanOrEqual(6);
  expect(said.slice(1).map(({ level }) => level)).toEqual(said.slice(1).map(() => 'warn'));
  repair();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(said.at(-1)?.level).toBe('info');
  expect(said.reduce((sum, { failures }) => sum + Number(failures), 0)).toBe(failed);
  const lines = said.length;
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(said.length).toBe(lines);
  await poller.stop();
});

it('looks no more once it is stopped, in a pause too', async () => {
  const { poller, calls } = failingPoller();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await poller.stop();
  const before = calls.length;
  poller.wake();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(calls.length).toBe(before);
});
