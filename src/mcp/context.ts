import type { ServerContext } from '@modelcontextprotocol/server';
import type { Logger } from '../telemetry/log.ts';
import type { McpConfig } from './config.ts';
import type { Converter } from './converter.ts';
import type { Kept } from './expiring-map.ts';
import type { Jobs } from './jobs.ts';

/** A Markdown text that a client reads in parts, and the warnings of its conversion. */
export interface KeptText {
  readonly path: string;
}

/** What the tools work with; the same for all clients of a process. */
export interface McpContext {
  readonly config: McpConfig;
  readonly converter: Converter;
  readonly jobs: Jobs;
  readonly texts: Kept<KeptText>;
  readonly log: Logger;
  /** Aborted when the process ends: ends everything that runs. */
  readonly end: AbortSignal;
}

/** Returns the hooks of a conversion for one request: it ends with the request, and reports its progress if the client asked for that. */
export function requestHooks({ mcpReq }: ServerContext, end: AbortSignal) {
  const progressToken = mcpReq._meta?.progressToken;
  let reported = -1;
  const onProgress = (percent: number): void => {
    const progress = Math.floor(percent);
    if (progressToken === undefined || progress <= reported) return;
    reported = progress;
    const params = { progressToken, progress, total: 100 };
    // A client that has disconnected gets no answer either.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
  return { signal: AbortSignal.any([mcpReq.signal, end]), onProgress };
}
