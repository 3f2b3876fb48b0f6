import { describe, expect, test } from 'vitest';
import { appliedPreferences, readPreferences, waitingTime } from '../../../src/service/convert/prefer.ts';

describe('Prefer (RFC 7240)', () => {
  test.each<[string | undefined, boolean, number | null]>([
    [undefined, false, null],
    ['', false, null],
    ['respond-async', true, null],
    ['Respond-Async', true, null],
    ['wait=10', false, 10],
    ['wait = 10', false, 10],
    ['wait="10"', false, 10],
    ['respond-async, wait=0', true, 0],
    ['handling=lenient; p="a, wait=5", wait=7', false, 7],
    ['foo="a, respond-async"', false, null],
    ['wait=10, wait=20', false, 10],
    ['wait=-1', false, null],
    ['wait=soon', false, null],
    ['wait=99999999999', false, null],
    ['respond-asynchronously', false, null],
  ])('%j', (header, respondAsync, wait) => {
    expect(readPreferences(header)).toEqual({ respondAsync, wait });
  });

  test.each<[string, number]>([
    ['', 300_000],
    ['wait=10', 10_000],
    ['wait=1000', 300_000],
    ['respond-async', 0],
    ['respond-async, wait=10', 10_000],
  ])('%j waits for %i ms of at most 300,000', (header, ms) => {
    expect(waitingTime(readPreferences(header), 300_000)).toBe(ms);
  });

  test.each<[string, boolean, string | null]>([
    ['', true, null],
    ['respond-async', true, 'respond-async'],
    ['respond-async', false, null],
    ['wait=10', true, 'wait=10'],
    ['wait=1000', true, null],
    ['respond-async, wait=10', true, 'respond-async, wait=10'],
    ['respond-async, wait=10', false, 'wait=10'],
  ])('%j with an answer of 202 (%s) is applied as %j', (header, isAsync, applied) => {
    expect(appliedPreferences(readPreferences(header), 300_000, isAsync)).toBe(applied);
  });
});
