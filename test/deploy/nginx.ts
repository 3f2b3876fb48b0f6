import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ROOT } from '../cli/support.ts';
import { freePort } from '../support/free-port.ts';
import { testFolder, waitFor } from '../worker/support.ts';

export interface Proxy {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  readonly port: number;
  /** Lines of its access log so far. */
  accessLog(): Promise<string>;
}

/**
 * Starts Debian's nginx with deploy/nginx.conf, in which only addresses differ: its port, its folder, and the services behind it.
 * It is stopped when the test ends.
 * @param options.locations further location blocks of nginx.conf; nginx may then read the same files as this process
 */
export async function startNginx(
  servicePorts: readonly number[],
  port?: number,
  { locations }: { locations?: string } = {},
): Promise<Proxy> {
  const listen = port ?? (await freePort());
  const folder = await testFolder();
  // If root starts it, its processes run as another user.
  await chmod(folder, 0o755);
  const shipped = await readFile(join(ROOT, 'deploy', 'nginx.conf'), 'utf8');
  const config = join(folder, 'nginx.conf');
  await writeFile(
    config,
    shipped
      .replaceAll('server service:8080;', servicePorts.map((each) => `server 127.0.0.1:${each};`).join(' '))
      .replaceAll('/tmp/', `${folder}/`)
      .replace('/dev/stdout', `${folder}/access.log`)
      .replace('listen 8080;', `listen 127.0.0.1:${listen};\n${locations ?? ''}`),
  );
  const directives = locations !== undefined && process.getuid?.() === 0 ? 'daemon off; user root;' : 'daemon off;';
  const child = spawn('/usr/sbin/nginx', ['-e', 'stderr', '-c', config, '-g', directives], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const url = `http://127.0.0.1:${listen}`;
  await waitFor(async () => {
    if (child.exitCode !== null) throw new Error(`nginx has ended: ${errors}`);
    return fetch(`${url}/health`).then(
      () => true,
      () => false,
    );
  }, 'nginx to listen');
  return { url, port: listen, accessLog: () => readFile(join(folder, 'access.log'), 'utf8') };
}
