// The process that drives a browser: starts it, and runs one job with it; see pool-protocol.ts.
//
//     node worker-process.ts PATH-OF-CHROMIUM [PORT-OF-THE-PROXY]
import { serveRequests } from '../../../src/process/pool/pool-protocol.ts';
import { startBrowser } from './browser.ts';
import type { PageAnswer, PageJob } from './job.ts';
import { NoPageError } from './no-page-error.ts';
import { takePage } from './take-page.ts';

const [path = '', port] = process.argv.slice(2);
const proxyPort = port === undefined ? null : Number(port);
const browser = await startBrowser(path, proxyPort);
// Without it there is nothing to wait for: a browser that died while it was parked gets no job.
browser.on('disconnected', () => process.exit(1));

await serveRequests(async (message): Promise<PageAnswer> => {
  const { folder, ...job } = message as typeof message & PageJob;
  try {
    return { taken: await takePage(browser, job, { folder, proxyPort }) };
  } catch (error) {
    if (error instanceof NoPageError) return { failure: error.failure };
    throw error;
  }
});
