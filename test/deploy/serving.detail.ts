import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { newInstallation, startServe } from '../service/serve-support.ts';
import { freePort } from '../support/free-port.ts';
import { startWorker, testFolder } from '../worker/support.ts';
import { readCompose } from './compose.ts';
import { allContainers, EXAMPLE, KUBERNETES, SECRETS } from './containers.ts';
import { isPassed } from './kubernetes-checks.ts';
import { type Deployment, ofKind } from './kubernetes-objects.ts';
import { kustomize } from './tools.ts';

const objects = await kustomize(EXAMPLE);

/** Starts the service of compose.yaml with its environment, on another port and folder. */
async function startShipped() {
  const port = String(await freePort());
  const { services } = await readCompose('compose.yaml', { HTTP_PORT: port });
  const service = services.convertd;
  const serve = await startServe(await newInstallation(), {
    ...service?.environment,
    HOST: '127.0.0.1',
    PORT: port,
  });
  return { serve, port, check: service?.healthcheck?.test ?? [] };
}

/** Runs the health check of a compose file against another port. @returns its exit code, 0 for healthy */
async function runCheck(check: readonly string[], port: string): Promise<number | undefined> {
  const [how, program = '', ...args] = check;
  expect(how).toBe('CMD');
  const { exitCode } = await execa(
    program,
    args.map((arg) => arg.replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)),
    { reject: false },
  );
  return exitCode;
}

const probePaths = (deployments: readonly Deployment[]) => [
  ...new Set(
    deployments
      .flatMap(({ spec }) => spec.template.spec.containers)
      .flatMap(({ livenessProbe, readinessProbe, startupProbe }) => [livenessProbe, readinessProbe, startupProbe])
      .map(({ httpGet }) => httpGet.path),
  ),
];

const deploymentsOf = (command: string) =>
  ofKind(objects, 'Deployment').filter(({ spec }) => spec.template.spec.containers[0]?.args[0] === command);

describe('the service of compose.yaml', () => {
  it('prints a key and serves its page where the links point to; health checks and probes find it', async () => {
    const { serve, port, check } = await startShipped();
    expect(serve.url).toBe(`http://localhost:${port}`);
    expect(serve.stdout()).toMatch(/^API key, shown this once: cvd_/m);
    expect((await serve.call('GET', '/v2/contracts')).status).toBe(200);

    const page = await fetch(`${serve.url}/`);
    expect(page.headers.get('content-type')).toContain('text/html');
    const parts = [...(await page.text()).matchAll(/"(page\/[^"]+)"/g)].map(([, part]) => `/${part}`);
    const { paths } = (await (await fetch(`${serve.url}/v2/schema`)).json()) as { paths: Record<string, unknown> };
    // The gateway and the ingress pass all paths that clients need.
    const asked = ['/', '/v2/docs/', ...parts, ...Object.keys(paths)];
    expect(parts.length).toBeGreaterThan(1);
    expect(asked).toEqual(expect.arrayContaining(['/v2/jobs', '/upload-file/{job_id}', '/upload-base64/{job_id}']));
    const ways = [objects, await kustomize(join(KUBERNETES, 'overlays', 'k3s'))];
    for (const way of ways) expect(asked.filter((path) => !isPassed(way, path))).toEqual([]);

    // They do not pass the paths of probes.
    const probes = probePaths(deploymentsOf('serve'));
    expect(probes.sort()).toEqual(['/health/live', '/health/ready']);
    for (const path of probes) expect((await fetch(serve.url + path)).status).toBe(200);
    for (const path of [...probes, '/health', '/metrics'])
      expect(ways.map((way) => isPassed(way, path))).toEqual([false, false]);

    const scale = await readCompose('compose.scale.yaml', SECRETS);
    for (const each of [check, scale.services.service?.healthcheck?.test ?? []]) {
      expect(await runCheck(each, port)).toBe(0);
      expect(await runCheck(each, String(await freePort()))).toBe(1);
    }
    serve.signal('SIGTERM');
    expect(await serve.ended).toBe(0);
  });
});

describe('a worker with an environment that we ship', () => {
  it('lives without its broker, and is not ready; probes and health checks see both', async () => {
    const shipped = (await allContainers()).find(({ place }) => place === 'worker of compose.scale.yaml');
    const port = String(await freePort());
    const metricsPort = String(await freePort());
    const worker = await startWorker(
      {
        ...shipped?.given,
        AMQP_URL: `amqp://user:password@127.0.0.1:${await freePort()}`,
        DATA_DIR: await testFolder(),
        OUTPUT_STORE: await testFolder(),
        METRICS_HOST: '127.0.0.1',
        METRICS_PORT: metricsPort,
        PORT: port,
      },
      { ready: false },
    );
    const answers = Object.fromEntries(
      await Promise.all(probePaths(deploymentsOf('worker')).map(async (path) => [path, await worker.status(path)])),
    );
    expect(answers).toEqual({ '/health/live': 200, '/health/ready': 503 });
    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(await metrics.text()).toContain('convertd_broker_connected 0');
    expect(await worker.status('/metrics')).toBe(404);
    const { services } = await readCompose('compose.scale.yaml', SECRETS);
    expect(await runCheck(services.worker?.healthcheck?.test ?? [], port)).toBe(1);
    worker.signal('SIGTERM');
    expect(await worker.ended).toBe(0);
  });
});
