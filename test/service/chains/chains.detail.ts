import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../cli/support.ts';
import { useBroker } from '../../support/use-broker.ts';
import { startGate } from '../../worker/gate.ts';
import { startWorker, waitFor } from '../../worker/support.ts';
import { start } from '../local-service.ts';
import { testFolder } from '../outputs/files-support.ts';
import { download, newInstallation, printed, remote, type ServeProcess, startServe } from '../serve-support.ts';
import { ftpStorage } from '../storages/ftp.ts';
import { inputFrom, startReaching, targetIn } from '../storages/scenarios.ts';
import type { Json } from '../support.ts';
import { receiver, status } from '../webhooks/webhook-receiver.ts';
import { take } from './chains-support.ts';

const sha1 = async (content: string) => `${(await printed('sha1sum', [], content)).split(' ')[0]}\n`;
const md5 = async (content: string) => `${(await printed('md5sum', [], content)).split(' ')[0]}\n`;

/** The SHA-1 of the MD5 of a file: two steps. */
const TWO_STEPS = [
  { name: 'first', target: 'md5' },
  { target: 'sha1', input: take('first') },
];

describe('a chain', () => {
  test('makes of a scan a searchable PDF, a smaller one and a picture of it: one job with one callback', async () => {
    const { url, deliveries } = await receiver(status(204));
    const { serve } = await start({ ALLOWED_ADDRESSES: new URL(url).host });
    const job = await serve.createJob({
      input: [{ type: 'upload', filename: 'scan.png' }],
      conversion: [
        {
          category: 'operation',
          target: 'thumbnail',
          options: { thumbnail_target: 'jpg', width: 200 },
          input: take('small'),
        },
        {
          name: 'small',
          category: 'operation',
          target: 'compress',
          options: { compression_level: 'high' },
          input: take('searchable'),
        },
        { name: 'searchable', category: 'document', target: 'pdf', options: { ocr: true } },
      ],
      process: true,
      callback: url,
    });
    const scan = join(ROOT, 'fixtures', 'document', 'scan.png');
    const upload = ['-sSf', '-H', `X-Svc-Token: ${job.token}`, '-F', `file=@${scan}`];
    await execa('curl', [...upload, `${serve.url}/upload-file/${job.id}`]);
    const ended = (await serve.final(job.id)) as Json;
    expect(ended).toMatchObject({ status: 'completed', errors: [], spent: 3, input: [{ filename: 'scan.png' }] });
    const [thumbnail, small, searchable] = ended.conversion.map(({ id }: Json) => id);
    // In the order of creation.
    expect(ended.output.map(({ source }: Json) => source)).toEqual(
      [searchable, small, thumbnail].map((conversion) => ({ conversion, input: [ended.input[0].id] })),
    );

    const folder = await testFolder();
    const [searchablePdf = '', smallPdf = '', picture = ''] = await Promise.all(
      ended.output.map(async ({ uri }: Json, index: number) => {
        const path = join(folder, `${index}`);
        await execa('curl', ['-sSf', '-o', path, uri]);
        return path;
      }),
    );
    const { stdout: words } = await execa('pdftotext', [searchablePdf, '-']);
    expect(words.trim().length).toBeGreaterThan(10);
    expect((await execa('pdftotext', [smallPdf, '-'])).stdout).toBe(words);
    for (const pdf of [searchablePdf, smallPdf]) {
      await execa('qpdf', ['--check', pdf]);
      expect((await execa('pdfinfo', [pdf])).stdout).toMatch(/^Pages: +1$/m);
    }
    expect((await stat(smallPdf)).size).toBeLessThan((await stat(searchablePdf)).size);
    expect((await execa('file', ['--brief', picture])).stdout).toMatch(/^JPEG image data/);
    expect((await execa('identify', ['-format', '%w', picture])).stdout).toBe('200');

    await waitFor(() => deliveries.length > 0, 'the callback');
    expect(deliveries.map(({ job: { id, status: at, output } }) => [id, at, output.length])).toEqual([
      [job.id, 'completed', 3],
    ]);
  });

  test('comes from a storage, and what each step has made goes back', async () => {
    const storage = await ftpStorage();
    onTestFinished(storage.stop);
    const { serve } = await startReaching({ CATEGORIES: 'hash' });
    await storage.write('in/a.txt', Buffer.from('abc'));
    const to = (file: string) => ({ output_target: [targetIn(storage, storage.describe(file))] });
    const [first, last] = TWO_STEPS;
    const job = await serve.createJob({
      input: [inputFrom(storage, storage.describe('in/a.txt'))],
      conversion: [
        { ...first, ...to('out/first.txt') },
        { ...last, ...to('out/last.txt') },
      ],
      process: true,
    });
    await expectTwoSteps(serve, job.id, 'abc');
    const delivered = await Promise.all(['out/first.txt', 'out/last.txt'].map(storage.read));
    expect(delivered.map(String)).toEqual([await md5('abc'), await sha1(await md5('abc'))]);
  });

  test('goes on after the service was killed in the middle', async () => {
    const gate = await startGate();
    const { serve, again } = await start({ ALLOWED_ADDRESSES: gate.address });
    const job = await serve.createJob({ input: [remote(gate.url('slow'))], conversion: TWO_STEPS, process: true });
    await waitFor(() => gate.requests('slow') === 1, 'the first step to run');
    serve.signal('SIGKILL');
    await serve.ended;
    gate.open('slow', 'at last');
    await expectTwoSteps(await again(), job.id, 'at last');
  });
});

describe('a chain with workers', () => {
  const broker = useBroker();

  test('goes from step to step over the broker', async () => {
    const installation = await newInstallation();
    const common = { AMQP_URL: broker().url, OUTPUT_STORE: join(installation.folder, 'outputs') };
    const serve = await startServe(installation, common);
    await startWorker({ ...common, DATA_DIR: join(installation.folder, 'worker'), CATEGORIES: 'hash' });
    const job = await serve.createJob({
      input: [{ type: 'base64', source: 'YWJj', filename: 'a.txt' }],
      conversion: TWO_STEPS,
      process: true,
    });
    await expectTwoSteps(serve, job.id, 'abc');
  });
});

async function expectTwoSteps(serve: ServeProcess, id: string, content: string): Promise<void> {
  const ended = await serve.final(id);
  expect(ended).toMatchObject({ status: 'completed', errors: [], spent: 2 });
  const digest = await md5(content);
  expect([...(await download(ended)).values()].map(String)).toEqual([digest, await sha1(digest)]);
}
