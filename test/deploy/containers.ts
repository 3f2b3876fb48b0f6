import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv as parseEnvFile } from 'node:util';
import { ROOT } from '../cli/support.ts';
import { type Compose, readCompose } from './compose.ts';
import { environmentOf } from './kubernetes-checks.ts';
import { type KubernetesObject, ofKind } from './kubernetes-objects.ts';
import { kustomize } from './tools.ts';

export const KUBERNETES = join(ROOT, 'deploy', 'kubernetes');
export const EXAMPLE = join(KUBERNETES, 'overlays', 'example');

/** Variables that the file `.env` of compose.scale.yaml must contain. */
export const SECRETS = {
  SERVICE_SECRET: '5e'.repeat(32),
  POSTGRES_PASSWORD: 'a1'.repeat(32),
  RABBITMQ_PASSWORD: 'b2'.repeat(32),
  S3_SECRET_KEY: 'c3'.repeat(32),
};

/** A container that runs convertd, as described in one of the files. */
export interface ConvertdContainer {
  readonly place: string;
  /** `serve` or `worker`. */
  readonly command: string;
  /** Variables that the file sets. */
  readonly given: Readonly<Record<string, string>>;
}

/** Returns the services of a compose file that run convertd, not another program of its image. */
export function convertdOf(compose: Compose, place: string): ConvertdContainer[] {
  return Object.entries(compose.services)
    .filter(([, { build, entrypoint }]) => build !== undefined && entrypoint === undefined)
    .map(([name, { command, environment }]) => ({
      place: `${name} of ${place}`,
      command: command?.[0] ?? '',
      given: environment ?? {},
    }));
}

/** Returns keys and values for the Secret that an installation makes. */
export async function exampleSecrets(): Promise<Record<string, string>> {
  const text = await readFile(join(KUBERNETES, 'secrets.example.env'), 'utf8');
  return { ...(parseEnvFile(text) as Record<string, string>), SERVICE_SECRET: SECRETS.SERVICE_SECRET };
}

/** Returns every container of convertd in the shipped files. */
export async function allContainers(): Promise<ConvertdContainer[]> {
  const objects: KubernetesObject[] = await kustomize(EXAMPLE);
  const secrets = await exampleSecrets();
  return [
    ...convertdOf(await readCompose('compose.yaml'), 'compose.yaml'),
    ...convertdOf(await readCompose('compose.scale.yaml', SECRETS), 'compose.scale.yaml'),
    ...ofKind(objects, 'Deployment').map((deployment) => ({
      place: `${deployment.metadata.name} of Kubernetes`,
      command: deployment.spec.template.spec.containers[0]?.args[0] ?? '',
      given: environmentOf(objects, deployment, secrets),
    })),
  ];
}

/** Returns the variables that the image sets, from the last stage of the Dockerfile. */
export async function imageEnvironment(): Promise<Record<string, string>> {
  const text = (await readFile(join(ROOT, 'Dockerfile'), 'utf8')).replaceAll('\\\n', ' ');
  const lines = text.slice(text.lastIndexOf('\nFROM ')).split('\n');
  const pairs = lines.filter((line) => line.startsWith('ENV ')).flatMap((line) => line.slice(4).trim().split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}
