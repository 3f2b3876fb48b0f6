import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { INPUTS, ROOT } from '../../cli/support.ts';
import { FFPROBE } from '../../support/ffprobe.ts';
import { ask } from '../../support/infrastructure/ask.ts';
import { peakMemory } from '../../support/peak-memory.ts';
import { DEBIAN_7ZIP } from '../../support/seven-zip.ts';
import { useBroker } from '../../support/use-broker.ts';
import { startGate } from '../../worker/gate.ts';
import { startWorker, waitFor } from '../../worker/support.ts';
import { start } from '../local-service.ts';
import { curl, randomFile, testFolder } from '../outputs/files-support.ts';
import { download, newInstallation, printed, type ServeProcess, startServe } from '../serve-support.ts';
import type { Json } from '../support.ts';
import { sendAndWait } from './convert-support.ts';

const MEBIBYTE = 1024 ** 2;
const document = (name: string) => join(ROOT, 'fixtures', 'document', name);
const call = (serve: ServeProcess, path: string, ...args: string[]) =>
  curl('-H', `X-Svc-Api-Key: ${serve.key}`, ...args, `${serve.url}/v2/convert/${path}`);
const sha1 = async (content: string) => `${(await printed('sha1sum', [], content)).split(' ')[0]}\n`;
const jobsOf = async (serve: ServeProcess): Promise<Json[]> =>
  ((await serve.call('GET', '/v2/jobs')).body as Json[] | null) ?? [];

/** Returns the job of a request that was just sent, once it runs. */
const runningJob = (serve: ServeProcess): Promise<string> =>
  waitFor(
    async () => (await jobsOf(serve)).find(({ status }) => status === 'downloading' || status === 'processing')?.id,
    'a job that runs',
  );

