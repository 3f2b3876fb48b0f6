import { setTimeout as pause } from 'node:timers/promises';
import { LATE, within } from './deadline.ts';
import type { Session } from './devtools/connection.ts';
import type { RemoteValue } from './devtools/protocol.ts';
import { exceptionText, isReplaced } from './isolated-world.ts';
import { NoPageError } from './no-page-error.ts';

/** Between two looks, milliseconds. */
const LOOK_EVERY = 100;

const LONGEST_ERROR = 300;

/**
 * Waits until the value of a JavaScript expression in the page, or of the promise that it returns, counts as true. Throws NoPageError for an
 * exception, and if the time is up.
 * @param endsAt deadline from performance.now()
 */
export async function waitForExpression(session: Session, expression: string, endsAt: number): Promise<void> {
  while (performance.now() < endsAt) {
    const isTrue = await within(evaluate(session, expression), endsAt);
    if (isTrue === true) return;
    if (isTrue === LATE) break;
    await pause(LOOK_EVERY);
  }
  throw new NoPageError({ kind: 'expression', error: null });
}

async function evaluate(session: Session, expression: string): Promise<boolean> {
  try {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', { expression, awaitPromise: true });
    if (exceptionDetails === undefined) return countsAsTrue(result);
    const error = exceptionText(exceptionDetails).slice(0, LONGEST_ERROR);
    throw new NoPageError({ kind: 'expression', error });
  } catch (error) {
    if (!isReplaced(error)) throw error;
    return false;
  }
}

function countsAsTrue({ type, subtype, value, unserializableValue }: RemoteValue): boolean {
  if (type === 'object') return subtype !== 'null';
  if (type === 'function' || type === 'symbol') return true;
  return unserializableValue === undefined ? Boolean(value) : !/^(?:NaN|-0|0n)$/.test(unserializableValue);
}
