import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../cli/support.ts';
import { CHECKOUT, dataFolder, startProduct } from '../whole/product.ts';

/** The health check of the image, as Docker runs it. */
const [, check = '[]'] =
  /^HEALTHCHECK .*\\\n {2}CMD (\[.*\])$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')) ?? [];
const [program = '', ...words]: string[] = JSON.parse(check);

/** Returns the exit code: 0 is healthy, 1 unhealthy; Docker reserves others. */
async function health(port: string, path = '/health/live'): Promise<number | undefined> {
  const asked = words.map((word) => word.replace('/health/live', path));
  return (await execa(program, asked, { env: { PORT: port }, reject: false })).exitCode;
}

async function start(command: 'serve' | 'worker', settings: Record<string, string> = {}): Promise<string> {
  const { path, remove } = await dataFolder();
  const product = await startProduct(CHECKOUT, command, path, settings);
  onTestFinished(async () => {
    await product.stop();
    await remove();
  });
  return new URL(product.url).port;
}

it('is healthy while serve answers', async () => {
  expect(await health(await start('serve'))).toBe(0);
});

it('is unhealthy where the answer is 503, as that of a worker that is not ready', async () => {
  const port = await start('worker', { AMQP_URL: 'amqp://127.0.0.1:1' });
  expect(await health(port)).toBe(0);
  expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(503);
  expect(await health(port, '/health/ready')).toBe(1);
});

it('is unhealthy where nothing listens, or nothing is answered', async () => {
  expect(await health('1')).toBe(1);
  const silent = `require('node:net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port); })`;
  const child: ChildProcess = spawn(process.execPath, ['--eval', silent], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const [port] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  expect(await health(String(port).trim())).toBe(1);
});
