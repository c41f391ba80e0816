import type { EndToEndId, TaxId, Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { mongo } from 'mongoose';
import { documentOf, paymentDocument } from '../src/store/charge-document.ts';
import { elementOf, NAMED, paidBy } from './locked.ts';
import { PIX, pendingCharge } from './pending-charge.ts';
import {
  CALL,
  type ChargeRequest,
  created,
  found,
  newTenant,
  PATIENT,
  profileOf,
  setProfile,
  startRig,
  stored,
} from './rig.ts';
import type { BankClient } from './simulator.ts';

/**
 * Two banks, of which one hangs: a call to it takes as long as calls may, and no test waits for one to end.
 */
const ENV = { BANK_CALL_MS: '10000', CREATE_MS: '10000', CREATE_LEASE_MS: '30000', RECONCILE_EVERY_SECONDS: '2' };
/** More than all workers that one bank has. */
const MANY = 40;

const rig = await startRig(ENV);
const good = await rig.simulator.control<BankClient>('POST', '/sim/clients', {});
const profiles = { hanging: rig.profile, good: profileOf('good', good, rig.toBank.url) } as const;
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', () => rig.behave());

const collection = (name: string) => rig.database.connection.collection(name);

/** A charge at one of the banks, which new charges go to from then on. */
async function at(bank: keyof typeof profiles, change: ChargeRequest = {}) {
  await setProfile(rig.rpc, profiles[bank]);
  return created(rig, change);
}

/** What a bank tells of many Pix at once, all of one charge. */
async function notify(bank: keyof typeof profiles, { txid }: { readonly txid: string }, many: number): Promise<void> {
  const { id } = profiles[bank];
  const profile = await found(rig, 'bank_profiles', { _id: id });
  const token = String(profile['callbackUrl']).split('/').at(-1) ?? '';
  const pix = Array.from({ length: many }, (_, n) => elementOf(`E00000000202611210000${bank}${100 + n}`, txid, {}));
  await rig.rpc.receiveProviderCallback(CALL, { bankProfileId: id, token, body: Buffer.from(JSON.stringify({ pix })) });
}

test.serial('callbacks of a bank that hangs keep no callback of another waiting', async (t) => {
  const paid = await at('good');
  const other = await at('hanging');
  await rig.misbehave({ kind: 'hang', operation: 'get' });
  await notify('hanging', other, MANY);
  const callbacks = (filter: object) =>
    collection('provider_callbacks').countDocuments({ bankProfileId: rig.profileId, state: 'waiting', ...filter });
  await until('its workers are full', async () => (await callbacks({ claim: { $ne: null } })) >= 8);
  await paidBy(rig, paid, {});
  await until(
    'the other is decided about',
    async () => (await stored(rig, paid.id))?.['payments'].length === 1,
    PATIENT,
  );
  t.is(await callbacks({ claim: null, attempts: { $gt: 0 } }), 0, 'no call to the bank that hangs had ended');
  rig.toBank.takeViolations();
});

test.serial('the sweep of a bank that hangs keeps no other from being swept', async (t) => {
  const paid = await at('good');
  await setProfile(rig.rpc, profiles.hanging);
  await rig.misbehave({ kind: 'hang', operation: 'pix_list' });
  const LEASE_MS = 60_000;
  const since = Date.now();
  await until('its sweep hangs', () =>
    collection('leases').findOne({
      _id: `sweep:${rig.profileId}` as never,
      until: { $gt: new Date(since + LEASE_MS) },
    }),
  );
  await paidBy(rig, paid, { notify: 'never' });
  await until('the other was swept', async () => (await stored(rig, paid.id))?.['payments'].length === 1, PATIENT);
  t.false(
    rig.lines().some((line) => line.includes('settlements could not be read')),
    'no call to it had ended',
  );
  rig.toBank.takeViolations();
});

/** Of a charge at one of the banks, as a dead owner left it: nobody knows whether the bank has it. */
function inDoubt(tenant: Tenant, bankProfileId: string, change: object = {}) {
  const charge = pendingCharge({ tenant, bankProfileId, createdAt: new Date() });
  const inserted = new mongo.Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 });
  return { ...documentOf(charge, inserted, new Date(1)), attempts: 1, lease: null, ...change };
}

