import test from 'ava';
import { committedRenders, workloadsOf } from './objects.ts';

const production = committedRenders().get('gx-production') ?? [];

for (const [name, args] of [
  ['gx-ops-ledger-verify', ['ledger', 'verify']],
  ['gx-ops-reconcile', ['reconcile', '--date', 'yesterday']],
] as const)
  test(`${name} runs once: its exit code 1 is what it found, and no reason to read everything again`, (t) => {
    const job = production.find(({ kind, metadata }) => kind === 'CronJob' && metadata.name === name);
    t.is(job?.spec?.jobTemplate?.spec.backoffLimit, 0);
    t.deepEqual(job?.spec?.jobTemplate?.spec.template.spec.containers[0]?.args, [...args]);
  });

test('a job whose server may not be there yet is tried again', (t) => {
  const jobs = production.filter(({ kind }) => kind === 'Job');
  t.true(jobs.length >= 6);
  for (const { metadata, spec } of jobs) t.true((spec?.backoffLimit ?? 0) >= 4, metadata.name);
});

test('a pod without a wait before SIGTERM has no hook for it, and its grace is shorter by as much', (t) => {
  const everything = workloadsOf(committedRenders().get('gx-everything') ?? []);
  const refund = everything.find(({ name }) => name === 'Deployment pay-refund');
  t.is(refund?.pod.containers[0]?.lifecycle, undefined);
  t.is(refund?.pod.terminationGracePeriodSeconds, 35);
});
