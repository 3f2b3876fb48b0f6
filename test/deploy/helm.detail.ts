import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../cli/support.ts';
import { KUBERNETES } from './containers.ts';
import { type KubernetesObject, ofKind } from './kubernetes-objects.ts';
import { kustomize, readObjects, run, schemaFaults } from './tools.ts';

const HELM = join(ROOT, 'deploy', 'helm');
const CHART = join(HELM, 'convertd');

/** Returns the objects that `helm install` would make. */
async function template(values: string, ...args: readonly string[]): Promise<KubernetesObject[]> {
  const flags = ['--namespace', 'convertd', '--values', join(HELM, values), ...args];
  return readObjects(await run('helm', 'template', 'convertd', CHART, ...flags));
}

/** Returns objects by name, without the ways in which kustomize and Helm set namespaces and have changed settings replace pods. */
function comparable(objects: readonly KubernetesObject[]) {
  let text = JSON.stringify(objects).replace(/,"checksum\/settings":"[0-9a-f]{64}"/g, '');
  for (const { metadata } of ofKind(objects, 'ConfigMap'))
    text = text.replaceAll(`"${metadata.name}"`, `"${metadata.name.replace(/-[a-z0-9]{10}$/, '')}"`);
  const all: KubernetesObject[] = JSON.parse(text);
  for (const { metadata } of all) delete metadata.namespace;
  return Object.fromEntries(all.map((object) => [`${object.kind} ${object.metadata.name}`, object]));
}

describe('the Helm chart', () => {
  it('satisfies helm lint, and is of the version of convertd', async () => {
    for (const values of ['values-example.yaml', 'values-k3s.yaml'])
      expect(await run('helm', 'lint', '--strict', CHART, '--values', join(HELM, values))).toContain(
        '0 chart(s) failed',
      );
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect(parse(await readFile(join(CHART, 'Chart.yaml'), 'utf8'))).toMatchObject({ version, appVersion: version });
  });

  it.each(['example', 'k3s'])('makes of values-%s.yaml what kustomize makes of its overlay', async (name) => {
    const objects = await template(`values-${name}.yaml`);
    expect((await Promise.all(objects.map(schemaFaults))).flat()).toEqual([]);
    expect(comparable(objects)).toEqual(comparable(await kustomize(join(KUBERNETES, 'overlays', name))));
  });

  it('makes what the values ask for', async () => {
    const objects = await template(
      'values-example.yaml',
      ...['--set', 'podMonitor.enabled=true,scaling.by=none,scaling.min=3,expose=none,networkPolicies.enabled=false'],
      ...['--set', 'settings.AWS_ENDPOINT_URL_S3=null,service.settings.SHUTDOWN_GRACE=600,imagePullSecrets={registry}'],
      ...['--set', 'image.tag=9.9.9,secret=other,workers.media.settings.LOG_LEVEL=debug'],
    );
    expect((await Promise.all(objects.map(schemaFaults))).flat()).toEqual([]);
    expect([...new Set(objects.map(({ kind }) => kind))].sort()).toEqual([
      'ConfigMap',
      'Deployment',
      'PodDisruptionBudget',
      'PodMonitor',
      'Service',
    ]);
    const data = Object.fromEntries(ofKind(objects, 'ConfigMap').map((map) => [map.metadata.name, map.data]));
    expect(data.convertd).not.toHaveProperty('AWS_ENDPOINT_URL_S3');
    expect(data['convertd-worker-media']?.LOG_LEVEL).toBe('debug');
    const deployments = ofKind(objects, 'Deployment').map(({ metadata: { name }, spec }) => ({ name, ...spec }));
    expect(deployments.map(({ name, replicas, template: { spec } }) => [name, replicas, spec])).toMatchObject([
      ['convertd-service', 2, { imagePullSecrets: [{ name: 'registry' }], terminationGracePeriodSeconds: 630 }],
      ['convertd-worker-media', 3, { containers: [{ image: 'registry.example.org/convertd:9.9.9' }] }],
      [
        'convertd-worker-office',
        3,
        { containers: [{ env: [{ valueFrom: { secretKeyRef: { name: 'other' } } }, {}, {}] }] },
      ],
    ]);
  });

  it('replaces pods whose settings change, and no others', async () => {
    const sums = async (...args: readonly string[]) =>
      ofKind(await template('values-example.yaml', ...args), 'Deployment').map(
        ({ spec }) => spec.template.metadata.annotations?.['checksum/settings'],
      );
    const [service, media, office] = await sums();
    expect(await sums('--set', 'workers.media.settings.LOG_LEVEL=debug')).toEqual([
      service,
      expect.not.stringMatching(`^${media}$`),
      office,
    ]);
    for (const sum of await sums('--set', 'settings.LOG_LEVEL=debug'))
      expect([service, media, office]).not.toContain(sum);
  });

  it.each([
    ['service.replica=3', 'service'],
    ['scaling.by=hpa', 'scaling'],
    ['workers.media.categories=null', 'categories'],
  ])('refuses the value %s', async (value, word) => {
    await expect(template('values-example.yaml', '--set', value)).rejects.toThrow(word);
  });
});
