import type { ServiceDescriptor } from './descriptor.ts';
import { BANK_LISTENER_VALUES, EDGE_VALUES, JOB_VALUES } from './edge-and-job-values.ts';
import { exactly, flag, kubernetes, list, resources, text, texts, type ValueRow, whole } from './value-row.ts';

const cidr = { type: 'string', pattern: '^[0-9a-f.:]+/[0-9]+$' };
/** The whole internet is no bank. */
const bankCidr = { ...cidr, not: { pattern: '/[0-7]$' } };

const image = (name: string): readonly ValueRow[] => [
  {
    path: 'image.repository',
    value: `gx/${name}`,
    schema: text,
    says: 'Where the image is, below `global.imageRegistry`.',
  },
  {
    path: 'image.tag',
    value: '',
    schema: text,
    says: 'Empty: the version of the service that this chart was made for.',
  },
  {
    path: 'image.digest',
    value: '',
    schema: { type: 'string', pattern: '^(sha256:[0-9a-f]{64})?$' },
    says: '`sha256:…` wins over the tag: what runs is then what was tested, whatever is pushed later.',
  },
  {
    path: 'image.pullPolicy',
    value: 'IfNotPresent',
    schema: { enum: ['IfNotPresent', 'Always', 'Never'] },
    says: 'Never: only images that were loaded into the node.',
  },
];

const placing: readonly ValueRow[] = [
  { path: 'priorityClassName', value: '', schema: text, says: 'Who is evicted first when a node is full.' },
  { path: 'nodeSelector', value: {}, schema: texts, says: 'Labels that a node must have.' },
  { path: 'tolerations', value: [], schema: list(kubernetes), says: 'Taints of nodes that do not matter.' },
  {
    path: 'affinity',
    value: {},
    schema: kubernetes,
    says: 'Nearness to nodes and pods; spreading over nodes and zones is there already.',
  },
  {
    path: 'serviceAccountAnnotations',
    value: {},
    schema: texts,
    says: 'For workload identities. The account has no rights, and its token is not mounted.',
  },
];

const running = ({ nodeOptions }: ServiceDescriptor): readonly ValueRow[] => [
  {
    path: 'replicas',
    value: 2,
    schema: whole(0, 1_000),
    says: 'Pods, when nothing scales them. One: each node that is drained is an outage.',
  },
  {
    path: 'nodeOptions',
    value: nodeOptions,
    schema: text,
    says: 'Options of Node. A larger young generation makes gateway and charge faster and takes 60 MB more.',
  },
  {
    path: 'shutdown.preStopSeconds',
    value: 5,
    schema: whole(0, 120),
    says: 'Wait before SIGTERM, in which load balancers forget the pod. Too short: failed requests at each rollout. 0: no wait.',
  },
  {
    path: 'shutdown.drainSeconds',
    value: 5,
    schema: whole(0, 60),
    says: 'Wait after SIGTERM with readiness off, in which callers leave. The grace of the pod is preStop + drain + 25 + 5 s.',
  },
  {
    path: 'startupSeconds',
    value: 120,
    schema: whole(5, 3_600),
    says: 'How long a start may take before the pod is started again, building of indexes included where no job has made them.',
  },
  {
    path: 'topologySpread',
    value: 'ScheduleAnyway',
    schema: { enum: ['ScheduleAnyway', 'DoNotSchedule'] },
    says: 'DoNotSchedule: a pod that cannot be spread evenly over nodes and zones waits for a node.',
  },
  {
    path: 'autoscaling.enabled',
    value: false,
    schema: flag,
    says: 'Lets a HorizontalPodAutoscaler set the replicas; `replicas` is then not used. Switched on at a running release it begins from one pod (docs/operations/upgrade.md).',
  },
  { path: 'autoscaling.minReplicas', value: 2, schema: whole(1, 1_000), says: 'Never fewer.' },
  {
    path: 'autoscaling.maxReplicas',
    value: 6,
    schema: whole(1, 1_000),
    says: 'Never more. Consumers beyond the 6 partitions of a topic only answer RPCs.',
  },
  {
    path: 'autoscaling.cpuPercent',
    value: 70,
    schema: whole(1, 100),
    says: 'Of the requested CPU, as an average over the pods.',
  },
  {
    path: 'autoscaling.scaleDownSeconds',
    value: 300,
    schema: whole(0, 3_600),
    says: 'How long the load must have been low before a pod goes.',
  },
  { path: 'podLabels', value: {}, schema: texts, says: 'More labels of the pods.' },
  { path: 'podAnnotations', value: {}, schema: texts, says: 'More annotations of the pods; a change rolls them.' },
];

const indexes: readonly ValueRow[] = [
  {
    path: 'indexes.enabled',
    value: true,
    schema: flag,
    says: 'Makes the indexes of this version by a job before its pods start. Off: its first pod makes them, and is not ready before; raise `startupSeconds`.',
  },
  {
    path: 'indexes.atInstall',
    value: true,
    schema: flag,
    says: 'Before an install too, for a database that is not empty. Off where MongoDB comes with the release: no hook can wait for it.',
  },
  {
    path: 'indexes.deadlineSeconds',
    value: 3_600,
    schema: whole(30, 604_800),
    says: 'How long the job may take; Helm’s own `--timeout` has to be longer. Either way the database goes on building, and the next try waits for it.',
  },
];

