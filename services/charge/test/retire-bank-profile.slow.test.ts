import { Refusal, type Tenant } from '@gx/core';
import { authority, until } from '@gx/testkit';
import test from 'ava';
import { expiresIn, statusOf } from './closing.ts';
import { paidBy, paymentOf } from './locked.ts';
import { asking, ordered, play, startOrderRig } from './order-rig.ts';
import { CALL, created, event, newTenant, order, PATIENT, pay, profileOf, type Rpc, setProfile } from './rig.ts';
import type { BankClient } from './simulator.ts';

const rig = await startOrderRig({ RECONCILE_EVERY_SECONDS: '1' });
const second = await rig.replica();
const client = await rig.simulator.control<BankClient>('POST', '/sim/clients', {});
const OLD = rig.profileId;
const NEXT = 'next';
const next = { ...profileOf(NEXT, client, rig.simulator.url), acquirerPath: '/acquirer/v1' };
await setProfile(rig.rpc, next);
await setProfile(rig.rpc, rig.profile);
test.after.always('everything stops', rig.stop);

type RetireOptions = Omit<Parameters<Rpc['retireBankProfile']>[1], 'operator'>;
const retire = (id: string, more: RetireOptions = {}, rpc = rig.rpc) =>
  rpc.retireBankProfile(CALL, { id, operator: 'Ana', ...more });
const back = (id: string) => retire(id, { undo: true });
const refusalOf = async (result: Promise<unknown>): Promise<Refusal | undefined> =>
  result.then(
    () => undefined,
    (error: unknown) => (error instanceof Refusal ? error : Promise.reject(error)),
  );
type ChargeReference = { readonly tenant: Tenant; readonly id: string };
const bankOf = async ({ tenant, id }: ChargeReference): Promise<string> =>
  (await rig.rpc.getSettlement(CALL, { tenant, chargeId: id })).bankProfileId;
/** Where a new charge is made by a replica. */
const madeAt = async (rpc: Rpc): Promise<string> => {
  const tenant = newTenant();
  const { charge } = await rpc.createCharge(CALL, order(tenant));
  return bankOf({ tenant, id: charge?.id ?? '' });
};
/** Where a new boleto is made, whether its payer sees it yet or not. */
const orderedAt = async (rpc: Rpc): Promise<string> => {
  const tenant = newTenant();
  const { charge } = await rpc.createCharge(CALL, asking('BOLETO', {}, tenant));
  return bankOf({ tenant, id: charge?.id ?? '' });
};
const documentOf = (id: string) => rig.database.connection.collection('bank_profiles').findOne({ _id: id as never });
const standings = async () =>
  new Map((await rig.rpc.describeBankProfiles(CALL, {})).profiles.map((profile) => [profile.id, profile]));
/** Where new charges go by what every replica has read. */
const bothMakeAt = (id: string) =>
  Promise.all(
    [rig.rpc, second.rpc].map((rpc) => until(`charges at ${id}`, async () => (await madeAt(rpc)) === id, PATIENT)),
  );

