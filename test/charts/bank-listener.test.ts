import test from 'ava';
import { committedRenders, type KubeObject, workloadsOf } from './objects.ts';

type Port = { readonly name: string; readonly port: number; readonly targetPort: string };
type ServiceSpec = { readonly type: string; readonly selector: object; readonly ports: readonly Port[] };
type PolicyRule = { readonly ports: readonly { readonly port: string | number }[]; readonly from?: readonly object[] };

const rendersOf = (name: string): readonly KubeObject[] => committedRenders().get(name) ?? [];
const RENDERS = { 'gx-production': 'gx', 'gx-everything': 'pay', 'gx-trial': 'gx', gateway: 'gx' } as const;
const specOf = <T>(objects: readonly KubeObject[], kind: string, name: string): T | undefined =>
  objects.find((one) => one.kind === kind && one.metadata.name === name)?.spec as unknown as T | undefined;

test('banks come in by a Service of their own, and the one of merchants leads to no port of theirs', (t) => {
  for (const [render, prefix] of Object.entries(RENDERS)) {
    const objects = rendersOf(render);
    const merchants = specOf<ServiceSpec>(objects, 'Service', `${prefix}-gateway`);
    const banks = specOf<ServiceSpec>(objects, 'Service', `${prefix}-gateway-bank`);
    t.deepEqual(merchants?.ports.map(({ targetPort }) => targetPort).toSorted(), ['health', 'http'], render);
    t.deepEqual(
      banks?.ports.map(({ targetPort }) => targetPort),
      ['bank'],
      render,
    );
    t.deepEqual(banks?.selector, merchants?.selector, render);
  }
  const spec = specOf<ServiceSpec>(rendersOf('gx-production'), 'Service', 'gx-gateway-bank');
  t.like(spec, { type: 'LoadBalancer', ports: [{ port: 443 }] });
});

test('a service that banks do not call has no Service for them', (t) => {
  const forBanks = Object.keys(RENDERS).flatMap((render) =>
    rendersOf(render).filter(({ kind, metadata }) => kind === 'Service' && metadata.name.endsWith('-bank')),
  );
  t.is(forBanks.length, Object.keys(RENDERS).length);
});

test('no Ingress and no route leads to the bank listener: TLS has to end at the gateway', (t) => {
  const edges = Object.keys(RENDERS).flatMap((render) =>
    rendersOf(render).filter(({ kind }) => kind === 'Ingress' || kind === 'HTTPRoute'),
  );
  t.true(edges.length > 2);
  for (const edge of edges) t.notRegex(JSON.stringify(edge.spec), /gateway-bank|"bank"|8070/, edge.metadata.name);
});

test('who may reach merchants’ port may not reach the bank listener by it, and the other way round', (t) => {
  const policy = specOf<{ ingress: readonly PolicyRule[] }>(rendersOf('gx-production'), 'NetworkPolicy', 'gx-gateway');
  const rules = policy?.ingress.filter(({ ports }) => ports.some(({ port }) => port === 'bank')) ?? [];
  t.deepEqual(rules, [
    { ports: [{ port: 'bank', protocol: 'TCP' }], from: [{ ipBlock: { cidr: '10.0.0.0/16' } }] },
  ] as never);
  const closed = specOf<{ ingress: readonly PolicyRule[] }>(rendersOf('gateway'), 'NetworkPolicy', 'gx-gateway');
  t.false(closed?.ingress.some(({ ports }) => ports.some(({ port }) => port === 'bank')));
});

test('in a trial the simulated bank is given the address of that Service', (t) => {
  const trial = rendersOf('gx-trial');
  const charge = workloadsOf(trial).find(({ object }) => object.metadata.name === 'gx-charge');
  const { value = '' } =
    charge?.pod.containers[0]?.env?.find(({ name }) => name === 'PROVIDER_CALLBACK_BASE_URL') ?? {};
  const { hostname, port } = new URL(value);
  t.is(String(specOf<ServiceSpec>(trial, 'Service', hostname)?.ports[0]?.port), port);
});
