import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { LATE, within } from './deadline.ts';
import { NoPageError } from './no-page-error.ts';

/** Between two looks, milliseconds. */
const LOOK_EVERY = 100;

const LONGEST_ERROR = 300;

/** Message of the protocol if the document was replaced meanwhile. */
const REPLACED = /context|navigated|promise was collected/i;

/**
 * Waits until the value of a JavaScript expression in the page, or of the promise that it returns, counts as true. Throws NoPageError for an
 * exception, and if the time is up.
 * @param endsAt deadline from performance.now()
 */
export async function waitForExpression(session: CDPSession, expression: string, endsAt: number): Promise<void> {
  while (performance.now() < endsAt) {
    const isTrue = await within(evaluate(session, expression), endsAt);
    if (isTrue === true) return;
    if (isTrue === LATE) break;
    await pause(LOOK_EVERY);
  }
  throw new NoPageError({ kind: 'expression', error: null });
}

async function evaluate(session: CDPSession, expression: string): Promise<boolean> {
  try {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', { expression, awaitPromise: true });
    if (exceptionDetails === undefined) return countsAsTrue(result);
    const text = exceptionDetails.exception?.description ?? exceptionDetails.text;
    const error = (text.split('\n', 1)[0] ?? '').slice(0, LONGEST_ERROR);
    throw new NoPageError({ kind: 'expression', error });
  } catch (error) {
    if (error instanceof NoPageError || !(error instanceof Error) || !REPLACED.test(error.message)) throw error;
    return false;
  }
}

/** A value of the page, as the protocol describes it: objects have no value there, and some numbers are a text. */
interface RemoteValue {
  readonly type: string;
  readonly subtype?: string;
  readonly value?: unknown;
  readonly unserializableValue?: string;
}

function countsAsTrue({ type, subtype, value, unserializableValue }: RemoteValue): boolean {
  if (type === 'object') return subtype !== 'null';
  if (type === 'function' || type === 'symbol') return true;
  return unserializableValue === undefined ? Boolean(value) : !/^(?:NaN|-0|0n)$/.test(unserializableValue);
}
