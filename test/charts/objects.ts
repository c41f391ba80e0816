import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

/** As much of Kubernetes' objects as the rules look at. */
export type Labels = Record<string, string>;
export type Peer = {
  podSelector?: { matchLabels?: Labels; matchExpressions?: { key: string; operator: string; values?: string[] }[] };
  namespaceSelector?: { matchLabels?: Labels };
  ipBlock?: { cidr: string; except?: string[] };
};
type PolicyPort = { port?: number | string; endPort?: number; protocol?: string };
export type PolicyRule = { from?: Peer[]; to?: Peer[]; ports?: PolicyPort[] };
export type Probe = {
  grpc?: { port: number; service?: string };
  httpGet?: { path: string; port: number | string };
  tcpSocket?: { port: number };
  exec?: object;
};
export type Security = {
  runAsNonRoot?: boolean;
  runAsUser?: number;
  seccompProfile?: { type: string };
  allowPrivilegeEscalation?: boolean;
  privileged?: boolean;
  readOnlyRootFilesystem?: boolean;
  capabilities?: { drop?: string[]; add?: string[] };
};
export type Container = {
  name: string;
  image: string;
  args?: string[];
  env?: { name: string; value?: string; valueFrom?: object }[];
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[];
  ports?: { name: string; containerPort: number; hostPort?: number }[];
  securityContext?: Security;
  resources?: { requests?: Labels; limits?: Labels };
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  lifecycle?: { preStop?: { sleep?: { seconds: number } } };
};
export type PodSpec = {
  restartPolicy?: string;
  serviceAccountName?: string;
  automountServiceAccountToken?: boolean;
  enableServiceLinks?: boolean;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  securityContext?: Security;
  terminationGracePeriodSeconds?: number;
  topologySpreadConstraints?: { topologyKey: string }[];
  containers: Container[];
  initContainers?: Container[];
  volumes?: Record<string, unknown>[];
};
export type KubeObject = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Labels; annotations?: Labels };
  automountServiceAccountToken?: boolean;
  spec?: {
    replicas?: number;
    minReplicas?: number;
    strategy?: { rollingUpdate?: { maxUnavailable?: number } };
    template?: { metadata: { labels: Labels }; spec: PodSpec };
    backoffLimit?: number;
    jobTemplate?: { spec: { backoffLimit?: number; template: { metadata: { labels: Labels }; spec: PodSpec } } };
    scaleTargetRef?: { name: string };
    minReplicaCount?: number;
    selector?: { matchLabels?: Labels };
    podSelector?: { matchLabels?: Labels; matchExpressions?: { key: string; operator: string; values?: string[] }[] };
    policyTypes?: string[];
    ingress?: PolicyRule[];
    egress?: PolicyRule[];
  };
};

/** Something that makes pods, with the pod it makes. */
export type Workload = {
  readonly object: KubeObject;
  readonly name: string;
  readonly labels: Labels;
  readonly pod: PodSpec;
};

const FOLDER = join(import.meta.dirname, '../../charts/renders');

/** Every committed render, by name. */
export function committedRenders(): Map<string, KubeObject[]> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.yaml'));
  return new Map(files.map((file) => [file.replace('.yaml', ''), parse(readFileSync(join(FOLDER, file), 'utf8'))]));
}

const parse = (text: string): KubeObject[] =>
  parseAllDocuments(text)
    .map((document): unknown => document.toJS())
    .filter((object): object is KubeObject => object !== null && object !== undefined);

/** The workloads of a render: whatever makes pods, tests and jobs included. */
export function workloadsOf(objects: readonly KubeObject[]): Workload[] {
  return objects.flatMap((object) => {
    const template = templateOf(object);
    if (template === undefined) return [];
    return [{ object, name: `${object.kind} ${object.metadata.name}`, labels: template.labels, pod: template.pod }];
  });
}

function templateOf({ kind, metadata, spec }: KubeObject): { labels: Labels; pod: PodSpec } | undefined {
  if (spec === undefined) return undefined;
  if (kind === 'Pod') return { labels: metadata.labels ?? {}, pod: spec as unknown as PodSpec };
  const template = kind === 'CronJob' ? spec.jobTemplate?.spec.template : spec.template;
  return template === undefined ? undefined : { labels: template.metadata.labels, pod: template.spec };
}

type Selector = NonNullable<Peer['podSelector']>;

/** Whether a selector takes a pod with these labels. */
export const selects = ({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(({ key, operator, values = [] }) => operator === 'In' && values.includes(labels[key] ?? ''));

/** Every key of a Secret that stands below a volume, as file and `secret/key`. */
export function filesOf({ pod }: Workload, volume: string): Record<string, string> {
  const found = (pod.volumes ?? []).find(({ name }) => name === volume) as
    | { projected?: { sources: { secret: { name: string; items: { key: string; path: string }[] } }[] } }
    | undefined;
  const items = (found?.projected?.sources ?? []).flatMap(({ secret }) =>
    secret.items.map(({ key, path }) => [path, `${secret.name}/${key}`]),
  );
  return Object.fromEntries(items);
}

/** Keys that a Deployment reads from files, by variable, each as `secret/key`: of those with a prefix. */
export function keyFilesOf(
  objects: readonly KubeObject[],
  name: string,
  prefix: string,
): Record<string, string | undefined> {
  const workload = workloadsOf(objects).find(
    ({ object }) => object.kind === 'Deployment' && object.metadata.name === name,
  );
  if (workload === undefined) return {};
  const files = filesOf(workload, 'secrets');
  const [container] = workload.pod.containers;
  // Kubernetes never replaces what is mounted by a subPath.
  if (JSON.stringify(container?.volumeMounts).includes('subPath')) throw new Error(`${name} mounts by a subPath`);
  return Object.fromEntries(
    (container?.env ?? [])
      .filter(({ name: variable }) => variable.startsWith(prefix))
      .map(({ name: variable, value = '' }) => [variable, files[value.replace('/run/gx/', '')]]),
  );
}
