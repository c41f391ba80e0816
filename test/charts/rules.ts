import { NETWORK_RULES } from './network-rules.ts';
import type { Container, KubeObject, Workload } from './objects.ts';
import { workloadsOf } from './objects.ts';

/** Looks at one workload within its render; answers what is wrong, or nothing. */
type RuleCheck = (workload: Workload, render: readonly KubeObject[]) => string | undefined;
/**
 * One rule of the security checklist, with a change that makes a good render bad: a rule that cannot fail
 * proves nothing.
 */
export type Rule = {
  readonly rule: string;
  readonly look: RuleCheck;
  readonly breaks: (workload: Workload, render: KubeObject[]) => void;
};

const containers = ({ pod }: Workload): Container[] => [...pod.containers, ...(pod.initContainers ?? [])];
const all = (workload: Workload, holds: (container: Container) => boolean): string | undefined =>
  containers(workload).find((container) => !holds(container))?.name;
const first = (workload: Workload): Container => workload.pod.containers[0] as Container;
const serves = ({ object }: Workload): boolean => object.kind === 'Deployment' || object.kind === 'StatefulSet';
const when = (broken: boolean, what: string): string | undefined => (broken ? what : undefined);

const VOLUMES = /^(name|emptyDir|projected|secret|configMap|persistentVolumeClaim)$/;
const SECRET_TEXT = /:\/\/[^/@]+:[^/@]+@|-----BEGIN|^mongodb(\+srv)?:|^rediss?:/;
const STOP_SECONDS = 25;
const MARGIN_SECONDS = 5;

// biome-ignore format: one row per rule, read as a table
const POD_RULES: readonly Rule[] = [
  { rule: 'runs as a number that is not root',
    look: ({ pod: { securityContext: own } }) => when(own?.runAsNonRoot !== true || !((own.runAsUser ?? 0) > 0), 'runAsNonRoot and runAsUser above 0'),
    breaks: ({ pod }) => { pod.securityContext = { runAsNonRoot: true, runAsUser: 0 }; } },
  { rule: 'cannot gain privileges',
    look: (workload) => all(workload, ({ securityContext: own }) => own?.allowPrivilegeEscalation === false && own.privileged !== true),
    breaks: (workload) => { delete first(workload).securityContext?.allowPrivilegeEscalation; } },
  { rule: 'drops every capability and adds none',
    look: (workload) => all(workload, ({ securityContext: own }) => own?.capabilities?.drop?.includes('ALL') === true && own.capabilities.add === undefined),
    breaks: (workload) => { first(workload).securityContext = { capabilities: { drop: ['ALL'], add: ['NET_RAW'] } }; } },
  { rule: 'has the default seccomp profile',
    look: ({ pod }) => when(pod.securityContext?.seccompProfile?.type !== 'RuntimeDefault', 'seccompProfile'),
    breaks: ({ pod }) => { pod.securityContext = { ...pod.securityContext, seccompProfile: { type: 'Unconfined' } }; } },
  { rule: 'has a root file system that cannot be written',
    look: (workload) => all(workload, ({ securityContext: own }) => own?.readOnlyRootFilesystem === true),
    breaks: (workload) => { first(workload).securityContext = { readOnlyRootFilesystem: false }; } },
  { rule: 'shares nothing with its node',
    look: (workload) => when(workload.pod.hostNetwork === true || workload.pod.hostPID === true || workload.pod.hostIPC === true, 'host namespaces')
      ?? all(workload, ({ ports = [] }) => ports.every(({ hostPort }) => hostPort === undefined))
      ?? when((workload.pod.volumes ?? []).some((volume) => Object.keys(volume).some((key) => !VOLUMES.test(key))), 'a volume of the node'),
    breaks: ({ pod }) => { pod.volumes = [...(pod.volumes ?? []), { name: 'node', hostPath: { path: '/' } }]; } },
  { rule: 'has an account of its own, without a token',
    look: ({ pod }, render) => {
      const account = render.find(({ kind, metadata }) => kind === 'ServiceAccount' && metadata.name === pod.serviceAccountName);
      return when(pod.automountServiceAccountToken !== false || account?.automountServiceAccountToken !== false, `account ${pod.serviceAccountName}`);
    },
    breaks: ({ pod }) => { delete pod.automountServiceAccountToken; } },
  { rule: 'asks for CPU and memory, and has a memory limit',
    look: (workload) => all(workload, ({ resources: own }) => [own?.requests?.['cpu'], own?.requests?.['memory'], own?.limits?.['memory']].every((amount) => amount !== undefined)),
    breaks: (workload) => { delete first(workload).resources?.limits; } },
  { rule: 'runs a named version of an image that is not Bitnami’s',
    look: (workload) => all(workload, ({ image }) => /(:[\w.-]+|@sha256:[0-9a-f]{64})$/.test(image) && !/:latest$|bitnami/.test(image)),
    breaks: (workload) => { first(workload).image = 'gx/charge:latest'; } },
  { rule: 'has no secret among its variables, but by reference',
    look: (workload) => all(workload, ({ env = [] }) => env.every(({ value = '' }) => !SECRET_TEXT.test(value))),
    breaks: (workload) => { first(workload).env = [{ name: 'MONGO_URL', value: 'mongodb://gx:password@mongodb' }]; } },
  { rule: 'does not get the addresses of every Service',
    look: ({ pod }) => when(pod.enableServiceLinks !== false, 'enableServiceLinks'),
    breaks: ({ pod }) => { delete pod.enableServiceLinks; } },
  { rule: 'has a startup, a readiness and a liveness probe, and liveness is not readiness',
    look: (workload) => serves(workload) ? all(workload, ({ startupProbe, readinessProbe, livenessProbe: live }) =>
      startupProbe !== undefined && readinessProbe !== undefined && live !== undefined && live.httpGet?.path !== '/readyz' && live.grpc?.service !== 'readiness') : undefined,
    breaks: (workload) => { const one = first(workload); if (one.readinessProbe !== undefined) one.livenessProbe = one.readinessProbe; } },
  { rule: 'may take preStop + drain + 25 + 5 s to end',
    look: (workload) => workload.object.kind === 'Deployment' ? graceProblem(workload) : undefined,
    breaks: ({ pod }) => { pod.terminationGracePeriodSeconds = 30; } },
  { rule: 'leaves its pod behind when it is a job that failed: the log is in it',
    look: ({ object: { kind }, pod }) => when(kind.endsWith('Job') && pod.restartPolicy !== 'Never', `restartPolicy ${pod.restartPolicy}`),
    breaks: ({ object, pod }) => { object.kind = 'Job'; pod.restartPolicy = 'OnFailure'; } },
  { rule: 'waits before SIGTERM for a second at least, or not at all',
    look: (workload) => all(workload, ({ lifecycle }) => (lifecycle?.preStop?.sleep?.seconds ?? 1) > 0),
    breaks: (workload) => { first(workload).lifecycle = { preStop: { sleep: { seconds: 0 } } }; } },
  { rule: 'never has fewer pods during a rollout',
    look: ({ object }) => when(object.kind === 'Deployment' && object.spec?.strategy?.rollingUpdate?.maxUnavailable !== 0, 'maxUnavailable'),
    breaks: ({ object }) => { delete object.spec?.strategy; } },
  { rule: 'is spread over nodes and zones',
    look: ({ object, pod }) => when(object.kind === 'Deployment' && pod.topologySpreadConstraints?.length !== 2, 'topologySpreadConstraints'),
    breaks: ({ pod }) => { delete pod.topologySpreadConstraints; } },
  { rule: 'has replicas from one hand only',
    look: ({ object }, render) => when(scalerOf(object, render) !== undefined && object.spec?.replicas !== undefined, 'replicas beside a scaler'),
    breaks: ({ object }, render) => {
      if (object.spec !== undefined) object.spec.replicas = 2;
      render.push({ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'more' }, spec: { scaleTargetRef: { name: object.metadata.name }, minReplicas: 2 } });
    } },
  { rule: 'has a disruption budget when it has more than one pod, and only then',
    look: (workload, render) => workload.object.kind === 'Deployment' ? budgetProblem(workload, render) : undefined,
    breaks: (_, render) => { render.splice(0, render.length, ...render.filter(({ kind }) => kind !== 'PodDisruptionBudget')); } },
];

