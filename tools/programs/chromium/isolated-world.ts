import type { Session } from './devtools/connection.ts';
import type { ExceptionDetails } from './devtools/protocol.ts';
import type { Tab } from './tab.ts';

/** A document has one of each name, whatever often it is asked for. */
const WORLD = 'beside';

/** What can be evaluated there. */
export interface Evaluation {
  readonly expression: string;
  /** Default: false. */
  readonly awaitPromise?: boolean;
}

/** The expression ended with an exception. `message`: that of the exception. */
export class PageExceptionError extends Error {
  override readonly name = 'PageExceptionError';
}

/** The document was replaced while something was evaluated in it. */
const REPLACED = /context|navigated|promise was collected|No frame|detached/i;

/** Whether an error says that the document was replaced meanwhile. */
export const isReplaced = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof PageExceptionError) && REPLACED.test(error.message);

/**
 * Evaluates an expression beside a document, in a world of its own: what the page has put in place of the browser's functions has no effect
 * there. Throws PageExceptionError.
 */
export async function evaluateInFrame<Value>(
  session: Session,
  frameId: string,
  { expression, awaitPromise = false }: Evaluation,
): Promise<Value> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName: WORLD });
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    contextId: executionContextId,
    expression,
    awaitPromise,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined) throw new PageExceptionError(exceptionText(exceptionDetails));
  return result.value as Value;
}

/** Evaluates an expression beside the page's main document. Throws PageExceptionError. */
export const evaluateBeside = <Value>({ session, frameId }: Tab, evaluation: Evaluation): Promise<Value> =>
  evaluateInFrame(session, frameId, evaluation);

/** Returns the first line of an exception: `TypeError: x is not a function`. */
export function exceptionText({ text, exception }: ExceptionDetails): string {
  const thrown = exception?.description ?? (exception?.value === undefined ? text : `${text} ${exception.value}`);
  return thrown.split('\n', 1)[0] ?? '';
}
