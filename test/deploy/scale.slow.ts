import { describe, expect, it } from 'vitest';
import { md5sum, randomFile } from '../service/outputs/files-support.ts';
import { newInstallation, startServe } from '../service/serve-support.ts';
import { freePort } from '../support/free-port.ts';
import { ask } from '../support/infrastructure/ask.ts';
import { useBroker } from '../support/use-broker.ts';
import { useS3 } from '../support/use-s3.ts';
import { startWorker, testFolder } from '../worker/support.ts';
import { readCompose } from './compose.ts';
import { SECRETS } from './containers.ts';
import { startNginx } from './nginx.ts';
import { downloadUnpacked, ProxyClient } from './proxy-client.ts';

/*
 * compose.scale.yaml on this machine: the environments of its services and workers, and its proxy, with other hosts and ports.
 * Debian's servers replace the images of PostgreSQL, RabbitMQ and the S3 store.
 */

const MEBIBYTE = 1024 ** 2;

describe('compose.scale.yaml', () => {
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
    // Values that differ on this machine: addresses, and credentials of the test's servers.
    const here = async () => ({
      ...s3.server.env,
      AMQP_URL: broker().url,
      HOST: '127.0.0.1',
      METRICS_HOST: '127.0.0.1',
      METRICS_PORT: String(await freePort()),
    });
    const database = await ask('emptyDatabase');
    const ports = [await freePort(), await freePort()];
    const startReplica = async (port: number) =>
      startServe(await newInstallation(), {
        ...service?.environment,
        ...(await here()),
        DATABASE_URL: database,
        PORT: String(port),
      });
    const startOneWorker = async () =>
      startWorker({
        CATEGORIES: '',
        ...worker?.environment,
        ...(await here()),
        PORT: '0',
        DATA_DIR: await testFolder(),
      });
    // All at once, like Compose.
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
    expect(workers.length).toBe(3);
    const client = new ProxyClient(proxy.url, keys[0] ?? '');

    const file = await randomFile(50 * MEBIBYTE, 'noise.bin');
    const job = await client.createJob();
    expect(await client.upload(job, file)).toBe(201);
    const done = await client.final(job.id);
    expect(done).toMatchObject({ status: 'completed', errors: [] });
    // The address that the compose file gives to clients.
    expect(done.output[0]?.uri).toMatch(new RegExp(`^http://localhost:${proxy.port}/download-file/`));
    expect(await md5sum(await downloadUnpacked(done))).toBe(await md5sum(file));

    // Interrupted uploads continue, each at the service that has its beginning. By chance, one in two would.
    const small = await randomFile(5 * MEBIBYTE, 'noise.bin');
    for (let attempt = 0; attempt < 4; attempt++) {
      const cut = await client.createJob();
      const offset = await client.cutUpload(cut, small);
      expect(offset).toBeLessThan(5 * MEBIBYTE);
      expect(await client.resumeUpload(cut, small, offset)).toBe(201);
      expect(await md5sum(await downloadUnpacked(await client.final(cut.id)))).toBe(await md5sum(small));
    }

    // Both services got requests.
    const log = await proxy.accessLog();
    for (const port of ports) expect(log).toContain(`service=127.0.0.1:${port} `);
    // Their health is available only from inside.
    for (const port of ports) expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
    expect((await fetch(`${proxy.url}/health/ready`)).status).toBe(404);

    // One service stops; the other answers for both.
    const [first, ...others] = services;
    first?.signal('SIGTERM');
    expect(await first?.ended).toBe(0);
    for (let request = 0; request < 6; request++) expect((await client.get(`/v2/jobs/${job.id}`)).status).toBe(200);

    const rest = [...others, ...workers];
    for (const each of rest) each.signal('SIGTERM');
    expect(await Promise.all(rest.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);
  });
});
