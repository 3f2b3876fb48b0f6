import { createReadStream } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { table } from '../bench-worker/statistics.ts';

const CONVERTD = fileURLToPath(new URL('../../bin/convertd', import.meta.url));
const MB = 1e6;
const SAMPLE_MS = 250;

/** Makes a film of about this many bytes, but at least one piece of 10 seconds: repeated noise. Returns its path. */
async function makeLarge(folder: string, bytes: number): Promise<string> {
  const piece = join(folder, 'piece.mov');
  const picture = 'testsrc2=size=1280x720:rate=25:duration=10,noise=alls=60:allf=t,format=yuv420p';
  const sources = [picture, 'sine=duration=10'].flatMap((source) => ['-f', 'lavfi', '-i', source]);
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '20', '-c:a', 'aac'];
  await execa('ffmpeg', ['-v', 'error', '-y', ...sources, ...codecs, piece]);
  const times = Math.ceil(bytes / (await stat(piece)).size);
  const list = join(folder, 'list.txt');
  await writeFile(list, `file '${piece}'\n`.repeat(times));
  const path = join(folder, 'large.mov');
  await execa('ffmpeg', ['-v', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy', path]);
  return path;
}

/** Returns the private memory of a process, bytes (RssAnon of proc(5)). */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}

/** Returns a table of the memory of `convertd serve` while it converts films of several sizes, fetched from an address and downloaded. */
export async function measureLarge(folder: string): Promise<string> {
  const rows: string[][] = [['film', 'result', 'seconds', 'memory before', 'most while it converts']];
  const data = join(folder, 'data');
  await mkdir(data);
  let film = '';
  const server = createServer((_request, response) => createReadStream(film).pipe(response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { DATA_DIR: data, PORT: '0', ALLOWED_ADDRESSES: address };
  const serve = execa(CONVERTD, ['serve'], { env, reject: false, buffer: false, stdin: 'ignore' });
  try {
    let printed = '';
    const [url, key] = await new Promise<[string, string]>((done) => {
      serve.stdout?.on('data', (chunk: Buffer) => {
        printed += chunk;
        const found = /serves (\S+)\n[\s\S]*once: (\S+)/.exec(printed);
        if (found !== null) done([found[1] ?? '', found[2] ?? '']);
      });
    });
    for (const bytes of [100 * MB, 100 * MB, 1000 * MB]) {
      film = await makeLarge(folder, bytes);
      const before = await memoryOf(serve.pid ?? 0);
      let most = before;
      const timer = setInterval(async () => {
        most = Math.max(most, await memoryOf(serve.pid ?? 0));
      }, SAMPLE_MS);
      const started = performance.now();
      const made = await convert(url, key, `http://${address}/large.mov`);
      clearInterval(timer);
      const seconds = (performance.now() - started) / 1000;
      const { size } = await stat(film);
      const row = [size, made, seconds * MB, before, most].map(
        (value, index) => `${(value / MB).toFixed(index === 2 ? 1 : 0)}${index === 2 ? '' : ' MB'}`,
      );
      console.error(row.join('  '));
      rows.push(row);
    }
  } finally {
    serve.kill('SIGTERM');
    await serve;
    server.close();
  }
  return table(rows);
}

/** The fields of a job that are used. */
interface Job {
  readonly id: string;
  readonly status: string;
  readonly errors: unknown;
  readonly output: readonly { readonly uri: string }[];
}

/** Converts with a job and downloads the output. Returns its size in bytes. */
async function convert(url: string, key: string, source: string): Promise<number> {
  const headers = { 'x-svc-api-key': key, 'content-type': 'application/json' };
  const body = JSON.stringify({
    input: [{ type: 'remote', source }],
    conversion: [{ category: 'video', target: 'mp4' }],
    process: true,
  });
  const { id } = (await (await fetch(`${url}/v2/jobs`, { method: 'POST', headers, body })).json()) as Job;
  for (;;) {
    const job = (await (await fetch(`${url}/v2/jobs/${id}`, { headers })).json()) as Job;
    if (job.status === 'failed') throw new Error(JSON.stringify(job.errors));
    if (job.status === 'completed') {
      const answer = await fetch(job.output[0]?.uri ?? '', { headers });
      let bytes = 0;
      for await (const chunk of answer.body ?? []) bytes += chunk.length;
      return bytes;
    }
    await new Promise((done) => setTimeout(done, SAMPLE_MS));
  }
}
