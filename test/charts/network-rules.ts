import { BlockList } from 'node:net';
import { SPEC } from '../../services/webhooks/src/config.ts';
import { type KubeObject, type Labels, type PolicyRule, selects, type Workload, workloadsOf } from './objects.ts';
import type { Rule } from './rules.ts';

/**
 * One address of each range that is nobody's on the internet; IANA's special-purpose registry and the
 * metadata services of clouds.
 */
// biome-ignore format: read as a list
const PRIVATE = ['0.1.2.3', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.1', '192.0.0.1', '192.0.2.1', '192.168.1.1',
  '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '::1', 'fc00::1', 'fd12:3456::1', 'fe80::1', 'ff02::1', '64:ff9b::a00:1', '2001:db8::1', '2002:a00:1::1'];
const PUBLIC = ['8.8.8.8', '2606:4700::1111'];

const policiesOf = ({ labels }: Workload, render: readonly KubeObject[]): KubeObject[] =>
  render.filter(
    ({ kind, spec }) =>
      kind === 'NetworkPolicy' && spec?.podSelector !== undefined && selects(spec.podSelector, labels),
  );
const rulesOf = (workload: Workload, render: readonly KubeObject[], way: 'ingress' | 'egress'): PolicyRule[] =>
  policiesOf(workload, render).flatMap(({ spec }) => spec?.[way] ?? []);

/** Whether the workload may open a connection to this address. */
function reaches(workload: Workload, render: readonly KubeObject[], address: string): boolean {
  const family = address.includes(':') ? 'ipv6' : 'ipv4';
  const holds = (cidrs: readonly string[]): boolean => {
    const list = new BlockList();
    for (const cidr of cidrs) {
      const [network = '', prefix = '0'] = cidr.split('/');
      list.addSubnet(network, Number(prefix), network.includes(':') ? 'ipv6' : 'ipv4');
    }
    return list.check(address, family);
  };
  return rulesOf(workload, render, 'egress').some(({ to }) =>
    to === undefined
      ? true
      : to.some(({ ipBlock }) => ipBlock !== undefined && holds([ipBlock.cidr]) && !holds(ipBlock.except ?? [])),
  );
}

/** Merchants call the first, payers open the second. */
const FOR_EVERYBODY: ReadonlySet<string> = new Set(['gateway', 'checkout']);
const serviceOf = (labels: Labels): string => labels['app.kubernetes.io/name'] ?? '';

/** Pods that a workload may call, by its egress, and that do not let it in. */
function oneSided(workload: Workload, render: readonly KubeObject[]): string | undefined {
  for (const { to = [], ports = [] } of rulesOf(workload, render, 'egress')) {
    for (const other of workloadsOf(render)) {
      const isMeant = to.some(
        ({ podSelector, namespaceSelector }) =>
          podSelector !== undefined && namespaceSelector === undefined && selects(podSelector, other.labels),
      );
      if (!isMeant || other.object.kind === 'Pod' || serviceOf(workload.labels).endsWith('-test')) continue;
      for (const { port } of ports)
        if (!letsIn(other, render, workload, port)) return `${serviceOf(other.labels)} refuses it at ${port}`;
    }
  }
  return undefined;
}

function letsIn(
  called: Workload,
  render: readonly KubeObject[],
  caller: Workload,
  port: number | string | undefined,
): boolean {
  const names = new Map(
    called.pod.containers.flatMap(({ ports = [] }) => ports.map(({ name, containerPort }) => [name, containerPort])),
  );
  return rulesOf(called, render, 'ingress').some(
    ({ from, ports = [] }) =>
      (from === undefined ||
        from.some(({ podSelector }) => podSelector !== undefined && selects(podSelector, caller.labels))) &&
      ports.some((open) => (typeof open.port === 'string' ? names.get(open.port) : open.port) === port),
  );
}

const egressOf = (workload: Workload, render: readonly KubeObject[]): PolicyRule[] | undefined =>
  policiesOf(workload, render).find(({ spec }) => spec?.egress !== undefined)?.spec?.egress;

const portsOf = ({ ports = [] }: PolicyRule): string =>
  ports.map(({ port = 'any', endPort }) => (endPort === undefined ? `${port}` : `${port}-${endPort}`)).join(',');

/** What the pod is told; without a word what the service takes for granted. */
function allowedPortsOf({ pod }: Workload): string {
  const configured = pod.containers.flatMap(({ env = [] }) =>
    env.filter(({ name }) => name === 'WEBHOOK_ALLOWED_PORTS'),
  );
  return (configured[0]?.value ?? String(SPEC.WEBHOOK_ALLOWED_PORTS.fallback)).replaceAll(' ', '');
}

// biome-ignore format: one row per rule, read as a table
export const NETWORK_RULES: readonly Rule[] = [
  { rule: 'is closed in both directions but for what a policy opens',
    look: (workload, render) => policiesOf(workload, render).some(({ spec }) => spec?.policyTypes?.includes('Ingress') && spec.policyTypes.includes('Egress')) ? undefined : 'no policy for both',
    breaks: (_, render) => { render.splice(0, render.length, ...render.filter(({ kind }) => kind !== 'NetworkPolicy')); } },
  { rule: 'reaches the internet if it is webhooks, else not',
    look: (workload, render) => {
      const isMeant = serviceOf(workload.labels) === 'webhooks';
      return PUBLIC.find((address) => reaches(workload, render, address) !== isMeant);
    },
    breaks: (workload, render) => { egressOf(workload, render)?.push({ to: [{ ipBlock: { cidr: '0.0.0.0/0' } }] }); } },
  { rule: 'reaches the internet at the ports alone that webhooks may be sent to',
    look: (workload, render) => {
      const wide = egressOf(workload, widest(workload, render))?.filter(({ to }) => to?.some(({ ipBlock }) => ipBlock !== undefined)) ?? [];
      return wide.map(portsOf).find((ports) => ports !== allowedPortsOf(workload));
    },
    breaks: (workload, render) => { egressOf(workload, render)?.push({ to: [{ ipBlock: { cidr: '0.0.0.0/0' } }], ports: [{ protocol: 'TCP' }] }); } },
  { rule: 'reaches no private range from where it reaches the internet',
    look: (workload, render) => PUBLIC.some((address) => reaches(workload, widest(workload, render), address)) ? PRIVATE.find((address) => reaches(workload, widest(workload, render), address)) : undefined,
    breaks: (workload, render) => { egressOf(workload, render)?.push({ to: [{ ipBlock: { cidr: '0.0.0.0/0', except: ['10.0.0.0/8'] } }] }); } },
  { rule: 'is let in by everyone whom it may call',
    look: oneSided,
    breaks: (workload, render) => { egressOf(workload, render)?.push({ to: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'ledger' } } }], ports: [{ port: 9_999 }] }); } },
  { rule: 'opens no port to everybody if it is not for merchants or payers',
    look: (workload, render) => !FOR_EVERYBODY.has(serviceOf(workload.labels)) && rulesOf(workload, render, 'ingress').some(({ from }) => from === undefined || from.length === 0) ? 'an ingress rule without from' : undefined,
    breaks: (workload, render) => { policiesOf(workload, render).find(({ spec }) => spec?.ingress !== undefined)?.spec?.ingress?.push({ ports: [{ port: 50_051 }] }); } },
];

/**
 * The policies without what names servers of the deployment's own: small ranges, for databases, brokers and
 * banks.
 */
function widest(workload: Workload, render: readonly KubeObject[]): KubeObject[] {
  const isWide = ({ to }: PolicyRule): boolean =>
    to?.some(({ ipBlock }) => ipBlock !== undefined && Number(ipBlock.cidr.split('/')[1]) < 8) ?? true;
  const mine = new Set(policiesOf(workload, render));
  return render.map((object) =>
    mine.has(object) && object.spec?.egress !== undefined
      ? { ...object, spec: { ...object.spec, egress: object.spec.egress.filter(isWide) } }
      : object,
  );
}
