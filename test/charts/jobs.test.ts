import test from 'ava';
import { committedRenders, workloadsOf } from './objects.ts';

const production = committedRenders().get('gx-production') ?? [];

test('the ledger is verified once: its exit code 1 is what it found, and no reason to read everything again', (t) => {
  const verify = production.find(
    ({ kind, metadata }) => kind === 'CronJob' && metadata.name === 'gx-ops-ledger-verify',
  );
  t.is(verify?.spec?.jobTemplate?.spec.backoffLimit, 0);
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
