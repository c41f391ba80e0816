import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callersOf, RPC_PARTIES, SERVICES } from '@gx/contracts';
import test from 'ava';
import { parse } from 'yaml';

type Edges = { readonly calls?: readonly string[]; readonly calledBy?: readonly string[] };

const edgesOf = (chart: string): Edges =>
  parse(readFileSync(join(import.meta.dirname, '../../charts', chart, 'descriptor.yaml'), 'utf8')) as Edges;
const sorted = (names: Iterable<string>): string[] => [...new Set(names)].toSorted();
const callersOfAll = (service: keyof typeof SERVICES): string[] =>
  sorted(Object.values(SERVICES[service]).flatMap(callersOf));

test('the policies let in those whom the protos name as callers of some RPC, and nobody else', (t) => {
  for (const party of RPC_PARTIES) {
    const served = party in SERVICES ? callersOfAll(party as keyof typeof SERVICES) : [];
    t.deepEqual(sorted(edgesOf(party).calledBy ?? []), served, `who calls ${party}`);
  }
});

test('the policies let out to those services alone whose RPCs name the caller', (t) => {
  const services = Object.keys(SERVICES) as (keyof typeof SERVICES)[];
  for (const party of RPC_PARTIES) {
    const called = services.filter((service) => callersOfAll(service).includes(party));
    t.deepEqual(sorted(edgesOf(party).calls ?? []), sorted(called), `whom ${party} calls`);
  }
});
