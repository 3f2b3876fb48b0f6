import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../test/support/free-port.ts';
import { median, table } from '../bench-worker/statistics.ts';
import { completedJob, start, startServe } from './process.ts';

const run = promisify(execFile);

const GIB = 1024 ** 3;
const RUNS = 5;

/** A server that only pipes the file. */
const BARE = `
  const { createServer } = await import('node:http');
  const { createReadStream } = await import('node:fs');
  const server = createServer((request, response) => createReadStream(process.env.FILE).pipe(response));
  server.listen(0, '127.0.0.1', () => console.log('convertd serves http://127.0.0.1:' + server.address().port));`;

/** Measures downloads of 1 GiB: from the disk, a bare server, the service, and nginx, to which the service passes the path. */
export async function measureLarge(folder: string): Promise<string> {
  const chunk = randomBytes(1024 ** 2);
  const files = createServer(async (_request, response) => {
    for (let sent = 0; sent < GIB; sent += chunk.length) {
      if (!response.write(chunk)) await once(response, 'drain');
    }
    response.end();
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(files.address() as AddressInfo).port}`;
  const service = await startServe({
    DATA_DIR: join(folder, 'large'),
    ALLOWED_ADDRESSES: address,
    ACCEL_LOCATION: '/outputs/',
    // The address of nginx here; curl, which uses the service directly, has another one.
    TRUSTED_PROXIES: '127.0.0.2',
  });
  const outputs = join(folder, 'large', 'outputs');
  const nginx = await startNginx(folder, service.url, outputs);
  try {
    const { link } = await completedJob(service, { type: 'remote', source: `http://${address}/large.bin` }, 'tar');
    const { stdout } = await run('find', [outputs, '-name', '*.tar']);
    const file = stdout.trim();
    const bare = await start(process.execPath, ['--input-type=module', '-e', BARE], { FILE: file });
    const rows: string[][] = [];
    try {
      rows.push(['disk (dd iflag=direct)', await speed(() => diskSpeed(file))]);
      rows.push(['bare server of Node', await speed(() => curlSpeed(bare.url))]);
      rows.push(['service', await speed(() => curlSpeed(service.url + link))]);
      rows.push(['nginx by X-Accel-Redirect', await speed(() => curlSpeed(nginx.url + link))]);
    } finally {
      await bare.stop();
    }
    return `Download of 1 GiB, median of ${RUNS}\n\n${table([['', 'MB/s'], ...rows])}`;
  } finally {
    await nginx.stop();
    await service.stop();
    files.close();
  }
}

async function speed(once_: () => Promise<number>): Promise<string> {
  const speeds: number[] = [];
  for (let index = 0; index < RUNS; index += 1) speeds.push(await once_());
  console.error(speeds.map((each) => Math.round(each / 1e6)).join(' '));
  return String(Math.round(median(speeds) / 1e6));
}

async function curlSpeed(url: string): Promise<number> {
  const format = '%{http_code} %{size_download} %{speed_download}';
  const { stdout } = await run('curl', ['-sS', '-o', '/dev/null', '-w', format, url]);
  const [status, size, bytes] = stdout.split(' ').map(Number);
  if (status !== 200 || (size ?? 0) < GIB) throw new Error(`${url}: ${stdout}`);
  return bytes ?? 0;
}

async function diskSpeed(file: string): Promise<number> {
  const started = performance.now();
  await run('dd', [`if=${file}`, 'of=/dev/null', 'bs=4M', 'iflag=direct']);
  return (GIB / (performance.now() - started)) * 1000;
}

async function startNginx(folder: string, service: string, outputs: string) {
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  await writeFile(
    config,
    `${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; pid ${folder}/nginx.pid; error_log stderr crit; daemon off;
    events {}
    http {
      access_log off;
      server {
        listen 127.0.0.1:${port};
        location / { proxy_pass ${service}; proxy_bind 127.0.0.2; proxy_set_header Host $http_host; }
        location /outputs/ { internal; alias ${outputs}/; sendfile on; }
      }
    }`,
  );
  const child = spawn('/usr/sbin/nginx', ['-e', 'stderr', '-c', config], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    if (child.exitCode !== null || tries > 100) throw new Error('nginx has ended');
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      break;
    await sleep(50);
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
