import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

/** A real FTP server on loopback with one user, whose files are in a folder. */
export interface FtpServer {
  readonly port: number;
  readonly folder: string;
  readonly username: string;
  readonly password: string;
  /** Path of its certificate; null for a server without TLS. */
  readonly certificate: string | null;
  /** Ends it; stored files stay. */
  takeDown(): Promise<void>;
  /** Serves again after `takeDown`, on the same port. */
  bringUp(): Promise<void>;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL('./ftp/server.py', import.meta.url));

/** Debian's Python, for which pyftpdlib is installed. */
const PYTHON = '/usr/bin/python3';

/** @param tls whether the server accepts only encrypted connections, with a self-signed certificate for 127.0.0.1 */
export async function startFtpServer({ tls = false }: { tls?: boolean } = {}): Promise<FtpServer> {
  const home = await mkdtemp(join(tmpdir(), 'convertd-ftp-'));
  const folder = await mkdtemp(join(home, 'files-'));
  const port = await freePort();
  const username = 'tester';
  const password = `ftp-${randomBytes(12).toString('hex')}`;
  const certificate = tls ? join(home, 'cert.pem') : null;
  const pem = join(home, 'server.pem');
  if (certificate !== null) {
    const key = join(home, 'key.pem');
    const self = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate];
    const names = ['-subj', '/CN=convertd test', '-addext', 'subjectAltName=IP:127.0.0.1'];
    execFileSync('openssl', [...self, ...names], { stdio: 'ignore' });
    await writeFile(pem, (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8')), { mode: 0o600 });
  }
  let running: ReturnType<typeof start> | null = null;
  function start() {
    const args = [SCRIPT, folder, String(port), ...(certificate === null ? [] : [pem])];
    const child = spawn(PYTHON, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin.write(`${username}\n${password}\n`);
    return child;
  }
  const bringUp = async () => {
    running = start();
    const ended = once(running, 'exit').then(() => Promise.reject(new Error('the FTP server has ended')));
    await Promise.race([once(running.stdout, 'data'), ended]);
    ended.catch(() => {});
  };
  const takeDown = async () => {
    const child = running;
    running = null;
    if (child === null || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  await bringUp();
  return {
    port,
    folder,
    username,
    password,
    certificate,
    takeDown,
    bringUp,
    stop: async () => {
      await takeDown();
      await rm(home, { recursive: true, force: true });
    },
  };
}
