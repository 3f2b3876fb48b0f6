import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { serve as serveHttp } from '../../files/helpers/server.ts';
import { DEBIAN_7ZIP } from '../../support/seven-zip.ts';
import { testFolder, waitFor } from '../../worker/support.ts';
import { type JobView, newInstallation, startServe } from '../serve-support.ts';
import { receiver, status } from '../webhooks/webhook-receiver.ts';

const MARKER = '********';
/** Part of every secret of this test. */
const SECRET = 'hunter2';
const ZIP_PASSWORD = `${SECRET}-zip`;
const PDF_PASSWORD = `${SECRET}-pdf`;
const DOWNLOAD_PASSWORD = `${SECRET}-download`;
const SITE_PASSWORD = `${SECRET}-site`;

test('a job uses its secrets, and shows none in documents, callbacks and logs', async () => {
  const hook = await receiver(status(204));
  const site = await serveHttp((request, response) => {
    const allowed = request.headers.authorization === `Basic ${Buffer.from(`me:${SITE_PASSWORD}`).toString('base64')}`;
    response.writeHead(allowed ? 200 : 401, { 'content-type': 'text/plain' }).end(allowed ? 'private notes' : '');
  });
  const service = await startServe(await newInstallation(), {
    ALLOWED_ADDRESSES: '127.0.0.1',
    HEADER_ALIASES: 'X-Other',
    LOG_LEVEL: 'trace',
  });
  const made = await service.createJob({
    input: [{ type: 'remote', source: `${site.url.replace('//', `//me:${SITE_PASSWORD}@`)}/notes.txt` }],
    conversion: [
      {
        category: 'archive',
        target: 'zip',
        options: { encrypt_password: ZIP_PASSWORD, download_password: DOWNLOAD_PASSWORD },
      },
      {
        category: 'document',
        target: 'pdf',
        options: { new_user_password: PDF_PASSWORD, new_owner_password: `${SECRET}-owner`, unheard_token: SECRET },
      },
    ],
    download_passwords: [DOWNLOAD_PASSWORD],
    callback: hook.url,
    notify_status: true,
    process: false,
  });
  const [zip, pdf] = made.conversion as (JobView['conversion'][number] & { options: Record<string, unknown> })[];
  expect([zip?.options, pdf?.options]).toEqual([
    { encrypt_password: MARKER, download_password: MARKER },
    { new_user_password: MARKER, new_owner_password: MARKER, unheard_token: MARKER },
  ]);
  // Like a client that reads, changes and sends back.
  for (const { id, options } of [zip, pdf].filter((each) => each !== undefined)) {
    const path = `/v2/jobs/${made.id}/conversions/${id}`;
    expect((await service.call('PATCH', path, { options: { ...options, output_filename: 'result' } })).status).toBe(
      200,
    );
  }
  const started = await service.call('PATCH', `/v2/jobs/${made.id}`, { process: true });
  expect(started.status).toBe(200);
  const job = await service.final(made.id);
  expect([job.status, job.errors]).toEqual(['completed', []]);
  expect(job.warnings.map(({ message }) => message)).toEqual([expect.stringContaining('unheard_token')]);

  const folder = await testFolder();
  const fetched = async (extension: string, password: string) => {
    const output = job.output.find(({ filename }) => filename.endsWith(extension));
    const answer = await fetch(output?.uri ?? '', { headers: { 'x-svc-download-password': password } });
    const path = join(folder, `file${extension}`);
    await writeFile(path, Buffer.from(await answer.arrayBuffer()));
    return { path, status: answer.status };
  };
  expect((await fetched('.zip', 'wrong')).status).toBe(401);
  const archive = await fetched('.zip', DOWNLOAD_PASSWORD);
  const unzipped = (input: string) => execa(DEBIAN_7ZIP, ['x', '-so', archive.path], { input, reject: false });
  expect((await unzipped(`${ZIP_PASSWORD}\n`)).stdout).toBe('private notes');
  expect((await unzipped(`${MARKER}\n`)).exitCode).not.toBe(0);
  const document = await fetched('.pdf', DOWNLOAD_PASSWORD);
  const qpdf = (input: string) =>
    execa('qpdf', ['--password-file=-', '--check', document.path], { input, reject: false });
  expect((await qpdf(PDF_PASSWORD)).exitCode).toBe(0);
  expect((await qpdf(MARKER)).exitCode).toBe(2);

  await waitFor(() => hook.deliveries.some((each) => each.job.status === 'completed'), 'the last callback');
  const list = await service.call('GET', '/v2/jobs');
  const history = await service.call('GET', `/v2/jobs/${made.id}/history`);
  const log = service.log();
  expect(log.filter(({ msg }) => msg === 'request').length).toBeGreaterThan(5);
  expect(log.some((line) => line.job_id === made.id)).toBe(true);
  const everything = JSON.stringify([made, job, started.body, list.body, history.body, log]);
  const callbacks = hook.deliveries.map(({ raw }) => raw.toString()).join('\n');
  for (const text of [everything, callbacks]) {
    expect(text).toContain(MARKER);
    expect(text).not.toContain(SECRET);
  }
  // Neither the key nor the token is in the log.
  for (const credential of [service.key, made.token]) expect(JSON.stringify(log)).not.toContain(credential);
});
