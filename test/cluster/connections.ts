import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { inPod, podsOf } from './kube.ts';

type ServiceDescriptor = {
  kind: string;
  ports?: Record<string, string>;
  needs?: string[];
  calls?: string[];
  bank?: boolean;
};
const CHARTS = join(import.meta.dirname, '../../charts');
const SERVERS: Readonly<Record<string, number>> = { mongodb: 27_017, kafka: 9_092, redis: 6_379 };

const KNOCK = `
import { connect } from 'node:net';
const knock = (target) => new Promise((done) => {
  const [host, port] = target.split(':');
  const socket = connect({ host, port: Number(port) });
  const end = (open) => { socket.destroy(); done([target, open]); };
  socket.setTimeout(4000, () => end(false)).on('connect', () => end(true)).on('error', () => end(false));
});
console.log(JSON.stringify(await Promise.all(process.argv.slice(1).map(knock))));`;

function readDescriptors(): Map<string, ServiceDescriptor> {
  const names = readdirSync(CHARTS).filter((name) => !['lib', 'gx', 'renders', 'build.sh', 'ops'].includes(name));
  return new Map(
    names.map((name) => [
      name,
      parse(readFileSync(join(CHARTS, name, 'descriptor.yaml'), 'utf8')) as ServiceDescriptor,
    ]),
  );
}

type Target = { readonly owner: string; readonly target: string; readonly forOperators: boolean };

/** Everything that can be knocked at: the port of each service that others call, and of each server. */
function targets(descriptors: ReadonlyMap<string, ServiceDescriptor>): Target[] {
  const ports: Readonly<Record<string, number>> = { grpc: 50_051, operators: 50_151, api: 8_090 };
  const services = [...descriptors].flatMap(([owner, { ports: own = {} }]) =>
    Object.values(own).flatMap((name) =>
      ports[name] === undefined
        ? []
        : [{ owner, target: `gx-${owner}:${ports[name]}`, forOperators: name === 'operators' }],
    ),
  );
  return [
    ...services,
    ...Object.entries(SERVERS).map(([owner, port]) => ({ owner, target: `gx-${owner}:${port}`, forOperators: false })),
  ];
}

/** No pod of `ops` is asked: nobody here may reach what is for operators. */
const mayReach = (caller: ServiceDescriptor | undefined, { owner, forOperators }: Target): boolean =>
  caller !== undefined &&
  !forOperators &&
  ((caller.calls ?? []).includes(owner) ||
    (caller.needs ?? []).includes(owner) ||
    (caller.bank === true && owner === 'bank-simulator'));

/**
 * Knocks from a pod of every service, and from one that is no part of the product, at every port; answers
 * what is not as drawn.
 */
export async function knockEverywhere(): Promise<{
  readonly open: number;
  readonly shut: number;
  readonly wrong: string[];
}> {
  const descriptors = readDescriptors();
  const all = targets(descriptors);
  const tally = { open: 0, shut: 0, wrong: [] as string[] };
  const from = async (caller: string, pod: string): Promise<void> => {
    // Its own pods are not asked: a pod may speak to itself, and never does.
    const foreign = all.filter(({ owner }) => owner !== caller);
    const answers = (await inPod(pod, KNOCK, ...foreign.map(({ target }) => target))) as [string, boolean][];
    for (const [target, isOpen] of answers) {
      const knocked = foreign.find((one) => one.target === target);
      tally[isOpen ? 'open' : 'shut'] += 1;
      if (knocked === undefined || isOpen !== mayReach(descriptors.get(caller), knocked))
        tally.wrong.push(`${caller} -> ${target} is ${isOpen ? 'open' : 'shut'}`);
    }
  };
  for (const caller of descriptors.keys()) {
    const [pod] = await podsOf(caller);
    if (pod === undefined) throw new Error(`no pod of ${caller}`);
    await from(caller, pod);
  }
  await from('merchant', 'pod/merchant');
  return tally;
}
