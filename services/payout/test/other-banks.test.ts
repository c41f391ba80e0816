import { until } from '@gx/testkit';
import test from 'ava';
import {
  bankId,
  CALL,
  event,
  newTenant,
  order,
  type PayoutRig,
  paidOut,
  refusal,
  requestsOf,
  stands,
  startRig,
  stored,
  toKey,
} from './rig.ts';

const STATIC =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';

/** A rig whose bank is another one. */
async function rigOf(t: { teardown: (stop: () => Promise<void>) => void }, profile: object): Promise<PayoutRig> {
  const rig = await startRig({ env: { POLL_TIME_SCALE: '0.1' }, profile });
  t.teardown(rig.stop);
  return rig;
}

test('422 no_provider_for_method: a bank that sends no Pix', async (t) => {
  const rig = await rigOf(t, { pixOutPath: undefined });
  const refused = await refusal(rig.rpc.createPayout(CALL, order(newTenant())));
  t.is(refused.code, 'unprocessable_entity');
  t.is(refused.more.reason, 'no_provider_for_method');
});

test('422 capability_missing: a bank that sends to keys alone and has no directory', async (t) => {
  const rig = await rigOf(t, { pixOutDestinations: ['key'], keyOwnerPath: undefined });
  const code = await refusal(rig.rpc.createPayout(CALL, order(newTenant(), { brCode: STATIC })));
  t.deepEqual([code.more.reason, code.more.param], ['capability_missing', 'destination.br_code']);
  const owner = await refusal(
    rig.rpc.createPayout(CALL, order(newTenant(), { expectedRecipientTaxId: '52998224725' })),
  );
  t.deepEqual([owner.more.reason, owner.more.param], ['capability_missing', 'expected_recipient_tax_id']);
});

test('a bank that sends one Pix at a time: the next one waits until the one before it has ended', async (t) => {
  const rig = await rigOf(t, { pixOutOneAtATime: true });
  await rig.misbehave({ kind: 'stuck', operation: 'pix_out_put', times: 1 });
  const first = await paidOut(rig, newTenant());
  await until('it is at the bank', async () => (await stored(rig, first.id))?.['acknowledged'] === true);
  const others = [await paidOut(rig, newTenant()), await paidOut(rig, newTenant())];
  for (const { id } of others)
    await until('it was looked at, and waits', async () => {
      const document = await stored(rig, id);
      return document?.['claimedAt'] !== null && document?.['owner'] === null && document?.['attempts'] === 0;
    });
  for (const { id } of others) t.is(requestsOf(rig, 'PUT', bankId(id)), 0);
  await rig.simulator.control('POST', `/sim/pix-out/${bankId(first.id)}`, { status: 'REALIZADO' });
  await stands(rig, first.id, 'PAID');
  for (const { id } of others) await event(rig, id, 'payout.paid');
});

test('a directory that allows few look-ups: payouts over that wait, and none fails', async (t) => {
  const rig = await rigOf(t, { keyLookupsPerMinute: 30, keyLookupsAtOnce: 1 });
  const CPF = '52998224725';
  const made = [];
  for (let n = 0; n < 3; n += 1)
    made.push(await paidOut(rig, newTenant(), { ...toKey(CPF, 'cpf'), expectedRecipientTaxId: CPF }));
  for (const { id } of made) await event(rig, id, 'payout.paid');
  for (const { id } of made) t.is(requestsOf(rig, 'PUT', bankId(id)), 1);
  t.is(requestsOf(rig, 'POST', '/gn/chaves/titular'), 3, 'what is over the budget is not sent');
});

test('a turn that a dead payout left behind is taken over', async (t) => {
  const rig = await rigOf(t, { pixOutOneAtATime: true });
  await rig.database.connection
    .collection('bank_turns')
    .insertOne({ _id: 'sim' as never, payoutId: '01a1fd92-28c4-7472-84b8-6c07942b7bbc' });
  const { id } = await paidOut(rig, newTenant());
  await event(rig, id, 'payout.paid');
  t.pass();
});
