import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { stopProgram } from '../../support/frozen.ts';
import { testFolder, waitFor } from '../../worker/support.ts';
import { newInstallation, remote, startServe } from '../serve-support.ts';

/* Requests of clients for films: category video, target mp4, the file as its bytes. */

async function film(seconds: number, size: string): Promise<string> {
  const path = join(await testFolder(), 'holiday.mov');
  const sources = [`testsrc2=size=${size}:rate=25:duration=${seconds}`, `sine=duration=${seconds}`];
  const codecs = ['-c:v', 'mjpeg', '-q:v', '5', '-c:a', 'pcm_s16le'];
  await execa('ffmpeg', ['-v', 'error', ...sources.flatMap((each) => ['-f', 'lavfi', '-i', each]), ...codecs, path]);
  return path;
}

/** Starts a service, and serves the film at an address that it may open. */
async function serving(path: string) {
  const server = createServer((_request, response) => createReadStream(path).pipe(response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const installation = await newInstallation();
  const serve = await startServe(installation, { ALLOWED_ADDRESSES: address });
  return { serve, folder: installation.folder, input: [remote(`http://${address}/holiday.mov`)] };
}

it('a film becomes video/mp4 that players start at once', async () => {
  const { serve, input } = await serving(await film(2, '160x120'));
  const conversion = [{ category: 'video', target: 'mp4', options: {} }];
  const { id } = await serve.createJob({ input, conversion, process: true });
  const job = await serve.final(id);
  expect([job.status, job.errors]).toEqual(['completed', []]);
  const [output] = job.output;
  expect(output?.filename).toBe('holiday.mp4');
  const bytes = Buffer.from(
    await (await fetch(output?.uri ?? '', { headers: { 'x-svc-api-key': serve.key } })).arrayBuffer(),
  );
  // The index is before the frames.
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  const path = join(await testFolder(), 'got.mp4');
  await writeFile(path, bytes);
  const show = ['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', path];
  expect((await execa('ffprobe', show)).stdout.split('\n')).toEqual(['h264', 'aac']);
});

it('a film tells its percent, and ends where its job is deleted', async () => {
  const { serve, folder, input } = await serving(await film(90, '640x480'));
  const options = { effort: 'small', quality: 90 };
  const conversion = [{ category: 'video', target: 'mp4', options }];
  const { id } = await serve.createJob({ input, conversion, process: true });
  const percent = async () => {
    const { body } = await serve.call('GET', `/v2/jobs/${id}/threads`);
    return Math.max(0, ...(body as { status: number }[]).map(({ status }) => status));
  };
  const running = async () => {
    const { stdout } = await execa('ps', ['-ewwo', 'ppid,stat,args']);
    return stdout
      .split('\n')
      .filter((line) => line.includes('libx264') && line.includes(folder) && !/^\s*\d+\s+Z/.test(line));
  };
  await waitFor(async () => (await running()).length > 0 || undefined, 'ffmpeg to begin');
  const begun = await percent();
  await waitFor(async () => (await percent()) > begun || undefined, 'the film to be on its way');
  expect(await percent()).toBeLessThan(100);
  await stopProgram(folder, 'ffmpeg');
  expect((await serve.call('DELETE', `/v2/jobs/${id}`)).status).toBe(204);
  await waitFor(async () => (await running()).length === 0 || undefined, 'ffmpeg to end');
});
