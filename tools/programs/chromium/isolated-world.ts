import type { CDPSession } from 'playwright-core';

/**
 * Evaluates an expression beside the page's main document, in a world of its own: what the page has put in place of the browser's functions
 * has no effect there. Throws Error for an exception.
 */
export async function evaluateBeside<Value>(session: CDPSession, expression: string): Promise<Value> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    contextId: executionContextId,
    expression,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value as Value;
}
