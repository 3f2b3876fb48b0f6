import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';

/* Keys, certificates and a time stamp server, all by openssl. */

export interface Keys {
  /** Certificate of who issued the others, PEM. */
  readonly root: string;
  /** PKCS#12 with the password `secret`, as openssl 3 writes it. */
  readonly modern: string;
  /** PKCS#12 with the password `gehäim`, as old programs wrote it, its root first. */
  readonly legacy: string;
  /** PEM of an elliptic curve, its key encrypted with the password `secret`. */
  readonly curve: string;
  /** PEM whose certificate has expired. */
  readonly expired: string;
}

const openssl = (folder: string, ...args: readonly string[]) => execa('openssl', args, { cwd: folder });

/** Writes keys of Ada Lovelace into a folder. */
export async function makeKeys(folder: string): Promise<Keys> {
  const path = (name: string): string => join(folder, name);
  await openssl(
    folder,
    ...words('req -x509 -newkey rsa:2048 -nodes -keyout root.key -out root.pem -days 400 -subj'),
    '/CN=Root of tests',
  );
  await issue(folder, 'rsa', words('-newkey rsa:2048'), ['-days', '300']);
  await issue(folder, 'ec', words('-newkey ec -pkeyopt ec_paramgen_curve:P-256'), ['-days', '300']);
  await issue(folder, 'old', words('-newkey rsa:2048'), ['-days', '-1']);
  const pkcs12 = words('pkcs12 -export -inkey rsa.key -in rsa.pem -certfile root.pem');
  await openssl(folder, ...pkcs12, '-out', 'modern.p12', '-passout', 'pass:secret');
  await openssl(folder, ...pkcs12, '-legacy', '-out', 'legacy.pfx', '-passout', 'pass:gehäim');
  await openssl(folder, ...words('ec -in ec.key -aes256 -passout pass:secret -out ec-locked.key'));
  await concatenate(path, 'curve.pem', ['root.pem', 'ec-locked.key', 'ec.pem']);
  await concatenate(path, 'expired.pem', ['old.key', 'old.pem']);
  return {
    root: path('root.pem'),
    modern: path('modern.p12'),
    legacy: path('legacy.pfx'),
    curve: path('curve.pem'),
    expired: path('expired.pem'),
  };
}

const words = (text: string): string[] => text.split(' ');

async function issue(folder: string, name: string, key: readonly string[], days: readonly string[]): Promise<void> {
  const request = words(`req -nodes -keyout ${name}.key -out ${name}.csr -subj`);
  await openssl(folder, ...request, '/CN=Ada Lovelace/O=Engines', ...key);
  const sign = words(`x509 -req -in ${name}.csr -CA root.pem -CAkey root.key -CAcreateserial -out ${name}.pem`);
  await openssl(folder, ...sign, ...days);
}

async function concatenate(path: (name: string) => string, name: string, parts: readonly string[]): Promise<void> {
  const texts = await Promise.all(parts.map((part) => readFile(path(part), 'utf8')));
  await writeFile(path(name), texts.join(''));
}

const TSA = `[tsa]
default_tsa = one
[one]
serial = ./tsa-serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;

/** Starts a time stamp server on loopback that answers by openssl. */
export async function startTimeStampServer(folder: string): Promise<{ url: string; stop: () => void; server: Server }> {
  await writeFile(join(folder, 'tsa.cnf'), TSA);
  await writeFile(join(folder, 'tsa.ext'), 'extendedKeyUsage = critical,timeStamping\n');
  const request = words('req -nodes -newkey rsa:2048 -keyout tsa.key -out tsa.csr -subj');
  await openssl(folder, ...request, '/CN=Clock of tests');
  const sign = words('x509 -req -in tsa.csr -CA root.pem -CAkey root.key -CAcreateserial -out tsa.pem -days 300');
  await openssl(folder, ...sign, '-extfile', 'tsa.ext');
  const server = createServer(async (asked, answer) => {
    const parts: Buffer[] = [];
    for await (const part of asked) parts.push(part as Buffer);
    await writeFile(join(folder, 'query.tsq'), Buffer.concat(parts));
    const reply = words('ts -reply -config tsa.cnf -queryfile query.tsq -signer tsa.pem -inkey tsa.key -out reply.tsr');
    await openssl(folder, ...reply);
    answer.setHeader('content-type', 'application/timestamp-reply');
    answer.end(await readFile(join(folder, 'reply.tsr')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, server, stop: () => server.close() };
}
