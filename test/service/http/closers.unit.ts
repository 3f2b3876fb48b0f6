import { expect, it, vi } from 'vitest';
import { Closers } from '../../../src/service/closers.ts';

function closers() {
  const log = { error: vi.fn() };
  return { all: new Closers(log), messages: () => log.error.mock.calls.map(([, message]) => message) };
}

it('closes in the opposite order, each when the one before has closed', async () => {
  const { all, messages } = closers();
  const seen: string[] = [];
  all.push(
    () => seen.push('first'),
    async () => {
      await new Promise(setImmediate);
      seen.push('second');
    },
  );
  all.push(() => seen.push('third'));
  await all.close(60_000);
  expect(seen).toEqual(['third', 'second', 'first']);
  expect(messages()).toEqual([]);
});

it.each([
  ['throws', () => Promise.reject(new Error('no'))],
  [
    'throws at once',
    () => {
      throw new Error('no');
    },
  ],
])('closes the others where one %s', async (_, broken) => {
  const { all, messages } = closers();
  const first = vi.fn();
  all.push(first, broken);
  await all.close(60_000);
  expect(first).toHaveBeenCalledOnce();
  expect(messages()).toEqual(['a part of the service did not close']);
});

it('begins to close the others where one hangs', async () => {
  const { all, messages } = closers();
  const first = vi.fn();
  all.push(
    first,
    () => new Promise(() => {}),
    () => new Promise(() => {}),
  );
  await all.close(1);
  expect(first).toHaveBeenCalledOnce();
  expect(messages()).toEqual(['the service does not close in time: its parts are not waited for']);
});

it('closes nothing twice', async () => {
  const { all } = closers();
  const first = vi.fn();
  all.push(first);
  await Promise.all([all.close(60_000), all.close(60_000)]);
  expect(first).toHaveBeenCalledOnce();
});
