import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import jsonPatch, { type Operation } from 'fast-json-patch';
import { parse, parseAllDocuments } from 'yaml';
import { type KubernetesObject, type Labels, ofKind } from './kubernetes-objects.ts';

/*
 * The part of `kubectl kustomize` that our folders need, for machines without it. A test compares the two if
 * kubectl is installed. Names of ConfigMaps have no hash of their content.
 */

interface Kustomization {
  apiVersion: string;
  kind: string;
  resources?: string[];
  namespace?: string;
  nameSuffix?: string;
  labels?: { pairs: Labels; includeSelectors: boolean }[];
  configMapGenerator?: { name: string; behavior?: 'merge'; literals: string[] }[];
  images?: { name: string; newName: string; newTag: string }[];
  patches?: { target: { kind: string }; patch: string }[];
}

const FIELDS = [
  'apiVersion',
  'kind',
  'resources',
  'namespace',
  'nameSuffix',
  'labels',
  'configMapGenerator',
  'images',
  'patches',
];

/** Throws an Error if the folder uses an unsupported part of kustomize. */
export async function kustomize(folder: string): Promise<KubernetesObject[]> {
  const kustomization: Kustomization = parse(await readFile(join(folder, 'kustomization.yaml'), 'utf8'));
  const unknown = Object.keys(kustomization).filter((field) => !FIELDS.includes(field));
  if (unknown.length > 0) throw new Error(`${folder}: ${unknown.join(', ')} is not read here`);
  const objects: KubernetesObject[] = [];
  for (const resource of kustomization.resources ?? []) {
    const path = join(folder, resource);
    objects.push(...(resource.endsWith('.yaml') ? await readObjects(path) : await kustomize(path)));
  }
  generate(objects, kustomization);
  for (const { target, patch } of kustomization.patches ?? []) {
    const operations: Operation[] = parse(patch);
    for (const object of objects.filter(({ kind }) => kind === target.kind)) jsonPatch.applyPatch(object, operations);
  }
  for (const { pairs } of kustomization.labels ?? []) for (const object of objects) addLabels(object, pairs);
  if (kustomization.nameSuffix !== undefined) addSuffix(objects, kustomization.nameSuffix);
  for (const object of objects) {
    if (kustomization.namespace !== undefined) object.metadata.namespace = kustomization.namespace;
  }
  for (const { name, newName, newTag } of kustomization.images ?? []) {
    for (const { spec } of ofKind(objects, 'Deployment')) {
      for (const container of spec.template.spec.containers) {
        if (container.image.split(':')[0] === name) container.image = `${newName}:${newTag}`;
      }
    }
  }
  return objects;
}

/** Returns the documents of one file. Each has its own copy of anchored values, so that changes do not affect other documents. */
export async function readObjects(path: string): Promise<KubernetesObject[]> {
  return parseAllDocuments(await readFile(path, 'utf8')).map((document) => {
    if (document.errors[0] !== undefined) throw document.errors[0];
    return withoutShared(document.toJS());
  });
}

const withoutShared = (value: unknown): KubernetesObject => JSON.parse(JSON.stringify(value));

function generate(objects: KubernetesObject[], { configMapGenerator = [] }: Kustomization): void {
  for (const { name, behavior, literals } of configMapGenerator) {
    const data = Object.fromEntries(
      literals.map((literal) => [literal.slice(0, literal.indexOf('=')), literal.slice(literal.indexOf('=') + 1)]),
    );
    const existing = ofKind(objects, 'ConfigMap').find((each) => each.metadata.name === name);
    if ((existing !== undefined) !== (behavior === 'merge'))
      throw new Error(`ConfigMap ${name}: nothing to merge with`);
    if (existing === undefined) objects.push({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
    else Object.assign(existing.data, data);
  }
}

function addLabels(object: KubernetesObject, pairs: Labels): void {
  object.metadata.labels = { ...object.metadata.labels, ...pairs };
  if (object.kind !== 'Deployment' && object.kind !== 'PodDisruptionBudget') return;
  const { spec } = object;
  spec.selector.matchLabels = { ...spec.selector.matchLabels, ...pairs };
  if ('template' in spec) spec.template.metadata.labels = { ...spec.template.metadata.labels, ...pairs };
}

function addSuffix(objects: readonly KubernetesObject[], suffix: string): void {
  const maps = new Set(ofKind(objects, 'ConfigMap').map(({ metadata }) => metadata.name));
  for (const { spec } of ofKind(objects, 'Deployment')) {
    for (const { configMapRef } of spec.template.spec.containers.flatMap(({ envFrom = [] }) => envFrom)) {
      if (maps.has(configMapRef.name)) configMapRef.name += suffix;
    }
  }
  for (const { metadata } of objects) metadata.name += suffix;
}
