import type { Checks } from './checks.ts';
import { PROXY_ERROR_HEADER } from './egress/error-names.ts';
import { exceptionText } from './isolated-world.ts';
import type { Tab } from './tab.ts';

/** Lets the checks see what the resources and scripts of a page do, before it is opened. */
export async function watchChecks({ session, frameId }: Tab, checks: Checks): Promise<void> {
  if (!checks.areAsked) return;
  const open = new Map<string, string>();
  const isPage = (event: { readonly requestId: string; readonly loaderId: string; readonly frameId?: string }) =>
    event.frameId === frameId && event.requestId === event.loaderId;
  session.on('Network.requestWillBeSent', (event) => {
    if (!isPage(event)) open.set(event.requestId, event.request.url);
  });
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (!open.has(requestId)) return;
    const { url, status, headers } = response;
    checks.answered({ url, status, type: type.toLowerCase() }, headers[PROXY_ERROR_HEADER] ?? null);
  });
  session.on('Network.loadingFinished', ({ requestId }) => void open.delete(requestId));
  session.on('Network.loadingFailed', ({ requestId, type, errorText }) => {
    const url = open.get(requestId);
    open.delete(requestId);
    if (url === undefined) return;
    checks.failed({ url, type: type.toLowerCase(), error: errorText.replace(/^net::/, '') });
  });
  session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => checks.threw(exceptionText(exceptionDetails)));
  if (checks.areScriptsAsked) await session.send('Runtime.enable');
}