describe('one call', () => {
  test('makes sound, pictures and documents that other programs read', async () => {
    const { serve } = await start();
    const folder = await testFolder();
    const convert = async (path: string, name: string, ...args: string[]): Promise<string> => {
      const { status, body, json } = await call(serve, path, ...args);
      expect(status, JSON.stringify(json)).toBe(200);
      await writeFile(join(folder, name), body);
      return join(folder, name);
    };
    const mp3 = await convert('mp3', 'a.mp3', '-F', `file=@${join(INPUTS, 'chime.wav')}`, '-F', 'audio_bitrate=192');
    const stream = 'stream=codec_name,bit_rate';
    const probed = await execa(FFPROBE, ['-v', 'error', '-show_entries', stream, '-of', 'csv=p=0', mp3]);
    expect(probed.stdout).toBe('mp3,192000');

    const picture = `file=@${document('scan.png')}`;
    const jpg = await convert('image/jpg', 'a.jpg', '-F', picture, '-F', 'options={"width":300}');
    expect((await execa('identify', ['-format', '%m %w', jpg])).stdout).toBe('JPEG 300');

    const pdf = await convert(
      'pdf?filename=report.docx',
      'a.pdf',
      '--data-binary',
      `@${document('report.docx')}`,
      '-H',
      'Content-Type: application/octet-stream',
    );
    const { stdout: text } = await execa('pdftotext', [pdf, '-']);
    const { stdout: expected } = await execa('pdftotext', [document('report.pdf'), '-']);
    const words = (all: string) => all.split(/\W+/).filter((word) => word.length > 3);
    expect(words(expected).length).toBeGreaterThan(3);
    expect(words(text)).toEqual(expect.arrayContaining(words(expected).slice(0, 3)));

    const locked = ['-F', `file=@${document('locked.docx')}`];
    const refused = await call(serve, 'pdf', ...locked);
    expect([refused.status, refused.json.name]).toEqual([422, 'input_password_needed']);
  });

  test('streams a large file in and out: memory does not grow with it, and nothing temporary stays', async () => {
    const { serve, installation } = await start({ CATEGORIES: 'archive' });
    const zipOf = async (bytes: number) => {
      const file = await randomFile(bytes, 'noise.bin');
      const zip = join(await testFolder(), 'noise.zip');
      const url = `${serve.url}/v2/convert/archive/zip`;
      await execa('curl', ['-sSf', '-H', `X-Svc-Api-Key: ${serve.key}`, '-F', `file=@${file}`, '-o', zip, url]);
      const inside = await execa('bash', ['-c', `${DEBIAN_7ZIP} e -so ${zip} | cmp - ${file}`], { reject: false });
      expect(inside.exitCode, inside.stdout).toBe(0);
      return (await stat(zip)).size;
    };
    await zipOf(20 * MEBIBYTE);
    const before = peakMemory(serve.pid);
    expect(before).toBeGreaterThan(50 * MEBIBYTE);
    expect(await zipOf(200 * MEBIBYTE)).toBeGreaterThan(200 * MEBIBYTE);
    expect(peakMemory(serve.pid) - before).toBeLessThan(80 * MEBIBYTE);
    expect(await readdir(join(installation.folder, 'work', 'uploads'))).toEqual([]);
  });

  test('that is abandoned stops the conversion', async () => {
    const gate = await startGate();
    const { serve } = await start({ ALLOWED_ADDRESSES: gate.address });
    const url = `${serve.url}/v2/convert/sha1?source=${encodeURIComponent(gate.url('slow'))}`;
    const client = sendAndWait(url, { 'x-svc-api-key': serve.key }, '');
    const id = await runningJob(serve);
    await waitFor(() => gate.requests('slow') === 1, 'the input to be asked for');
    client.leave();
    await waitFor(async () => (await serve.job(id)).status === 'canceled', 'the job to be canceled');
    await waitFor(
      () => serve.log().some(({ msg, job_id }) => msg === 'task ended' && job_id === id),
      'the task to be stopped',
    );
  });

  test('is answered with the job where the service stops, and the next service ends it', async () => {
    const gate = await startGate();
    const { serve, again } = await start({ ALLOWED_ADDRESSES: gate.address, SHUTDOWN_GRACE: '1' });
    const waiting = call(serve, 'sha1', '-F', `source=${gate.url('slow')}`);
    const id = await runningJob(serve);
    serve.signal('SIGTERM');
    const { status, json } = await waiting;
    expect([status, json.id]).toEqual([202, id]);
    await serve.ended;
    gate.open('slow', 'at last');
    const files = await download(await (await again()).final(id));
    expect([...files.values()].map(String)).toEqual([await sha1('at last')]);
  });

  test('is answered by the replica that was asked, whichever runs the task', async () => {
    const gate = await startGate();
    const installation = await newInstallation();
    const env = {
      DATABASE_URL: await ask('serviceDatabase'),
      OUTPUT_STORE: join(installation.folder, 'outputs'),
      SERVICE_SECRET: randomBytes(32).toString('hex'),
      ALLOWED_ADDRESSES: gate.address,
      CONCURRENCY: '1',
    };
    const first = await startServe(installation, env);
    // The only slot of the first is taken before there is a second.
    const busy = await first.createJob({
      input: [{ type: 'remote', source: gate.url('busy') }],
      conversion: [{ target: 'sha1' }],
      process: true,
    });
    await waitFor(() => gate.requests('busy') === 1, 'the first service to be busy');
    const second = await startServe({ ...(await newInstallation()), key: first.key }, env);
    const { status, body, headers } = await call(first, 'sha1', '-F', `file=@${join(INPUTS, 'abc.txt')}`);
    expect([status, body.toString()]).toEqual([200, await sha1(await readFile(join(INPUTS, 'abc.txt'), 'utf8'))]);
    const ran = (serve: ServeProcess) =>
      serve.log().some(({ msg, job_id }) => msg === 'task ended' && job_id === headers['x-svc-job-id']);
    expect([ran(first), ran(second)]).toEqual([false, true]);
    expect((await first.job(busy.id)).status).toBe('downloading');
  });
});

describe('one call with workers', () => {
  const broker = useBroker();

  test('is answered when a worker has converted', async () => {
    const installation = await newInstallation();
    const common = { AMQP_URL: broker().url, OUTPUT_STORE: join(installation.folder, 'outputs') };
    const serve = await startServe(installation, common);
    await startWorker({ ...common, DATA_DIR: join(installation.folder, 'worker'), CATEGORIES: 'hash' });
    const { status, body } = await call(serve, 'sha1', '-F', `file=@${join(INPUTS, 'abc.txt')}`);
    expect([status, body.toString()]).toEqual([200, await sha1(await readFile(join(INPUTS, 'abc.txt'), 'utf8'))]);
    expect(serve.log().filter(({ msg }) => msg === 'task ended')).toEqual([]);
  });
});
