import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processesOf } from '../../scripts/processes.ts';
import { temporaryFolder } from '../cli/support.ts';
import { createJudge, operationsOf } from '../service/access/described.ts';
import { chooseTarget, giveKey, jobSays, press, start, visit } from '../service/page/browser.ts';
import { textOf } from '../service/page/text-of.ts';
import { lintOpenApi } from '../support/openapi-linter.ts';
import { newVirtualHost, type SharedBroker } from '../support/use-broker.ts';
import { ask, convert, download } from './client.ts';
import { CONVERSIONS, type Conversion } from './conversions.ts';
import { convertWithGeneratedClient } from './generated-client.ts';
import { dataFolder, fixture, type Installation, mcpClient, type Product, startProduct } from './product.ts';

const [FIRST] = CONVERSIONS as readonly [Conversion];

/**
 * Tests the product as it ships: `convertd serve` and `convertd worker` as processes with their own environment, used from
 * outside. Call it inside a `describe`.
 * @param installed returns where convertd is, once the tests run
 */
export function testProduct(installed: () => Installation): void {
  let serve: Product;
  const folders = { data: '', files: '', worker: '' };
  const removers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    for (const name of ['data', 'files', 'worker'] as const) {
      const { path, remove } = await dataFolder();
      folders[name] = path;
      removers.push(remove);
    }
    serve = await startProduct(installed(), 'serve', folders.data, { CONCURRENCY: '2' });
  });
  afterAll(async () => {
    serve?.kill();
    for (const remove of removers) await remove();
  });

  async function check(conversion: Conversion, { url, key }: { url: string; key: string } = serve): Promise<void> {
    const input = await conversion.input(folders.files);
    const job = await convert({ url, key }, conversion, input);
    expect(job.errors).toEqual([]);
    expect(await conversion.observe(await download(job, folders.files), input)).toEqual(conversion.is);
  }

  for (const conversion of CONVERSIONS) {
    const tags = conversion.detail === true ? ['detail'] : [];
    it.concurrent(`makes ${conversion.category}/${conversion.target}`, { tags }, () => check(conversion));
  }

  it('answers every documented GET as described', async () => {
    const document = await ask(serve, 'GET', '/v2/schema');
    const job = await convert(
      serve,
      { ...FIRST, options: { ...FIRST.options, receipt: true } },
      await FIRST.input(folders.files),
    );
    const preset = await ask(serve, 'POST', '/v2/presets', { name: 'whole', target: 'mp3', options: {} });
    const [input, conversion, output] = [job.input[0].id, job.conversion[0].id, job.output[0]];
    const values = (path: string): Record<string, string> => ({
      job_id: job.id,
      conversion_id: conversion,
      file_id: path.includes('/output/') ? output.id : input,
      output_id: output.id,
      filename: output.filename,
      preset_id: preset.id,
      date: DATES[path.split('/')[3] ?? ''] ?? '',
      whose: 'single',
    });
    const judge = createJudge(document, []);
    const gets = operationsOf(document).filter(({ method }) => method === 'GET');
    const problems: string[] = [];
    for (const operation of gets) {
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => values(operation.path)[name] ?? '');
      const response = await fetch(serve.url + path, { headers: { 'x-svc-api-key': serve.key } });
      const contentType = response.headers.get('content-type') ?? '';
      const text = await textOf(response.body, contentType);
      if (response.status !== (WITHOUT_PROVIDER.has(operation.path) ? 404 : 200))
        problems.push(`${operation.name}: ${response.status} ${text}`);
      problems.push(...judge(operation, { status: response.status, contentType, text }));
    }
    expect(problems).toEqual([]);
    expect(gets.length).toBeGreaterThan(18);
  });

  it('has a description without faults, from which clients are generated that work', { tags: ['detail'] }, async () => {
    expect(await lintOpenApi(await (await fetch(`${serve.url}/v2/schema`)).text())).toEqual([]);
    const run = { baseUrl: serve.url, apiKey: serve.key, folder: await temporaryFolder() };
    const converted = await convertWithGeneratedClient(run);
    const { bytes } = converted;
    expect(converted).toMatchObject({ filename: 'chime.mp3', size: bytes.length, listed: true, refusal: 404 });
    const probed = await execa('ffprobe', ['-v', 'error', '-show_entries', 'stream=codec_name', '-i', '-'], {
      input: bytes,
    });
    expect(probed.stdout).toContain('codec_name=mp3');
  });

  it('shows the page and the reference', async () => {
    for (const path of ['/', '/v2/docs/', '/health/live', '/health/ready']) {
      expect(`${path} ${(await fetch(serve.url + path)).status}`).toBe(`${path} 200`);
    }
  });

  it('converts a file in the page, in a browser', async () => {
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    await page.locator('#file-input').setInputFiles(fixture('inputs/chime.wav'));
    await chooseTarget(page, 'flac');
    await start(page);
    const job = await jobSays(page, 'Done');
    const downloading = page.waitForEvent('download');
    await press(job, 'Download chime.flac');
    expect((await downloading).suggestedFilename()).toBe('chime.flac');
  });

  it('serves AI programs by standard input and output', async () => {
    const { client, close } = await mcpClient(installed(), folders.files);
    const input = { base64: (await readFile(fixture('document/readme.md'))).toString('base64'), filename: 'readme.md' };
    const markdown = await client.callTool({ name: 'to_markdown', arguments: { input } });
    expect(markdown.content).toEqual([{ type: 'text', text: expect.stringContaining('# Read me') }]);
    const chunks = await client.callTool({ name: 'convert', arguments: { inputs: [input], target: 'chunks' } });
    expect(JSON.stringify(chunks.content)).toContain('readme.chunks.json');
    await close();
    expect(await processesOf(folders.files)).toEqual([]);
  });

  it('leaves nothing after SIGTERM', async () => {
    expect(await processesOf(folders.data)).not.toEqual([]);
    expect(await serve.stop()).toEqual([]);
  });

  describe('with a broker and a worker', () => {
    let broker: SharedBroker;
    beforeAll(async () => {
      broker = await newVirtualHost();
    });
    afterAll(() => broker?.remove());

    it('converts through the worker, and both leave nothing after SIGTERM', async () => {
      const settings = { AMQP_URL: broker.url, OUTPUT_STORE: `${folders.files}/outputs`, CONCURRENCY: '1' };
      const worker = await startProduct(installed(), 'worker', folders.worker, {
        ...settings,
        ALLOWED_SOURCES: `file://${folders.data}/`,
      });
      const front = await startProduct(installed(), 'serve', folders.data, settings);
      await check(FIRST, { url: front.url, key: serve.key });
      expect(worker.log().join('\n')).toContain('"completed"');
      // The worker first: its settings name the folder of the service.
      expect(await worker.stop()).toEqual([]);
      expect(await front.stop()).toEqual([]);
    });
  });
}

/** Paths of the login, which works only if an OpenID provider is set. */
const WITHOUT_PROVIDER: ReadonlySet<string> = new Set(['/v2/login', '/v2/login/callback']);

const today = new Date().toISOString();
const DATES: Readonly<Record<string, string>> = {
  day: today.slice(0, 10),
  month: today.slice(0, 7),
  year: today.slice(0, 4),
};