test.serial(
  'new charges go elsewhere on every replica, and all that began at a retired profile goes on there',
  async (t) => {
    await bothMakeAt(OLD);
    t.is(await orderedAt(second.rpc), OLD);
    const [notified, lost, twice, late, cancelled] = await Promise.all(Array.from({ length: 5 }, () => created(rig)));
    if (!notified || !lost || !twice || !late || !cancelled) throw new Error('no charges');
    const boleto = await ordered(rig, 'BOLETO');
    const tenant = newTenant();
    const begun = order(tenant);
    await rig.misbehave({ kind: '503', operation: 'create' });
    t.is((await refusalOf(rig.rpc.createCharge(CALL, begun)))?.code, 'service_unavailable');

    t.like(await retire(OLD), { livemode: false, pix: NEXT, orders: NEXT });
    await bothMakeAt(NEXT);
    t.is(await orderedAt(second.rpc), NEXT);
    await rig.behave();

    await pay(rig, notified);
    await pay(rig, lost, { notifyNever: true });
    for (const charge of [notified, lost]) {
      await rig.ledger.credit(await event(rig, charge.id, 'charge.payment_accepted'));
      await event(rig, charge.id, 'charge.paid');
      const { bankProfileId, posted } = await rig.rpc.getSettlement(CALL, {
        tenant: charge.tenant,
        chargeId: charge.id,
      });
      t.deepEqual([bankProfileId, posted], [OLD, true]);
    }
    await paidBy(rig, twice, {});
    await event(rig, twice.id, 'charge.payment_accepted');
    await paidBy(rig, twice, { force: true });
    t.is((await paymentOf(rig, twice.id, 'returned')).reason, 'DUPLICATE_PAYMENT');
    t.is((await event(rig, twice.id, 'charge.return_ordered')).returnOrdered?.bankProfileId, OLD);
    await expiresIn(rig, late.id, 100);
    t.is((await event(rig, late.id, 'charge.expired')).sequence, 2);
    t.is((await rig.rpc.cancelCharge(CALL, cancelled)).status, 'CANCELLED');
    await play(rig, boleto, 'approved');
    await event(rig, boleto.id, 'charge.payment_accepted');

    const again = await until(
      'what was begun is made',
      async () => (await rig.rpc.createCharge(CALL, begun).catch(() => undefined))?.charge ?? undefined,
      PATIENT,
    );
    t.is(await bankOf({ tenant, id: again.id }), OLD);
    t.is(await statusOf(rig, { tenant, id: again.id }), 'WAITING_PAYMENT');
  },
);

test.serial('it is taken back: new charges are made in its old place again, and who did both is kept', async (t) => {
  t.like(await retire(OLD, { leaveNone: true }), { pix: NEXT });
  const first = await documentOf(OLD);
  t.is(first?.['retired'].by, 'Ana');
  await rig.rpc.retireBankProfile(CALL, { id: OLD, operator: 'Rui' });
  t.deepEqual(await documentOf(OLD), first, 'done twice it is done once');
  t.like(await rig.rpc.retireBankProfile(CALL, { id: OLD, operator: ' Rui ', undo: true }), { pix: OLD, orders: OLD });
  await bothMakeAt(OLD);
  t.like(await documentOf(OLD), { retired: null, restored: { by: 'Rui' } });
  const restored = await documentOf(OLD);
  await back(OLD);
  t.deepEqual(await documentOf(OLD), restored);
  const lines = rig.lines().filter((line) => line.includes('a bank profile was retired'));
  t.deepEqual(
    lines.map((line) => JSON.parse(line).bank_profile),
    [OLD],
    'nothing is logged of what changed nothing',
  );
  t.false(
    rig.lines().some((line) => line.includes('Rui')),
    'nobody is named in a log',
  );
});

test.serial(
  'the last one that takes new charges is retired only where that is meant; creates are then refused',
  async (t) => {
    await retire(OLD);
    const refused = await refusalOf(retire(NEXT));
    t.deepEqual([refused?.code, refused?.more.reason], ['unprocessable_entity', 'no_provider_for_method']);
    t.regex(refused?.message ?? '', /takes new test charges by Pix and by other methods/);
    t.is((await documentOf(NEXT))?.['retired'] ?? null, null);
    const nobody = await retire(NEXT, { leaveNone: true });
    t.false('pix' in nobody || 'orders' in nobody);
    for (const rpc of [rig.rpc, second.rpc])
      await until(
        'a create is refused',
        async () => (await refusalOf(madeAt(rpc)))?.more.reason === 'no_provider_for_method',
        PATIENT,
      );
    await back(NEXT);
    await bothMakeAt(NEXT);
    await back(OLD);
  },
);

test.serial('a profile without an acquirer does not stand in for one with it', async (t) => {
  const { acquirerPath: _, ...pixAlone } = next;
  await rig.rpc.setBankProfile(CALL, { ...pixAlone, keepPlace: true });
  const refused = await refusalOf(retire(OLD));
  t.regex(refused?.message ?? '', /takes new test charges by other methods:/);
  const left = await retire(OLD, { leaveNone: true });
  t.deepEqual([left.pix, 'orders' in left], [NEXT, false]);
  await back(OLD);
  await rig.rpc.setBankProfile(CALL, { ...next, keepPlace: true });
});

