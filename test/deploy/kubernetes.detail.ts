import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listCategories } from '../../src/catalog/index.ts';
import { temporaryFolder } from '../cli/support.ts';
import { EXAMPLE, exampleSecrets, KUBERNETES } from './containers.ts';
import {
  inexactImages,
  missingReferences,
  shortGrace,
  unknownKinds,
  wrongScaling,
  wrongSelectors,
} from './kubernetes-checks.ts';
import { type KubernetesObject, ofKind } from './kubernetes-objects.ts';
import { kustomize, schemaFaults } from './tools.ts';

const categories = listCategories();
const secrets = { convertd: Object.keys(await exampleSecrets()) };

/** Returns the example with a fault, which a check must find. */
async function broken(breakIt: (objects: KubernetesObject[]) => void): Promise<KubernetesObject[]> {
  const objects = await kustomize(EXAMPLE);
  breakIt(objects);
  return objects;
}

function deployment(objects: readonly KubernetesObject[], name: string) {
  const found = ofKind(objects, 'Deployment').find(({ metadata }) => metadata.name === name);
  if (found === undefined) throw new Error(`there is no Deployment ${name}`);
  return found;
}

describe.each(['base', 'overlays/example', 'overlays/k3s'])('kubernetes/%s', (folder) => {
  const objects = kustomize(join(KUBERNETES, folder));

  it('fits the schemas of Kubernetes, its gateways, KEDA and the operator of Prometheus', async () => {
    expect((await Promise.all((await objects).map(schemaFaults))).flat()).toEqual([]);
  });
  it('has objects of known kinds, each once', async () => {
    expect(unknownKinds(await objects)).toEqual([]);
  });
  it('has selectors that find their pods', async () => {
    expect(wrongSelectors(await objects)).toEqual([]);
  });
  it('refers to nothing that is not there', async () => {
    expect(missingReferences(await objects, secrets)).toEqual([]);
  });
  it('has images of one version', async () => {
    expect(inexactImages(await objects)).toEqual([]);
  });
  it('leaves pods more time to stop than SHUTDOWN_GRACE', async () => {
    expect(shortGrace(await objects)).toEqual([]);
  });
  it('has workers for every category, which scale on what there is to do of it', async () => {
    expect(wrongScaling(await objects, categories)).toEqual([]);
  });
});

describe('kubernetes/components/pod-monitor', () => {
  it('has the operator of Prometheus read every pod, under the name that the alerts have', async () => {
    const folder = await temporaryFolder();
    const at = (name: string) => [relative(folder, join(KUBERNETES, name))];
    const kustomization = { resources: at('base'), components: at('components/pod-monitor') };
    await writeFile(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
    const objects = await kustomize(folder);
    const [monitor] = ofKind(objects, 'PodMonitor');
    expect((await Promise.all(objects.map(schemaFaults))).flat()).toEqual([]);
    expect([...wrongSelectors(objects), ...missingReferences(objects, secrets)]).toEqual([]);
    const jobs = ofKind(objects, 'Deployment').map(
      ({ spec }) => spec.template.metadata.labels[monitor?.spec.jobLabel ?? ''],
    );
    expect(jobs).toEqual(['convertd', 'convertd', 'convertd']);
    const alerts = await readFile(join(KUBERNETES, '..', 'prometheus', 'alerts.yaml'), 'utf8');
    expect(alerts).toContain('up{job="convertd"}');
  });
});

describe('each fault is found', () => {
  it('a kind of another version, an object that is there twice', async () => {
    const objects = await broken((all) => {
      all.push({ ...deployment(all, 'convertd-service') });
      Object.assign(ofKind(all, 'HTTPRoute')[0] ?? {}, { apiVersion: 'gateway.networking.k8s.io/v1alpha2' });
    });
    expect(unknownKinds(objects)).toEqual([
      'HTTPRoute of gateway.networking.k8s.io/v1alpha2',
      'Deployment convertd-service twice',
    ]);
  });
  it('a value and a field that the schema does not have', async () => {
    const objects = await broken((all) => {
      Object.assign(deployment(all, 'convertd-service').spec.template.spec, { hostname: 5, automountToken: true });
    });
    expect((await Promise.all(objects.map(schemaFaults))).flat()).toEqual([
      'Deployment convertd-service: data/spec/template/spec/hostname must be string',
      'Deployment convertd-service: /spec/template/spec/automountToken is not in the schema',
    ]);
  });
  it('selectors of nothing', async () => {
    const objects = await broken((all) => {
      deployment(all, 'convertd-service').spec.template.metadata.labels = { app: 'other' };
    });
    expect(wrongSelectors(objects)).toEqual([
      'Deployment convertd-service',
      'Service convertd',
      'Service convertd-metrics',
      'PodDisruptionBudget convertd-service',
      'NetworkPolicy convertd-service',
    ]);
  });
  it('names of nothing', async () => {
    const objects = await broken((all) => {
      const removed = all.findIndex(({ metadata }) => metadata.name === 'convertd-worker-media');
      all.splice(removed, 1);
      all.splice(
        all.findIndex(({ kind }) => kind === 'ConfigMap'),
        1,
      );
      all.splice(
        all.findIndex(({ kind, metadata }) => kind === 'Service' && metadata.name === 'convertd-metrics'),
        1,
      );
      deployment(all, 'convertd-service').spec.template.spec.volumes = [];
      for (const { ports } of deployment(all, 'convertd-service').spec.template.spec.containers) ports.length = 0;
      for (const { spec } of ofKind(all, 'Gateway')) spec.listeners.length = 1;
    });
    expect(missingReferences(objects, { convertd: [] })).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^no ConfigMap convertd/),
        'no volume data',
        'no key SERVICE_SECRET of Secret convertd',
        'no http://convertd-metrics.convertd:9090/metrics',
        'no port http in convertd-service',
        'no Deployment convertd-worker-media',
        'no listener https of Gateway convertd',
      ]),
    );
  });
  it('an image of any version, a stop that is too short', async () => {
    const objects = await broken((all) => {
      const { spec } = deployment(all, 'convertd-service').spec.template;
      for (const container of spec.containers) container.image = 'convertd:latest';
      // SHUTDOWN_GRACE is 60 s, the pause before it 10 s.
      spec.terminationGracePeriodSeconds = 70;
    });
    expect(inexactImages(objects)).toEqual(['convertd:latest']);
    expect(shortGrace(objects)).toEqual(['convertd-service']);
  });
  it('a category without workers, one that is not scaled on, or not in the formula', async () => {
    const objects = await broken((all) => {
      const [media, office] = ofKind(all, 'ScaledObject');
      if (office !== undefined) office.spec.triggers = office.spec.triggers.slice(1);
      if (media !== undefined) media.spec.advanced.scalingModifiers.formula = 'audio * 1 + video * x';
    });
    expect(wrongScaling(objects, [...categories, 'weather'])).toEqual([
      'convertd-worker-media takes audio,video,image,archive,hash, its formula has audio,video * x',
      expect.stringMatching(/^convertd-worker-office takes document,ebook,cad,metadata,operation, and scales cad by /),
      'no workers for weather',
    ]);
  });
});
