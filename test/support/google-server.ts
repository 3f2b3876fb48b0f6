import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';

/**
 * The parts of Google's token endpoint and of the JSON APIs of Cloud Storage and Drive that a client needs, on loopback. npm and Debian
 * have no emulator of them. Requests for tokens are verified by jose, which the code under test does not use.
 */
export interface GoogleServer {
  readonly url: string;
  readonly port: number;
  /** The JSON of the service account's key file, with another address for its tokens. */
  keyFile(tokenUrl?: string): string;
  /** A line of its private key, which must not appear anywhere. */
  readonly secret: string;
  /** A token of a user of Drive. */
  readonly driveToken: string;
  /** `bucket/name` to the bytes of the object. */
  readonly objects: Map<string, Buffer>;
  /** Id to file of Drive. */
  readonly files: Map<string, { readonly name: string; readonly bytes: Buffer }>;
  /** Scopes of the issued tokens. */
  readonly scopes: string[];
  stop(): Promise<void>;
}

const EMAIL = 'tester@project.iam.gserviceaccount.example';

/** @param buckets names of the existing buckets */
export async function startGoogleServer(buckets: readonly string[]): Promise<GoogleServer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const objects = new Map<string, Buffer>();
  const files = new Map<string, { name: string; bytes: Buffer }>();
  const tokens = new Map<string, string>();
  const scopes: string[] = [];
  const driveToken = `drive-${randomBytes(16).toString('hex')}`;
  let base = '';

  const giveToken = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams((await bodyOf(request)).toString());
    const verified = await jwtVerify(form.get('assertion') ?? '', publicKey, {
      algorithms: ['RS256'],
      issuer: EMAIL,
      // The address that the client was given, even if it reaches it through a proxy.
      audience: `http://${request.headers.host}/token`,
      requiredClaims: ['exp', 'iat', 'scope'],
      maxTokenAge: '1h',
    }).catch(() => null);
    if (verified === null || form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
      json(response, 400, { error: 'invalid_grant' });
      return;
    }
    const token = randomBytes(16).toString('hex');
    tokens.set(token, String(verified.payload.scope));
    scopes.push(String(verified.payload.scope));
    json(response, 200, { access_token: token, expires_in: 3600, token_type: 'Bearer' });
  };

  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', base);
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (request.method === 'POST' && url.pathname === '/token') return giveToken(request, response);
    const drive = /^\/drive\/v3\/files\/([^/]+)$/.exec(url.pathname)?.[1];
    if (drive !== undefined) {
      if (bearer !== driveToken) return json(response, 401, {});
      const file = files.get(decodeURIComponent(drive));
      if (file === undefined) return json(response, 404, {});
      if (url.searchParams.get('alt') === 'media') return send(response, file.bytes);
      return json(response, 200, { name: file.name });
    }
    const scope = tokens.get(bearer);
    if (scope === undefined) return json(response, 401, {});
    const [, write, bucket = '', name = ''] =
      /^(\/upload)?\/storage\/v1\/b\/([^/]+)\/o(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
    if (!buckets.includes(bucket)) return json(response, 404, {});
    if (write !== undefined) {
      if (!scope.endsWith('read_write')) return json(response, 403, {});
      objects.set(`${bucket}/${url.searchParams.get('name')}`, await bodyOf(request));
      return json(response, 200, {});
    }
    const object = objects.get(`${bucket}/${decodeURIComponent(name)}`);
    return object === undefined ? json(response, 404, {}) : send(response, object);
  };

  const server = createServer((request, response) => void route(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  base = `http://127.0.0.1:${port}`;
  return {
    url: base,
    port,
    keyFile: (tokenUrl = `${base}/token`) =>
      JSON.stringify({ type: 'service_account', client_email: EMAIL, private_key: pem, token_uri: tokenUrl }),
    secret: pem.split('\n')[5] ?? '',
    driveToken,
    objects,
    files,
    scopes,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const send = (response: ServerResponse, bytes: Buffer): void =>
  void response.writeHead(200, { 'content-length': bytes.length }).end(bytes);

const json = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
