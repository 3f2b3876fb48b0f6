import { describe, expect, it } from 'vitest';
import { readServiceConfig } from '../../src/service/config.ts';
import { readWorkerConfig } from '../../src/worker/config.ts';
import { allContainers, imageEnvironment } from './containers.ts';
import { settingsRead, unread } from './settings-read.ts';

const containers = await allContainers();

const READERS: Readonly<Record<string, (env: Record<string, string>) => unknown>> = {
  serve: (env) => readServiceConfig(env, {}, 2),
  worker: (env) => readWorkerConfig(env, {}, 2),
};

describe('the environment of every container', () => {
  it('is of all that run convertd', () => {
    expect(containers.map(({ place, command }) => `${command}: ${place}`)).toEqual([
      'serve: convertd of compose.yaml',
      'serve: service of compose.scale.yaml',
      'worker: worker of compose.scale.yaml',
      'serve: convertd-service of Kubernetes',
      'worker: convertd-worker-media of Kubernetes',
      'worker: convertd-worker-office of Kubernetes',
    ]);
  });

  it('has only variables that the code reads', () => {
    const known = settingsRead();
    for (const { place, given } of containers)
      expect({ place, unread: unread(given, known) }).toEqual({ place, unread: [] });
    expect(unread({ CONCURRENCY: '2', CONCURENCY: '2' }, known)).toEqual(['CONCURENCY']);
  });

  it.each(containers)('has values that convertd accepts: $place', async ({ command, given }) => {
    const read = READERS[command];
    const env = { ...(await imageEnvironment()), ...given };
    expect(read?.(env)).toMatchObject({ host: '0.0.0.0', port: 8080, workRoot: '/data/work' });
    expect(() => read?.({ ...env, SHUTDOWN_GRACE: 'soon' })).toThrow('SHUTDOWN_GRACE must be');
  });

  it('has the same store, broker and secrets for services and workers that belong together', () => {
    for (const file of ['compose.scale.yaml', 'Kubernetes']) {
      const together = containers.filter(({ place }) => place.endsWith(file));
      for (const name of ['AMQP_URL', 'OUTPUT_STORE', 'AWS_ENDPOINT_URL_S3', 'AWS_ACCESS_KEY_ID']) {
        expect(new Set(together.map(({ given }) => given[name])).size).toBe(1);
      }
    }
  });

  it('gives workers nothing that only services need', () => {
    for (const { given } of containers.filter(({ command }) => command === 'worker')) {
      expect(given).not.toHaveProperty('SERVICE_SECRET');
      expect(given).not.toHaveProperty('DATABASE_URL');
    }
  });
});
