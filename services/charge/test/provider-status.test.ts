import type { Refusal } from '@gx/core';
import test from 'ava';
import { CALL, newTenant, order, startRig, stored } from './rig.ts';

const rig = await startRig({ BANK_CALL_MS: '8000', CREATE_MS: '12000', CREATE_LEASE_MS: '13000' });
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', rig.behave);

const charges = (tenant = newTenant(), count = 1): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async () => (await rig.rpc.createCharge(CALL, order(tenant))).charge?.id ?? ''),
  );
const seen = async (id: string): Promise<number> =>
  (await rig.seen(String((await stored(rig, id))?.['paymentOptions'][0].txid)))['get'] ?? 0;

test.serial('however many ask at the same moment, the bank is queried about a charge once', async (t) => {
  const tenant = newTenant();
  const [id = ''] = await charges(tenant);
  const before = await seen(id);
  await rig.misbehave({ kind: 'delay', operation: 'get', ms: 2_000 });
  const answers = await Promise.all(Array.from({ length: 100 }, () => rig.rpc.getProviderStatus(CALL, { tenant, id })));
  t.deepEqual([...new Set(answers.map(({ providerStatus }) => providerStatus))], ['ATIVA']);
  t.is((await seen(id)) - before, 1);
});

test.serial('a merchant who asks about many charges at once is answered for four, and creates go on', async (t) => {
  const tenant = newTenant();
  const ids = await charges(tenant, 12);
  await rig.misbehave({ kind: 'delay', operation: 'get', ms: 4_000 });
  const requests = Promise.allSettled(ids.map((id) => rig.rpc.getProviderStatus(CALL, { tenant, id })));
  t.is((await rig.rpc.createCharge(CALL, order(tenant))).charge?.status, 'WAITING_PAYMENT');
  const answers = await requests;
  t.is(answers.filter(({ status }) => status === 'fulfilled').length, 4);
  for (const one of answers) if (one.status === 'rejected') t.is((one.reason as Refusal).code, 'service_unavailable');
  await rig.behave();
  const [again = ''] = ids;
  t.is((await rig.rpc.getProviderStatus(CALL, { tenant, id: again })).providerStatus, 'ATIVA');
});
