import { isExactImage } from './images.ts';
import {
  API_VERSIONS,
  type Container,
  type Deployment,
  type KubernetesObject,
  type Labels,
  ofKind,
} from './kubernetes-objects.ts';

/* Each function returns what is wrong, in words; empty if nothing is. */

type Objects = readonly KubernetesObject[];

const containersOf = ({ spec }: Deployment): Container[] => spec.template.spec.containers;

/** Unknown kinds and versions, and duplicate objects. */
export function unknownKinds(objects: Objects): string[] {
  const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  return [
    ...objects
      .filter(({ kind, apiVersion }) => API_VERSIONS[kind] !== apiVersion)
      .map(({ kind, apiVersion }) => `${kind} of ${apiVersion}`),
    ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name} twice`),
  ];
}

/** Selectors that select no pods, or the pods of several Deployments although only one is allowed. */
export function wrongSelectors(objects: Objects): string[] {
  const deployments = ofKind(objects, 'Deployment');
  const selected = (selector: Labels) =>
    deployments.filter(({ spec }) => isSubset(selector, spec.template.metadata.labels)).length;
  return [
    ...deployments
      .filter(({ spec }) => selected(spec.selector.matchLabels) !== 1)
      .map(({ metadata }) => `Deployment ${metadata.name}`),
    ...ofKind(objects, 'Service')
      .filter(({ spec }) => selected(spec.selector) !== 1)
      .map(({ metadata }) => `Service ${metadata.name}`),
    ...ofKind(objects, 'PodDisruptionBudget')
      .filter(({ spec }) => selected(spec.selector.matchLabels) !== 1)
      .map(({ metadata }) => `PodDisruptionBudget ${metadata.name}`),
    ...ofKind(objects, 'PodMonitor')
      .filter(({ spec }) => selected(spec.selector.matchLabels) !== deployments.length)
      .map(({ metadata }) => `PodMonitor ${metadata.name}`),
    ...ofKind(objects, 'NetworkPolicy')
      .filter(({ spec }) => selected(spec.podSelector.matchLabels) === 0)
      .map(({ metadata }) => `NetworkPolicy ${metadata.name}`),
  ];
}

const isSubset = (some: Labels, all: Labels): boolean =>
  Object.entries(some).every(([name, value]) => all[name] === value);

/**
 * Missing targets of references: ConfigMaps, keys of the Secret, volumes, ports, Services, Deployments to scale.
 * @param secrets the keys of each Secret
 */
export function missingReferences(objects: Objects, secrets: Readonly<Record<string, readonly string[]>>): string[] {
  const problems: string[] = [];
  const need = (exists: boolean | undefined, what: string) => {
    if (exists !== true) problems.push(`no ${what}`);
  };
  const has = (kind: KubernetesObject['kind'], name: string) =>
    objects.some((each) => each.kind === kind && each.metadata.name === name);
  const needSecret = ({ name, key }: { name: string; key: string }) =>
    need(secrets[name]?.includes(key), `key ${key} of Secret ${name}`);

  const ports = new Set<string>();
  for (const deployment of ofKind(objects, 'Deployment')) {
    for (const container of containersOf(deployment)) {
      for (const { configMapRef } of container.envFrom ?? [])
        need(has('ConfigMap', configMapRef.name), `ConfigMap ${configMapRef.name}`);
      for (const { valueFrom } of container.env ?? []) if (valueFrom !== undefined) needSecret(valueFrom.secretKeyRef);
      for (const { name } of container.volumeMounts)
        need(
          deployment.spec.template.spec.volumes.some((volume) => volume.name === name),
          `volume ${name}`,
        );
      for (const { name } of container.ports) ports.add(name);
      for (const { httpGet } of [container.livenessProbe, container.readinessProbe, container.startupProbe])
        need(
          container.ports.some(({ name }) => name === httpGet.port),
          `port ${httpGet.port} in ${deployment.metadata.name}`,
        );
    }
  }
  const services = ofKind(objects, 'Service');
  for (const { targetPort } of services.flatMap(({ spec }) => spec.ports))
    need(ports.has(targetPort), `port ${targetPort}`);
  for (const { service } of ingressPaths(objects).map(({ backend }) => backend)) {
    const target = services.find(({ metadata }) => metadata.name === service.name);
    need(
      target?.spec.ports.some(({ name }) => name === service.port.name),
      `port ${service.port.name} of Service ${service.name}`,
    );
  }
  for (const { spec } of ofKind(objects, 'HTTPRoute')) {
    for (const { name, sectionName } of spec.parentRefs) {
      const gateway = ofKind(objects, 'Gateway').find(({ metadata }) => metadata.name === name);
      need(
        gateway?.spec.listeners.some((listener) => listener.name === sectionName),
        `listener ${sectionName} of Gateway ${name}`,
      );
    }
    for (const { name, port } of spec.rules.flatMap(({ backendRefs = [] }) => backendRefs)) {
      const target = services.find(({ metadata }) => metadata.name === name);
      need(
        target?.spec.ports.some((each) => each.port === port),
        `port ${port} of Service ${name}`,
      );
    }
  }
  for (const { port } of ofKind(objects, 'PodMonitor').flatMap(({ spec }) => spec.podMetricsEndpoints))
    need(ports.has(port), `port ${port}`);
  for (const { spec } of ofKind(objects, 'HorizontalPodAutoscaler'))
    need(has('Deployment', spec.scaleTargetRef.name), `Deployment ${spec.scaleTargetRef.name}`);
  for (const { port } of ofKind(objects, 'NetworkPolicy').flatMap(({ spec }) =>
    spec.ingress.flatMap((each) => each.ports),
  ))
    need(ports.has(port), `port ${port}`);
  for (const { spec } of ofKind(objects, 'ScaledObject')) {
    need(has('Deployment', spec.scaleTargetRef.name), `Deployment ${spec.scaleTargetRef.name}`);
    for (const { metadata } of spec.triggers) {
      const { hostname, port, pathname } = new URL(metadata.url);
      const [name] = hostname.split('.');
      const target = services.find((each) => each.metadata.name === name);
      need(target?.spec.ports.some((each) => String(each.port) === port) && pathname === '/metrics', metadata.url);
    }
  }
  return problems;
}

export const ingressPaths = (objects: Objects) =>
  ofKind(objects, 'Ingress').flatMap(({ spec }) => spec.rules.flatMap(({ http }) => http.paths));

/**
 * Whether an ingress or a route passes a path to a service: https://kubernetes.io/docs/concepts/services-networking/ingress/#path-types,
 * https://gateway-api.sigs.k8s.io/reference/spec/#httppathmatch
 */
export function isPassed(objects: Objects, path: string): boolean {
  const rules = [
    ...ingressPaths(objects).map((rule) => ({ type: rule.pathType, value: rule.path })),
    ...ofKind(objects, 'HTTPRoute')
      .flatMap(({ spec }) => spec.rules)
      .filter(({ backendRefs }) => backendRefs !== undefined)
      .flatMap(({ matches = [] }) => matches.map((match) => match.path)),
  ];
  return rules.some(({ type, value }) => path === value || (type !== 'Exact' && path.startsWith(`${value}/`)));
}

/** Images without an exact version. */
export function inexactImages(objects: Objects): string[] {
  return ofKind(objects, 'Deployment')
    .flatMap(containersOf)
    .map(({ image }) => image)
    .filter((image) => !isExactImage(image));
}

/** Returns the environment of a Deployment's container. Values of Secrets come from `secrets`. */
export function environmentOf(
  objects: Objects,
  deployment: Deployment,
  secrets: Readonly<Record<string, string>>,
): Record<string, string> {
  const maps = ofKind(objects, 'ConfigMap');
  const env: Record<string, string> = {};
  for (const container of containersOf(deployment)) {
    for (const { configMapRef } of container.envFrom ?? [])
      Object.assign(env, maps.find(({ metadata }) => metadata.name === configMapRef.name)?.data);
    for (const { name, value, valueFrom } of container.env ?? [])
      env[name] = value ?? secrets[valueFrom?.secretKeyRef.key ?? ''] ?? '';
  }
  return env;
}

/** Deployments that Kubernetes kills before their SHUTDOWN_GRACE is over. The pause before the stop counts too. */
export function shortGrace(objects: Objects): string[] {
  return ofKind(objects, 'Deployment')
    .filter((deployment) => {
      const pauses = containersOf(deployment).map(({ lifecycle }) => Number(lifecycle?.preStop.exec.command[1] ?? 0));
      const grace = Number(environmentOf(objects, deployment, {}).SHUTDOWN_GRACE);
      return !(deployment.spec.template.spec.terminationGracePeriodSeconds > Math.max(...pauses) + grace);
    })
    .map(({ metadata }) => metadata.name);
}

/**
 * Categories that no worker handles, and triggers and formulas that do not match the categories of the Deployment that they scale.
 * @param categories all existing categories
 */
export function wrongScaling(objects: Objects, categories: readonly string[]): string[] {
  const taken: string[] = [];
  const problems: string[] = [];
  const categoriesOf = (name: string) => {
    const deployment = ofKind(objects, 'Deployment').find(({ metadata }) => metadata.name === name);
    return deployment === undefined ? [] : (environmentOf(objects, deployment, {}).CATEGORIES ?? '').split(',');
  };
  for (const { spec } of ofKind(objects, 'HorizontalPodAutoscaler'))
    taken.push(...categoriesOf(spec.scaleTargetRef.name));
  for (const scaler of ofKind(objects, 'ScaledObject')) {
    const name = scaler.spec.scaleTargetRef.name;
    const own = categoriesOf(name);
    if (own.length === 0) continue;
    const { triggers, advanced } = scaler.spec;
    const wanted = own.map((category) => `${category} by convertd_tasks_unfinished{category="${category}"}`).sort();
    const found = triggers.map((each) => `${each.name} by ${each.metadata.valueLocation}`).sort();
    if (wanted.join() !== found.join()) problems.push(`${name} takes ${own}, and scales ${found}`);
    // The sum of seconds of each category; no more of KEDA's language is used.
    const terms = advanced.scalingModifiers.formula.split(' + ');
    const inFormula = terms.map((term) => /^([a-z]+) \* \d+(\.\d+)?$/.exec(term)?.[1] ?? term).sort();
    if (own.toSorted().join() !== inFormula.join()) problems.push(`${name} takes ${own}, its formula has ${inFormula}`);
    if (!(Number(advanced.scalingModifiers.target) > 0)) problems.push(`${name} has no target`);
    taken.push(...own);
  }
  const missing = categories.filter((category) => !taken.includes(category));
  return [...problems, ...missing.map((category) => `no workers for ${category}`)];
}
