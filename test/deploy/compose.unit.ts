import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../cli/support.ts';
import { interpolate, parseCompose, readCompose } from './compose.ts';
import { inexactImages, missingNames, shortGrace, unrestricted } from './compose-checks.ts';
import { SECRETS } from './containers.ts';
import { isExactImage } from './images.ts';

const FILES = ['compose.yaml', 'compose.scale.yaml'];

const hasCompose = (await execa('docker', ['compose', 'version'], { reject: false })).exitCode === 0;

/** A file with one of each fault that the checks look for. */
const BROKEN = parseCompose(`
services:
  one:
    build: .
    image: one
    environment: { SHUTDOWN_GRACE: '60' }
    stop_grace_period: 60s
    volumes: ['data:/data', './here:/there']
    networks: [front]
    depends_on: { two: { condition: service_healthy } }
  three: { image: 'postgres:17' }
`);

describe.each(FILES)('%s', (file) => {
  it('declares every volume, network and service that it names', async () => {
    expect(missingNames(await readCompose(file, SECRETS))).toEqual([]);
    expect(missingNames(BROKEN)).toEqual(['one: no volume data', 'one: no network front', 'one: no service two']);
  });

  it('names one version of every image', async () => {
    expect(inexactImages(await readCompose(file, SECRETS))).toEqual([]);
    expect(inexactImages(BROKEN)).toEqual(['three: postgres:17']);
  });

  it('leaves convertd more time to stop than SHUTDOWN_GRACE', async () => {
    expect(shortGrace(await readCompose(file, SECRETS))).toEqual([]);
    expect(shortGrace(BROKEN)).toEqual(['one: 60s']);
  });

  it('restricts the containers of convertd, limits and watches them', async () => {
    expect(unrestricted(await readCompose(file, SECRETS))).toEqual([]);
    expect(unrestricted(BROKEN)).toEqual([
      'one: read_only',
      'one: cap_drop ALL',
      'one: no-new-privileges',
      'one: a limit of memory',
      'one: a restart policy',
      'one: a health check',
    ]);
  });

  it.runIf(hasCompose)('is read by Docker Compose', async () => {
    const { exitCode, stderr } = await execa('docker', ['compose', '--file', file, 'config', '--quiet'], {
      cwd: ROOT,
      env: SECRETS,
      reject: false,
    });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });
});

describe('compose.scale.yaml', () => {
  it.each(Object.keys(SECRETS))('does not start without %s', async (name) => {
    await expect(readCompose('compose.scale.yaml', { ...SECRETS, [name]: '' })).rejects.toThrow(name);
  });

  it('publishes the proxy alone, on loopback', async () => {
    const { services } = await readCompose('compose.scale.yaml', SECRETS);
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
    expect(published).toEqual([['proxy', '127.0.0.1:8080:8080']]);
  });

  it('gives the proxy a configuration that names the service and its port', async () => {
    const { services } = await readCompose('compose.scale.yaml', SECRETS);
    expect(services.proxy?.volumes).toEqual(['./deploy/nginx.conf:/etc/nginx/nginx.conf:ro']);
    const text = await readFile(join(ROOT, 'deploy', 'nginx.conf'), 'utf8');
    const servers = [...text.matchAll(/^ *server ([\w.-]+):(\d+);/gm)].map(([, host, port]) => `${host}:${port}`);
    expect(new Set(servers)).toEqual(new Set(['service:8080']));
    expect(services.service?.networks).toEqual(expect.arrayContaining([...(services.proxy?.networks ?? ['none'])]));
  });
});

describe('variables in a compose file', () => {
  it.each([
    ['a$$b', 'a$b'],
    [`\${A}-\${B}`, '1-'],
    [`\${A:-2}`, '1'],
    [`\${B:-http://host:\${C:-80}/}`, 'http://host:80/'],
    [`\${A:?missing}`, '1'],
  ])('%s', (text, expected) => {
    expect(interpolate(text, { A: '1' })).toBe(expected);
  });

  it('that are needed and missing are an error', () => {
    expect(() => interpolate(`\${B:?say so}`, {})).toThrow('B: say so');
  });
});

describe('names of images', () => {
  it.each([
    'postgres:17.7',
    'rabbitmq:4.1.8',
    'nginxinc/nginx-unprivileged:1.29.4-alpine',
    `a@sha256:${'0'.repeat(64)}`,
  ])('%s is exact', (image) => expect(isExactImage(image)).toBe(true));
  it.each(['postgres', 'postgres:17', 'nginx:latest', 'nginx:1.29', 'rabbitmq:4-management', 'host:5000/image'])(
    '%s is not',
    (image) => expect(isExactImage(image)).toBe(false),
  );
});