test.serial('of two operators at once who retire one profile each, one leaves the other’s in use', async (t) => {
  for (let round = 0; round < 10; round += 1) {
    for (const id of [OLD, NEXT]) await back(id);
    const ends = await Promise.all([refusalOf(retire(OLD)), refusalOf(retire(NEXT, {}, second.rpc))]);
    t.deepEqual(ends.map((refusal) => refusal?.more.reason).toSorted(), ['no_provider_for_method', undefined]);
  }
  for (const id of [OLD, NEXT]) await back(id);
});

test.serial(
  'a retired profile is renewed in its place and stays retired; to use it is refused before that is taken back',
  async (t) => {
    await retire(OLD);
    const before = await documentOf(OLD);
    const refused = await refusalOf(rig.rpc.setBankProfile(CALL, rig.profile));
    t.deepEqual([refused?.code, refused?.more.param], ['invalid_request', 'keep_place']);
    t.deepEqual(await documentOf(OLD), before);
    t.true((await rig.rpc.setBankProfile(CALL, { ...rig.profile, keepPlace: true })).retired);
    t.is((await documentOf(OLD))?.['version'], before?.['version'] + 1);
    await bothMakeAt(NEXT);
    await back(OLD);
    t.false((await rig.rpc.setBankProfile(CALL, rig.profile)).retired);
    await bothMakeAt(OLD);
  },
);

test.serial('every profile is described as it stands, and nothing secret is in it', async (t) => {
  const ca = authority('Banco de Teste');
  const us = ca.issue('us', { hours: 48 });
  const tls = { certificate: `${us.cert}${ca.cert}`, certificateKey: us.key, bankAuthority: ca.cert };
  const { acquirerPath: _, ...pixAlone } = next;
  const live = { livemode: true, simulator: false, baseUrl: 'https://127.0.0.1:1' };
  const guarded = { ...pixAlone, ...live, ...tls, id: 'guarded' };
  t.is((await refusalOf(rig.rpc.setBankProfile(CALL, guarded)))?.code, 'service_unavailable');
  await retire(NEXT);
  const all = await standings();
  t.deepEqual([...all.keys()], ['guarded', OLD, NEXT]);
  const pixKeyHint = `…${rig.bank.pixKey.slice(-4)}`;
  t.like(all.get(OLD), { livemode: false, simulator: true, baseUrl: rig.simulator.url, pixKeyHint, hasOrders: true });
  t.like(all.get(OLD), { takesPix: true, takesOrders: true, retired: null });
  t.like(all.get(NEXT), { takesPix: false, takesOrders: false, retired: { by: 'Ana' } });
  t.is(all.get(NEXT)?.retired?.atMs, (await documentOf(NEXT))?.['retired'].at.getTime());
  t.is(all.get(OLD)?.activatedAtMs, (await documentOf(OLD))?.['activatedAt'].getTime());
  t.false('certificateEndsAtMs' in (all.get(OLD) ?? {}));
  const ends = all.get('guarded')?.certificateEndsAtMs ?? 0;
  t.true(Math.abs(ends - Date.now() - 48 * 3_600_000) < 120_000, String(ends));
  t.like(all.get('guarded'), { livemode: true, takesPix: true, takesOrders: false });
  const text = JSON.stringify([...all]);
  const encrypted = (await documentOf(OLD))?.['clientSecret'].ciphertext;
  for (const secret of [rig.bank.clientSecret, rig.bank.clientId, rig.bank.pixKey, encrypted, 'BEGIN'])
    t.false(text.includes(secret), secret);
  await back(NEXT);
});

test.serial('what is not there, and who does not say who, is refused', async (t) => {
  t.is((await refusalOf(retire('nobody')))?.code, 'not_found');
  for (const operator of ['', ' ', 'x'.repeat(101)]) {
    const refused = await refusalOf(rig.rpc.retireBankProfile(CALL, { id: OLD, operator }));
    t.deepEqual([refused?.code, refused?.more.param], ['invalid_request', 'operator']);
  }
});
