import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Logger } from '../telemetry/log.ts';
import { timingSafeEqualTexts } from '../util/timing-safe-equal.ts';
import type { HttpConfig } from './config.ts';
import { MAX_REQUEST_BYTES } from './limits.ts';
import type { McpService } from './server.ts';

/** The only path that is served. */
const PATH = '/mcp';

export interface HttpEndpoint {
  /** Address for clients. */
  readonly url: string;
  /** Closes open connections. */
  stop(): Promise<void>;
}

/**
 * Serves MCP over streamable HTTP to clients with the key. A request whose `Host` or `Origin` is not allowed is refused before anything
 * else: a page in a browser could send it by DNS rebinding.
 */
export async function serveHttp({ factory }: McpService, config: HttpConfig, log: Logger): Promise<HttpEndpoint> {
  const onerror = (error: Error) => log.warn({ err: error }, 'a request failed');
  const handler = createMcpHandler(factory, { onerror, maxRequestBodySize: MAX_REQUEST_BYTES });
  const handle = toNodeHandler(handler, { onerror, maxRequestBodySize: MAX_REQUEST_BYTES });
  const isHostAllowed = hostHeaderValidation([...config.hostnames]);
  const isOriginAllowed = originValidation([...config.hostnames]);
  const server = createServer((request, response) => {
    if (!isHostAllowed(request, response) || !isOriginAllowed(request, response)) return;
    if (request.url?.split('?', 1)[0] !== PATH) return refuse(response, 404, `MCP is at ${PATH}.`);
    if (!hasKey(request, config.key)) {
      response.setHeader('WWW-Authenticate', 'Bearer');
      return refuse(response, 401, 'Send the key as "Authorization: Bearer KEY".');
    }
    // In Node's types, fields may be undefined; in the adapter's, they may be missing.
    handle(request as Parameters<typeof handle>[0], response).catch(onerror);
  });
  server.listen(config.port, config.host);
  await once(server, 'listening');
  return {
    url: `http://${hostPart(server)}${PATH}`,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await Promise.all([closed, handler.close()]);
    },
  };
}

function hasKey({ headers }: IncomingMessage, key: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return timingSafeEqualTexts(given, key);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  // The rest of the request is not waited for.
  response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }));
}

function hostPart(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
