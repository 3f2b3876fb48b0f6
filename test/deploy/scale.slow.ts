import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { curl, md5sum, randomFile } from '../service/files-support.ts';
import { type JobView, newInstallation, startServe } from '../service/serve-support.ts';
import { freePort } from '../support/free-port.ts';
import { usePostgres } from '../support/postgres.ts';
import { useBroker } from '../support/use-broker.ts';
import { useS3 } from '../support/use-s3.ts';
import { startWorker, testFolder, waitFor } from '../worker/support.ts';
import { readCompose } from './compose.ts';
import { SECRETS } from './containers.ts';
import { startNginx } from './nginx.ts';

/*
 * compose.scale.yaml on this machine: the environments of its services and workers, and its proxy, with other hosts and ports.
 * Debian's servers stand for the images of PostgreSQL, RabbitMQ and the S3 store.
 */

const MEBIBYTE = 1024 ** 2;

describe('compose.scale.yaml', () => {
  const postgres = usePostgres();
  const broker = useBroker();
  const s3 = useS3('convertd');

  async function startAll() {
    const proxyPort = await freePort();
    const compose = await readCompose('compose.scale.yaml', {
      ...SECRETS,
      HTTP_PORT: String(proxyPort),
      FRONT_SUBNET: '127.0.0.0/8',
      RABBITMQ_USER: 'convertd',
    });
    const { service, worker } = compose.services;
    // What differs on this machine: addresses, and the credentials of the servers that were started for the test.
    const here = async () => ({
      ...s3.server.env,
      AMQP_URL: broker().url,
      HOST: '127.0.0.1',
      METRICS_PORT: String(await freePort()),
    });
    const database = await postgres().database();
    const ports = [await freePort(), await freePort()];
    const startReplica = async (port: number) =>
      startServe(await newInstallation(), {
        ...service?.environment,
        ...(await here()),
        DATABASE_URL: database,
        PORT: String(port),
      });
    const startOneWorker = async () =>
      startWorker({ ...worker?.environment, ...(await here()), PORT: '0', DATA_DIR: await testFolder() });
    // All at once, as Compose does.
    const [services, workers] = await Promise.all([
      Promise.all(ports.map(startReplica)),
      Promise.all(Array.from({ length: worker?.deploy?.replicas ?? 0 }, startOneWorker)),
    ]);
    expect(services.length).toBe(service?.deploy?.replicas);
    const proxy = await startNginx(ports, proxyPort);
    const keys = services.map(({ key }) => key).filter((key) => key !== '');
    return { services, workers, proxy, ports, keys };
  }

  it('converts through the proxy what was uploaded through it, byte for byte', async () => {
    const { proxy, services, workers, ports, keys } = await startAll();
    expect(keys.length).toBe(1);
    const [key = ''] = keys;
    expect(workers.length).toBe(3);

    const createJob = async (): Promise<JobView> => {
      const answer = await fetch(`${proxy.url}/v2/jobs`, {
        method: 'POST',
        headers: { 'x-svc-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({
          input: [{ type: 'upload', filename: 'noise.bin' }],
          conversion: [{ category: 'archive', target: 'gz' }],
          process: true,
        }),
      });
      expect(answer.status).toBe(201);
      return (await answer.json()) as JobView;
    };
    const final = (id: string) =>
      waitFor(
        async () => {
          const job = (await (
            await fetch(`${proxy.url}/v2/jobs/${id}`, { headers: { 'x-svc-api-key': key } })
          ).json()) as JobView;
          return ['completed', 'failed', 'canceled'].includes(job.status) && job;
        },
        `job ${id} to end`,
        120_000,
      );
    const unpacked = async (job: JobView) => {
      const [output] = job.output;
      // The address that the compose file gives to clients.
      expect(output?.uri).toMatch(new RegExp(`^http://localhost:${proxy.port}/download-file/`));
      const file = join(await testFolder(), 'noise.bin.gz');
      await execa('curl', ['--silent', '--show-error', '--fail', '--output', file, output?.uri ?? '']);
      expect({ size: (await stat(file)).size, checksum: await md5sum(file) }).toMatchObject({
        size: output?.size,
        checksum: output?.checksum,
      });
      await execa('gunzip', [file]);
      return file.slice(0, -'.gz'.length);
    };

    const file = await randomFile(50 * MEBIBYTE, 'noise.bin');
    const job = await createJob();
    const upload = await curl(
      ...['-H', `X-Svc-Token: ${job.token}`, '-F', `file=@${file}`, `${proxy.url}/upload-file/${job.id}`],
    );
    expect(upload.status).toBe(201);
    const done = await final(job.id);
    expect(done).toMatchObject({ status: 'completed', errors: [] });
    expect(await md5sum(await unpacked(done))).toBe(await md5sum(file));

    // An upload that was cut goes on where it was, at whichever service has it.
    for (let attempt = 0; attempt < 4; attempt++) {
      const cut = await createJob();
      const headers = ['-H', `X-Svc-Token: ${cut.token}`, '-H', 'X-Svc-Upload-Uuid: one'];
      const url = `${proxy.url}/upload-file/${cut.id}`;
      const small = await randomFile(5 * MEBIBYTE, 'noise.bin');
      const slow = execa('curl', ['-s', '--limit-rate', '2M', ...headers, '-F', `file=@${small}`, url], {
        reject: false,
      });
      setTimeout(() => slow.kill('SIGKILL'), 1000);
      await slow;
      const offset = await waitFor(
        async () => Number((await curl('-I', ...headers, url)).headers['upload-offset']),
        'the beginning of the upload',
        10_000,
      );
      expect(offset).toBeLessThan(5 * MEBIBYTE);
      const answer = await fetch(url, {
        method: 'PATCH',
        headers: {
          'x-svc-token': cut.token,
          'x-svc-upload-uuid': 'one',
          'upload-offset': String(offset),
          'upload-length': String(5 * MEBIBYTE),
          'content-type': 'application/octet-stream',
        },
        body: (await readFile(small)).subarray(offset),
      });
      expect({ attempt, status: answer.status }).toEqual({ attempt, status: 201 });
      const resumed = await final(cut.id);
      expect(await md5sum(await unpacked(resumed))).toBe(await md5sum(small));
    }

    // Both services were asked, and the workers together did all of it.
    const log = await proxy.accessLog();
    for (const port of ports) expect(log).toContain(`service=127.0.0.1:${port} `);
    const ready = (port: number) => fetch(`http://127.0.0.1:${port}/health/ready`);
    for (const port of ports) expect((await ready(port)).status).toBe(200);
    expect((await fetch(`${proxy.url}/health/ready`)).status).toBe(404);

    // One service goes; the other answers for both.
    services[0]?.signal('SIGTERM');
    expect(await services[0]?.ended).toBe(0);
    for (let request = 0; request < 6; request++) {
      expect((await fetch(`${proxy.url}/v2/jobs/${job.id}`, { headers: { 'x-svc-api-key': key } })).status).toBe(200);
    }
    for (const each of [services[1], ...workers]) each?.signal('SIGTERM');
    expect(await Promise.all([services[1]?.ended, ...workers.map(({ ended }) => ended)])).toEqual([0, 0, 0, 0]);
  });
});
