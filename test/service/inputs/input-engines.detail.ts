import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../cli/support.ts';
import { IDENTIFY } from '../../support/imagemagick.ts';
import { start } from '../local-service.ts';
import { download, printed } from '../serve-support.ts';

test('a zip that is uploaded becomes a conversion of each of its files, for the price of one', async () => {
  const { serve } = await start();
  const [folder, names] = [await temporaryFolder(), ['one.txt', 'two.txt']];
  for (const name of names) await writeFile(join(folder, name), name);
  await execa('bsdtar', ['-a', '-cf', 'texts.zip', ...names], { cwd: folder });
  const job = await serve.createJob({
    input: [{ type: 'upload', engine: 'zip' }],
    conversion: [{ category: 'archive', target: 'gz', options: { allow_multiple_outputs: true } }],
    process: true,
  });
  const form = new FormData();
  form.set('file', new Blob([await readFile(join(folder, 'texts.zip'))]), 'texts.zip');
  const sent = await fetch(`${serve.url}/upload-file/${job.id}`, {
    method: 'POST',
    headers: { 'x-svc-api-key': serve.key },
    body: form,
  });
  expect(sent.status).toBe(201);
  const done = await serve.final(job.id);
  expect(done).toMatchObject({ status: 'completed', errors: [], warnings: [], spent: 1 });
  expect(done.input).toMatchObject([{ filename: 'texts.zip', engine: 'zip', content_type: 'application/zip' }]);
  const outputs = await download(done);
  expect([...outputs.keys()]).toEqual(['one.txt.gz', 'two.txt.gz']);
  for (const [name, content] of outputs) expect(await printed('gzip', ['-dc'], content)).toBe(name.replace('.gz', ''));
});

test('a film that is uploaded becomes a frame', async () => {
  const { serve } = await start();
  const film = join(await mkdtemp(join(tmpdir(), 'convertd-film-')), 'red.mkv');
  onTestFinished(() => rm(dirname(film), { recursive: true }));
  const red = ['-f', 'lavfi', '-i', 'color=red:size=64x48:duration=1'];
  await execa('ffmpeg', ['-v', 'error', ...red, '-c:v', 'ffv1', '-pix_fmt', 'bgr0', film]);
  const job = await serve.createJob({
    input: [{ type: 'upload', filename: 'red.mkv', engine: 'video', options: { max_frames: 1, max_width: 32 } }],
    conversion: [{ category: 'image', target: 'png' }],
    process: true,
  });
  const body = new FormData();
  body.append('file', new Blob([await readFile(film)]), 'red.mkv');
  const sent = await fetch(`${serve.url}/upload-file/${job.id}`, {
    method: 'POST',
    headers: { 'x-svc-api-key': serve.key },
    body,
  });
  expect(sent.status).toBe(201);
  const done = await serve.final(job.id);
  expect(done).toMatchObject({ status: 'completed', errors: [], warnings: [], output: [{ filename: 'red-0001.png' }] });
  const picture = await fetch(done.output[0]?.uri ?? '', { headers: { 'x-svc-api-key': serve.key } });
  const path = `${film}.png`;
  await writeFile(path, Buffer.from(await picture.arrayBuffer()));
  const { stdout } = await execa(IDENTIFY, ['-format', '%m %wx%h %[pixel:p{9,9}]', path]);
  expect(stdout).toMatch(/^PNG 32x24 (red|srgb\(25\d,0,0\))/);
});

test('a page of the web becomes a picture', async () => {
  const { inputs, serve } = await start();
  const source = inputs.text('page.html', '<p>hello');
  const job = await serve.createJob({
    input: [{ type: 'remote', source, engine: 'screenshot', options: { screen_width: 320, screen_height: 240 } }],
    conversion: [{ category: 'image', target: 'jpg' }],
    process: true,
  });
  const done = await serve.final(job.id);
  expect(done).toMatchObject({
    status: 'completed',
    errors: [],
    output: [{ filename: expect.stringMatching(/\.jpg$/) }],
  });
});