test.serial('creations in doubt at a bank that hangs keep those of another in no doubt for longer', async (t) => {
  const { id, tenant } = await at('good');
  await setProfile(rig.rpc, profiles.hanging);
  await rig.misbehave({ kind: 'hang', operation: 'get' });
  const charges = collection('charges');
  const stranger = newTenant();
  const left = Array.from({ length: MANY }, () => inDoubt(stranger, rig.profileId));
  await charges.insertMany(left as never[]);
  const hung = (filter: object) => charges.countDocuments({ accountId: stranger.accountId, ...filter });
  await until('its workers are full', async () => (await hung({ lease: { $ne: null } })) >= 8);
  // The bank has it, as it was before the owner died.
  const { paymentOptions, amount } = (await stored(rig, id)) as Record<string, unknown>;
  await charges.deleteOne({ _id: id as never });
  const other = inDoubt(tenant, profiles.good.id, { paymentOptions, amount });
  await charges.insertOne(other as never);
  const statusOf = async () => (await stored(rig, other._id))?.['status'];
  await until('the other is presented', async () => (await statusOf()) === 'WAITING_PAYMENT', PATIENT);
  t.is(await hung({ lease: null, attempts: { $gt: 1 } }), 0, 'no call to the bank that hangs had ended');
  await charges.deleteMany({ accountId: stranger.accountId });
  rig.toBank.takeViolations();
});

/** A charge at one of the banks whose payer that bank could not name so far. */
function queriedOnce(tenant: Tenant, profileId: string) {
  const charge = pendingCharge({ customer: { name: 'Maria' }, expectedPayerTaxId: NAMED as TaxId });
  const now = new Date();
  const endToEndId = `E${charge.id}` as EndToEndId;
  const details = { endToEndId, amount: charge.amount, paidAt: now, decidedAt: now, returnedAt: null };
  return {
    ...inDoubt(tenant, profileId),
    customer: { name: 'Maria' },
    expectedPayerTaxId: NAMED,
    status: 'PROCESSING',
    pix: PIX,
    payments: [paymentDocument({ ...details, decision: { kind: 'held' } })],
    review: { endToEndId, heldAt: now, polls: 1, decidedBy: null, endedAt: null },
    due: { held: now, [`payer:${profileId}`]: new Date(1) },
  };
}

test.serial('held money whose bank hangs keeps nobody from asking another bank who paid', async (t) => {
  const { id, ...charge } = await at('good', { customer: { name: 'Maria' }, expectedPayerTaxId: NAMED });
  const { clientId } = good;
  await rig.simulator.control('POST', '/sim/scenarios', { clientId, kind: '503', operation: 'pix_list_by_payer' });
  await paidBy(rig, charge, { taxId: NAMED, report_payer: 'query' });
  await until('it is held', async () => (await stored(rig, id))?.['due'].held !== undefined, PATIENT);
  const charges = collection('charges');
  const ask = (at: Date) =>
    charges.updateOne(
      { _id: id as never },
      { $set: { [`due.payer:${profiles.good.id}`]: at, 'review.polls': 1 } as never },
    );
  await ask(new Date(Date.now() + 3_600_000));
  await rig.simulator.control('DELETE', `/sim/scenarios?clientId=${clientId}`);

  await setProfile(rig.rpc, profiles.hanging);
  await rig.misbehave({ kind: 'hang', operation: '*' });
  const stranger = newTenant();
  await charges.insertMany(Array.from({ length: MANY }, () => queriedOnce(stranger, rig.profileId)) as never[]);
  const hung = (filter: object) => charges.countDocuments({ accountId: stranger.accountId, ...filter });
  await until('its workers are full', async () => (await hung({ 'review.polls': 2 })) >= 8);
  await ask(new Date(2));
  await until('the other is accepted', async () => (await stored(rig, id))?.['due'].held === undefined, PATIENT);
  // A question that ended unanswered comes again in two minutes; the lease of one that is under way is
  // shorter.
  t.is(
    await hung({ [`due.payer:${rig.profileId}`]: { $gt: new Date(Date.now() + 60_000) } }),
    0,
    'no call to the bank that hangs had ended',
  );
  await charges.deleteMany({ accountId: stranger.accountId });
  rig.toBank.takeViolations();
});
