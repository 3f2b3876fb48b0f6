import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ROOT } from '../../cli/support.ts';
import { startNginx } from '../../deploy/nginx.ts';
import { useService } from '../support.ts';
import { curl, type MadeOutput, makeOutput, randomFile } from './files-support.ts';

const SIZE = 5_000_003;
const NAME = 'Größe "x" 100% #1.mp3';

/** Returns the location block of the page about downloads, for this folder. */
async function documentedLocation(folder: string): Promise<string> {
  const page = await readFile(join(ROOT, 'src/service/README.md'), 'utf8');
  const [block] = /^ {4}location \/outputs\/ \{\n(?: {8}.*\n)+ {4}\}$/m.exec(page) ?? [];
  const location = block?.replace('/var/lib/convertd/outputs/', `${folder}/`) ?? '';
  expect(location).toContain(folder);
  return location;
}

describe('downloads behind nginx that sends the files itself', () => {
  const service = useService('sqlite', { ACCEL_LOCATION: '/outputs/', TRUSTED_PROXIES: 'loopback' });
  let key = '';
  let file = '';
  let output: MadeOutput;
  beforeAll(async () => {
    ({ key } = await service().key());
    file = await randomFile(SIZE);
    output = await makeOutput(service(), key, file, { filename: NAME });
  });

  const port = () => Number(new URL(service().url).port);
  const proxy = async () =>
    startNginx([port()], undefined, { locations: await documentedLocation(service().context.config.outputStore) });
  const record = async () =>
    (await service().request('GET', `/v2/jobs/${output.job.id}/output/${output.id}`, { key })).body;

  test('the service sends the headers, nginx the bytes', async () => {
    const { url } = await proxy();
    const before = (await record()).downloads_counter;
    const read = vi.spyOn(service().context.files, 'read');
    const answer = await curl(url + output.link);
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
    expect(answer.status).toBe(200);
    expect(answer.body.equals(await readFile(file))).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-length': String(SIZE),
      'content-type': 'audio/mpeg',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringContaining('attachment; filename='),
    });
    expect(answer.headers).not.toHaveProperty('x-accel-redirect');
    await expect.poll(async () => (await record()).downloads_counter).toBe(before + 1);
  });

  test('nginx answers ranges', async () => {
    const { url } = await proxy();
    const answer = await curl('-r', '1000-1999', url + output.link);
    expect([answer.status, answer.headers['content-range']]).toEqual([206, `bytes 1000-1999/${SIZE}`]);
    expect(answer.body.equals((await readFile(file)).subarray(1000, 2000))).toBe(true);
    const again = await curl('-H', `If-None-Match: ${answer.headers.etag}`, url + output.link);
    expect(again.status).toBe(304);
  });

  test('the folder is closed to clients, and the service still decides', async () => {
    const { url } = await proxy();
    const path = (await curl(service().url + output.link)).headers['x-accel-redirect'];
    expect(path).toMatch(/^\/outputs\/./);
    expect((await curl(`${url}/outputs/`)).status).toBe(404);
    expect((await curl(url + path)).status).toBe(404);
    const secret = await makeOutput(service(), key, file, { job: { download_passwords: ['open'] } });
    expect((await curl(url + secret.link)).status).toBe(401);
    expect((await curl('-H', 'X-Svc-Download-Password: open', url + secret.link)).status).toBe(200);
  });
});

describe('a client that is no trusted proxy', () => {
  const service = useService('sqlite', { ACCEL_LOCATION: '/outputs/' });

  test('gets the bytes from the service, and not where they are', async () => {
    const { key } = await service().key();
    const file = await randomFile(100_000);
    const output = await makeOutput(service(), key, file, { filename: 'a.bin' });
    const answer = await curl(service().url + output.link);
    expect(answer.headers).not.toHaveProperty('x-accel-redirect');
    expect(answer.body.equals(await readFile(file))).toBe(true);
  });
});