const keda: readonly ValueRow[] = [
  {
    path: 'keda.enabled',
    value: false,
    schema: flag,
    says: 'Lets KEDA, where it is installed, set the replicas by what waits in the topics. Excludes autoscaling. Switched on at a running release it begins from one pod (docs/operations/upgrade.md).',
  },
  { path: 'keda.minReplicas', value: 2, schema: whole(1, 1_000), says: 'Never fewer: the service answers RPCs too.' },
  { path: 'keda.maxReplicas', value: 6, schema: whole(1, 1_000), says: 'Never more; a topic has 6 partitions.' },
  {
    path: 'keda.lagPerReplica',
    value: 500,
    schema: whole(1, 1_000_000),
    says: 'Waiting messages for which there is one more pod.',
  },
];

const policy = ({ bank, bankListener, internet, public: isPublic }: ServiceDescriptor): readonly ValueRow[] => [
  {
    path: 'networkPolicy.enabled',
    value: true,
    schema: flag,
    says: 'Off: every pod of the cluster may call this service, which then has nothing but their certificates to know them by.',
  },
  ...(isPublic
    ? [
        {
          path: 'networkPolicy.from',
          value: [],
          schema: list(kubernetes),
          says: 'Who may reach the merchants’ port, as peers; usually the pods of the ingress controller. Empty: everybody.',
        },
      ]
    : []),
  ...(bankListener
    ? [
        {
          path: 'networkPolicy.banksFrom',
          value: [],
          schema: list(kubernetes),
          says: 'Who may reach the bank listener. Empty: nobody, and callbacks of real banks do not arrive.',
        },
      ]
    : []),
  ...(bank
    ? [
        {
          path: 'networkPolicy.bankCidrs',
          value: [],
          schema: list(bankCidr),
          says: 'Where banks are reached, port 443. Empty: no real bank is. A range wider than /8 is refused.',
        },
      ]
    : []),
  ...(internet
    ? [
        {
          path: 'networkPolicy.ipv6',
          value: true,
          schema: flag,
          says: 'Off, where the network plugin knows IPv4 only: merchants with IPv6 addresses alone are then not reached.',
        },
        {
          path: 'networkPolicy.clusterCidrs',
          value: [],
          schema: list(cidr),
          says: 'Ranges of this cluster and company that are public addresses by their number; webhooks may not reach them either.',
        },
      ]
    : []),
  { path: 'networkPolicy.extraIngress', value: [], schema: list(kubernetes), says: 'More rules of who may come in.' },
  {
    path: 'networkPolicy.extraEgress',
    value: [],
    schema: list(kubernetes),
    says: 'More rules of what may be reached.',
  },
];

/** Public keys are one list for all. */
const SHARED: Readonly<Record<string, string>> = {
  EVENT_VERIFICATION_KEYS: 'global.eventKeys',
  ASSERTION_VERIFICATION_KEYS: 'global.grpc.assertionKeys',
};

const usualSecret = (name: string): string => {
  const usual = '`global.secretName`, else the one named like the service';
  const shared = SHARED[name];
  return shared === undefined ? usual : `\`${shared}.secretName\`, else ${usual}`;
};

const secrets = ({ secrets: names, optionalSecrets }: ServiceDescriptor): readonly ValueRow[] => [
  ...[...names, ...optionalSecrets].map((name): ValueRow => {
    const isOptional = optionalSecrets.includes(name);
    return {
      path: `secrets.${name}`,
      value: { use: !isOptional, name: '', key: '' },
      schema: exactly({ use: flag, name: text, key: text }),
      says: isOptional
        ? 'Read only with `use: true`; then as the others.'
        : `Key \`key\` (empty: ${name}) of the existing Secret \`name\` (empty: ${usualSecret(name)}). Missing: the pod waits.`,
    };
  }),
  {
    path: 'secretsAs',
    value: 'files',
    schema: { enum: ['files', 'env'] },
    says: 'files: mounted, seen by no child process and in no dump of the environment. A changed Secret is read at the next start; keys of events are followed in files.',
  },
];

/** Everything that can be said about one service, in the order of its values.yaml. */
export const serviceValues = (descriptor: ServiceDescriptor): readonly ValueRow[] => [
  ...image(descriptor.name),
  ...(descriptor.kind === 'job' ? [] : running(descriptor)),
  {
    path: 'settings',
    value: {},
    schema: descriptor.settings.schema,
    says: 'Variables of the service; README.md lists them. A name or value that it does not know is refused here. A change rolls the pods.',
  },
  ...secrets(descriptor),
  {
    path: 'resources',
    value: descriptor.resources,
    schema: resources,
    says: 'No CPU limit on purpose: a throttled event loop looks like a dead one. Above the memory limit the pod is killed.',
  },
  ...(descriptor.needs.includes('mongodb') ? indexes : []),
  ...(descriptor.consumes.length === 0 ? [] : keda),
  ...policy(descriptor),
  ...(descriptor.public ? EDGE_VALUES : []),
  ...(descriptor.bankListener ? BANK_LISTENER_VALUES : []),
  ...(descriptor.kind === 'job' ? JOB_VALUES : []),
  ...placing,
];
