import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Logger } from '../telemetry/log.ts';
import { MAX_REQUEST_BYTES } from './limits.ts';
import type { McpService } from './server.ts';

/**
 * Serves the one client at standard input and output, until it closes its end or the signal aborts. Nothing else may write to standard
 * output.
 */
export async function serveStandardStreams({ factory }: McpService, log: Logger, signal: AbortSignal): Promise<void> {
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MAX_REQUEST_BYTES });
  const ended = new Promise<void>((resolve) => {
    const end = () => resolve();
    process.stdin.once('end', end).once('close', end);
    process.stdout.once('close', end).once('error', end);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
  const onerror = (error: Error) => log.warn({ err: error }, 'a message could not be read or sent');
  const handle = serveStdio(factory, { transport, onerror });
  await ended;
  await handle.close();
}
