import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { listCategories } from '../../src/catalog/index.ts';
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
import { kustomize } from './kustomize.ts';

const categories = listCategories();
const secrets = { convertd: Object.keys(await exampleSecrets()) };

const hasKubectl = (await execa('kubectl', ['version', '--client'], { reject: false })).exitCode === 0;

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

describe.each(['base', 'overlays/example'])('kubernetes/%s', (folder) => {
  const objects = kustomize(join(KUBERNETES, folder));

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

  it.runIf(hasKubectl)('is what kubectl makes of it', async () => {
    const { stdout } = await execa('kubectl', ['kustomize', join(KUBERNETES, folder)]);
    const built = parseAllDocuments(stdout).map((document) => document.toJS() as KubernetesObject);
    expect(byName(withoutHashes(built))).toEqual(byName(await objects));
  });
});

describe('each fault is found', () => {
  it('a kind of another version, an object that is there twice', async () => {
    const objects = await broken((all) => {
      all.push({ ...deployment(all, 'convertd-service') });
      Object.assign(ofKind(all, 'Ingress')[0] ?? {}, { apiVersion: 'extensions/v1beta1' });
    });
    expect(unknownKinds(objects)).toEqual(['Ingress of extensions/v1beta1', 'Deployment convertd-service twice']);
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
    });
    expect(missingReferences(objects, { convertd: [] })).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^no ConfigMap convertd/),
        'no volume data',
        'no key SERVICE_SECRET of Secret convertd',
        'no http://convertd-metrics.convertd:9090/metrics',
        'no port http in convertd-service',
        'no Deployment convertd-worker-media',
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
      const [office, media] = ofKind(all, 'ScaledObject');
      if (office !== undefined) office.spec.triggers = office.spec.triggers.slice(1);
      if (media !== undefined) media.spec.advanced.scalingModifiers.formula = 'audio * 1 + video * x';
    });
    expect(wrongScaling(objects, [...categories, 'weather'])).toEqual([
      expect.stringMatching(/^convertd-worker-office takes document,ebook,cad,metadata,operation, and scales cad by /),
      'convertd-worker-media takes audio,video,image,archive,hash, its formula has audio,video * x',
      'no workers for weather',
    ]);
  });
});

/** kustomize adds a hash of their content to the names of ConfigMaps. */
function withoutHashes(objects: KubernetesObject[]): KubernetesObject[] {
  let text = JSON.stringify(objects);
  for (const { metadata } of ofKind(objects, 'ConfigMap')) {
    text = text.replaceAll(`"${metadata.name}"`, `"${metadata.name.replace(/-[a-z0-9]{10}$/, '')}"`);
  }
  return JSON.parse(text);
}

const byName = (objects: readonly KubernetesObject[]) =>
  Object.fromEntries(objects.map((object) => [`${object.kind} ${object.metadata.name}`, object]));
