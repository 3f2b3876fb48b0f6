import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The part of Azure Blob Storage that a client with a service SAS needs, on loopback: block blobs, whole and in blocks. Signatures are
 * checked as documented (https://learn.microsoft.com/rest/api/storageservices/create-service-sas). Microsoft's own emulator needs
 * 290 packages, so it is not a development dependency; storages-azurite.slow.ts runs the same tests with it.
 */
export interface AzureServer {
  /** The blob endpoint: `http://127.0.0.1:port/account`. */
  readonly endpoint: string;
  readonly port: number;
  readonly account: string;
  /** Base64. */
  readonly key: string;
  /** `container/name` to the bytes of the blob. */
  readonly blobs: Map<string, Buffer>;
  stop(): Promise<void>;
}

const FIELDS = ['sp', 'st', 'se'] as const;
const LATER_FIELDS = [
  'si',
  'sip',
  'spr',
  'sv',
  'sr',
  'snapshot',
  'ses',
  'rscc',
  'rscd',
  'rsce',
  'rscl',
  'rsct',
] as const;

/** @param containers names of the existing containers */
export async function startAzureServer(containers: readonly string[]): Promise<AzureServer> {
  const account = 'convertdtest';
  const key = randomBytes(64).toString('base64');
  const blobs = new Map<string, Buffer>();
  const blocks = new Map<string, Map<string, Buffer>>();

  const isSigned = (url: URL, path: string, permission: string): boolean => {
    const query = url.searchParams;
    const value = (name: string) => query.get(name) ?? '';
    const text = [...FIELDS.map(value), `/blob/${account}/${path}`, ...LATER_FIELDS.map(value)].join('\n');
    const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64');
    return value('sig') === signature && value('sp').includes(permission) && Date.parse(value('se')) > Date.now();
  };

  const take = async (request: IncomingMessage, url: URL, path: string): Promise<number> => {
    const body = await bodyOf(request);
    switch (url.searchParams.get('comp')) {
      case null:
        if (request.headers['x-ms-blob-type'] !== 'BlockBlob') return 400;
        blobs.set(path, body);
        return 201;
      case 'block': {
        const staged = blocks.get(path) ?? new Map<string, Buffer>();
        blocks.set(path, staged.set(url.searchParams.get('blockid') ?? '', body));
        return 201;
      }
      default: {
        const ids = [...body.toString().matchAll(/<Latest>([^<]*)<\/Latest>/g)].map(([, id = '']) => id);
        const parts = ids.map((id) => blocks.get(path)?.get(id));
        if (parts.includes(undefined)) return 400;
        blobs.set(path, Buffer.concat(parts.filter((part) => part !== undefined)));
        return 201;
      }
    }
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const path = decodeURIComponent(url.pathname).replace(`/${account}/`, '');
    const write = request.method === 'PUT';
    const answer = async (): Promise<void> => {
      if (!isSigned(url, path, write ? 'w' : 'r')) {
        response.writeHead(403).end();
      } else if (!containers.includes(path.split('/')[0] ?? '')) {
        response.writeHead(404).end();
      } else if (write) {
        response.writeHead(await take(request, url, path)).end();
      } else {
        const blob = blobs.get(path);
        if (blob === undefined) response.writeHead(404).end();
        else response.writeHead(200, { 'content-length': blob.length }).end(blob);
      }
    };
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}/${account}`,
    port,
    account,
    key,
    blobs,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
