/* The kinds of objects in deploy/kubernetes, with the fields that tests read. */

export type Labels = Readonly<Record<string, string>>;

export interface Metadata {
  name: string;
  namespace?: string;
  labels?: Labels;
  annotations?: Labels;
}

export interface Selector {
  matchLabels: Labels;
}

export interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

export interface Container {
  readonly name: string;
  image: string;
  readonly args: readonly string[];
  readonly envFrom?: { readonly configMapRef: { name: string } }[];
  readonly env?: {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
  }[];
  readonly ports: { readonly name: string; readonly containerPort: number }[];
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly startupProbe: Probe;
  readonly volumeMounts: { readonly name: string; readonly mountPath: string }[];
}

export interface Deployment {
  apiVersion: 'apps/v1';
  kind: 'Deployment';
  metadata: Metadata;
  spec: {
    replicas?: number;
    selector: Selector;
    template: {
      metadata: { labels: Labels; annotations?: Labels };
      spec: {
        terminationGracePeriodSeconds: number;
        containers: Container[];
        volumes: { readonly name: string }[];
      };
    };
  };
}

interface Service {
  apiVersion: 'v1';
  kind: 'Service';
  metadata: Metadata;
  spec: { selector: Labels; ports: { readonly name: string; readonly port: number; readonly targetPort: string }[] };
}

export interface ConfigMap {
  apiVersion: 'v1';
  kind: 'ConfigMap';
  metadata: Metadata;
  data: Record<string, string>;
}

export interface Ingress {
  apiVersion: 'networking.k8s.io/v1';
  kind: 'Ingress';
  metadata: Metadata;
  spec: {
    rules: {
      host: string;
      http: {
        paths: {
          readonly path: string;
          readonly pathType: 'Exact' | 'Prefix';
          readonly backend: { readonly service: { readonly name: string; readonly port: { readonly name: string } } };
        }[];
      };
    }[];
  };
}

interface Gateway {
  apiVersion: 'gateway.networking.k8s.io/v1';
  kind: 'Gateway';
  metadata: Metadata;
  spec: { listeners: { readonly name: string; readonly hostname: string }[] };
}

interface HTTPRoute {
  apiVersion: 'gateway.networking.k8s.io/v1';
  kind: 'HTTPRoute';
  metadata: Metadata;
  spec: {
    parentRefs: { readonly name: string; readonly sectionName: string }[];
    rules: {
      readonly matches?: { readonly path: { readonly type: 'Exact' | 'PathPrefix'; readonly value: string } }[];
      readonly backendRefs?: { readonly name: string; readonly port: number }[];
    }[];
  };
}

interface NetworkPolicy {
  apiVersion: 'networking.k8s.io/v1';
  kind: 'NetworkPolicy';
  metadata: Metadata;
  spec: { podSelector: Selector; ingress: { readonly ports: { readonly port: string }[] }[] };
}

interface PodDisruptionBudget {
  apiVersion: 'policy/v1';
  kind: 'PodDisruptionBudget';
  metadata: Metadata;
  spec: { selector: Selector };
}

interface ScaledObject {
  apiVersion: 'keda.sh/v1alpha1';
  kind: 'ScaledObject';
  metadata: Metadata;
  spec: {
    scaleTargetRef: { name: string };
    advanced: { scalingModifiers: { formula: string; target: string } };
    triggers: {
      readonly name: string;
      readonly metadata: { readonly url: string; readonly format: string; readonly valueLocation: string };
    }[];
  };
}

interface HorizontalPodAutoscaler {
  apiVersion: 'autoscaling/v2';
  kind: 'HorizontalPodAutoscaler';
  metadata: Metadata;
  spec: { scaleTargetRef: { name: string } };
}

interface PodMonitor {
  apiVersion: 'monitoring.coreos.com/v1';
  kind: 'PodMonitor';
  metadata: Metadata;
  spec: { selector: Selector; jobLabel: string; podMetricsEndpoints: { readonly port: string }[] };
}

export type KubernetesObject =
  | Deployment
  | Service
  | ConfigMap
  | Gateway
  | HTTPRoute
  | Ingress
  | NetworkPolicy
  | PodDisruptionBudget
  | ScaledObject
  | HorizontalPodAutoscaler
  | PodMonitor;

type Kind = KubernetesObject['kind'];

/** The version of each kind. */
export const API_VERSIONS: { readonly [K in Kind]: Extract<KubernetesObject, { kind: K }>['apiVersion'] } = {
  Deployment: 'apps/v1',
  Service: 'v1',
  ConfigMap: 'v1',
  Gateway: 'gateway.networking.k8s.io/v1',
  HTTPRoute: 'gateway.networking.k8s.io/v1',
  Ingress: 'networking.k8s.io/v1',
  NetworkPolicy: 'networking.k8s.io/v1',
  PodDisruptionBudget: 'policy/v1',
  ScaledObject: 'keda.sh/v1alpha1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  PodMonitor: 'monitoring.coreos.com/v1',
};

/** Returns the objects of one kind. */
export function ofKind<K extends Kind>(
  objects: readonly KubernetesObject[],
  kind: K,
): Extract<KubernetesObject, { kind: K }>[] {
  return objects.filter((each): each is Extract<KubernetesObject, { kind: K }> => each.kind === kind);
}