function graceProblem(workload: Workload): string | undefined {
  const { lifecycle, env = [] } = first(workload);
  const drainMs = Number(env.find(({ name }) => name === 'DRAIN_DELAY_MS')?.value);
  const wanted = (lifecycle?.preStop?.sleep?.seconds ?? 0) + drainMs / 1_000 + STOP_SECONDS + MARGIN_SECONDS;
  return when(workload.pod.terminationGracePeriodSeconds !== wanted, `grace is not ${wanted} s`);
}

const scalerOf = (object: KubeObject, render: readonly KubeObject[]): KubeObject | undefined =>
  render.find(({ spec }) => spec?.scaleTargetRef?.name === object.metadata.name);

function budgetProblem({ object, labels }: Workload, render: readonly KubeObject[]): string | undefined {
  const scaler = scalerOf(object, render)?.spec;
  const least = scaler?.minReplicas ?? scaler?.minReplicaCount ?? object.spec?.replicas ?? 1;
  const isThere = render.some(
    ({ kind, spec }) =>
      kind === 'PodDisruptionBudget' &&
      Object.entries(spec?.selector?.matchLabels ?? { no: 'selector' }).every(([key, value]) => labels[key] === value),
  );
  return when(isThere !== least > 1, `${least} pods, ${isThere ? 'a' : 'no'} budget`);
}

/** Every rule; docs/adr/0051 says where they come from. */
export const RULES: readonly Rule[] = [...POD_RULES, ...NETWORK_RULES];

/** Everything that is wrong with a render. */
export const violations = (render: readonly KubeObject[], rules: readonly Rule[] = RULES): string[] =>
  workloadsOf(render).flatMap((workload) =>
    rules.flatMap(({ rule, look }) => {
      const problem = look(workload, render);
      return problem === undefined ? [] : [`${workload.name} ${rule}: ${problem}`];
    }),
  );
