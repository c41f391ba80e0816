import { newId, PLATFORM_ACCOUNT, type Tenant } from '@gx/core';
import { localAssertion, until } from '@gx/testkit';
import test from 'ava';
import { paid } from './case-rig.ts';
import { locked, NAMED, paidBy } from './locked.ts';
import { startOrderRig } from './order-rig.ts';
import { CALL, event, PATIENT, profileOf } from './rig.ts';

const rig = await startOrderRig();
const { records } = rig.accounts;
test.after.always('everything stops', rig.stop);

const FINGERPRINT = 'f'.repeat(64);
const clientAddress = '198.51.100.8';
const withKey = (tenant: Tenant) => ({ ...CALL, asserted: () => localAssertion({ tenant, fingerprint: FINGERPRINT }) });
/** Every act on an object, once there are so many: in the order in which they were done. */
async function actsOn(id: string, count: number) {
  await until(`${count} acts on ${id} are filed`, () => records.of(id).length >= count, PATIENT);
  return records.of(id).map(({ action, tenant, actor, changes }) => ({
    ...{ action, tenant },
    who: [actor?.kind, actor?.fingerprint ?? actor?.operator, actor?.clientAddress ?? actor?.proposedBy],
    changes: changes.map(({ field, before, after }) => [field, before, after]),
  }));
}
const merchant = ['api_key', FINGERPRINT, clientAddress];
const operator = (name: string, proposedBy?: string) => ['operator', name, proposedBy];

test('a case: who opened it, handed in evidence, brought that to the bank, and accepted, each once and without the evidence', async (t) => {
  const charge = await paid(rig);
  const { tenant } = charge;
  const open = () => rig.rpc.openDispute(CALL, { chargeId: charge.id, operator: 'ana', reason: 'fraud', amount: 990 });
  const id = (await open()).dispute?.id ?? '';
  await open();
  const evidence = { tenant, id, text: 'a text that names Maria', clientAddress };
  for (const _ of [1, 2]) await rig.rpc.submitEvidence(withKey(tenant), evidence);
  await rig.rpc.confirmDisputeAnswer(CALL, { id, operator: 'rui' });
  await rig.rpc.acceptDispute(withKey(tenant), { tenant, id, clientAddress });
  t.deepEqual(await actsOn(id, 4), [
    {
      ...{ action: 'dispute.opened', tenant, who: operator('ana') },
      changes: [
        ['charge', undefined, `ch_${charge.id}`],
        ['amount', undefined, '990'],
        ['status', undefined, 'needs_response'],
      ],
    },
    {
      ...{ action: 'dispute.evidence_submitted', tenant, who: merchant },
      changes: [['status', 'needs_response', 'under_review']],
    },
    { action: 'dispute.answer_confirmed', tenant, who: operator('rui'), changes: [] },
    { action: 'dispute.accepted', tenant, who: merchant, changes: [['status', 'under_review', 'lost']] },
  ]);
  t.false(JSON.stringify([...records.acts.values()]).includes('Maria'));
});

test('a case that an operator closes is an act of that operator, once; one that is refused is none', async (t) => {
  const charge = await paid(rig);
  const opened = await rig.rpc.openDispute(CALL, { chargeId: charge.id, operator: 'ana', reason: 'fraud' });
  const id = opened.dispute?.id ?? '';
  for (const _ of [1, 2]) await rig.rpc.closeDispute(CALL, { id, won: true, operator: 'rui' });
  await t.throwsAsync(rig.rpc.closeDispute(CALL, { id, won: false, operator: 'eva' }));
  const [, ...closed] = await actsOn(id, 2);
  const changes = [['status', 'needs_response', 'won']];
  t.deepEqual(closed, [{ action: 'dispute.closed', tenant: charge.tenant, who: operator('rui'), changes }]);
});

for (const [verdict, decided] of [
  ['APPROVE', 'approved'],
  ['REJECT', 'rejected'],
] as const)
  test.serial(`held money that two operators let be ${decided} is an act of both, once`, async (t) => {
    const strict = await rig.replica({ TWO_OPERATORS: 'required' });
    const charge = await locked(rig);
    await paidBy(rig, charge, { taxId: NAMED, report_payer: 'never' });
    await event(rig, charge.id, 'charge.payment_held');
    const decide = (name: string) => strict.rpc.decideReview(CALL, { chargeId: charge.id, verdict, operator: name });
    await decide('Eva');
    await Promise.all([decide('Rui'), decide('Rui'), decide('Eva')]);
    const changes = [['decision', undefined, decided]];
    const expected = { action: `review.${decided}`, tenant: charge.tenant, who: operator('Rui', 'Eva'), changes };
    t.deepEqual(await actsOn(charge.id, 1), [expected]);
    await strict.stop();
  });

test('a bank profile that is set, retired and taken back is acts on no account, and no secret is in them', async (t) => {
  const profile = profileOf(`p${newId('charge').slice(-12)}`, rig.bank, rig.toBank.url);
  const { id } = profile;
  const tenant = { accountId: PLATFORM_ACCOUNT, livemode: false };
  await rig.rpc.setBankProfile(CALL, { ...profile, keepPlace: true, operator: 'ana' });
  const retire = (undo: boolean) => rig.rpc.retireBankProfile(CALL, { id, operator: 'rui', undo, leaveNone: true });
  for (const undo of [false, false, true, true]) await retire(undo);
  const [set, ...standing] = await actsOn(id, 3);
  t.like(set, { action: 'bank_profile.set', tenant, who: operator('ana') });
  t.true(set?.changes.some(([field, before, after]) => field === 'baseUrl' && before === undefined && after !== ''));
  const rui = { tenant, who: operator('rui'), changes: [] };
  t.deepEqual(standing, [
    { action: 'bank_profile.retired', ...rui },
    { action: 'bank_profile.restored', ...rui },
  ]);
  const filed = JSON.stringify([...records.acts.values()]);
  for (const hidden of [rig.bank.clientSecret, rig.bank.clientId]) t.false(filed.includes(hidden));
});
