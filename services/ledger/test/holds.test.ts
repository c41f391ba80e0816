import { Refusal } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { ledgerService, newHold, newTenant, payment, paymentEvent } from './rig.ts';

const call = { requestId: 'test' };
const BRL = 'BRL';

/** Two replicas and a merchant with 9.80. */
async function funded(t: Parameters<typeof ledgerService>[0], currency = BRL) {
  const ledger = await ledgerService(t, 2);
  const tenant = newTenant();
  await ledger.send([paymentEvent(payment(tenant, { currency }))]);
  // A slow replica may have its event published again by another one: the same event.
  await until('it is credited', () => ledger.published.messages.length > 0, { timeoutMs: 60_000 });
  const [one, other] = ledger.replicas;
  if (one === undefined || other === undefined) throw new Error('two replicas');
  const balance = async () => {
    const { wallets } = await other.rpc.listWallets(call, { tenant });
    return wallets.map(({ available, pending, retained }) => [available, pending, retained]);
  };
  const problems = async () => (await one.rpc.verifyLedger(call, {})).problems;
  return { ledger, tenant, one: one.rpc, other: other.rpc, balance, problems };
}

const alarms = (lines: readonly string[]) =>
  lines.flatMap((line) => (line.includes('"alarm":"hold_conflict"') ? [/"reason":"(\w+)"/.exec(line)?.[1]] : []));

test('a hold moves amount and fee from available to retained, and a commit takes them away; each once, however many ask', async (t) => {
  const { tenant, one, other, balance, problems } = await funded(t);
  const reference = newHold();
  const place = { tenant, reference, currency: BRL, amount: 400, fee: 30, feePayer: 'MERCHANT' } as const;
  const answers = await Promise.all([one, other, one].map((rpc) => rpc.placeHold(call, place)));
  t.deepEqual(answers, Array(3).fill({ reference, state: 'HELD', held: 430 }));
  t.deepEqual(await balance(), [[550, 0, 430]]);
  const end = { tenant, reference, currency: BRL };
  const ends = await Promise.all([other, one, other].map((rpc) => rpc.commitHold(call, end)));
  t.deepEqual(ends, Array(3).fill({ reference, state: 'COMMITTED', held: 430 }));
  t.deepEqual(await balance(), [[550, 0, 0]]);
  t.is((await one.placeHold(call, place)).state, 'COMMITTED', 'placed again it answers what became of it');
  const { addresses } = await one.verifyLedger(call, {});
  t.deepEqual(
    addresses.map(({ address, balance: sum }) => [address, sum]),
    [
      ['merchant:available', -550],
      ['merchant:retained', 0],
      ['platform:fees', -10],
      ['provider:clearing', 600],
      ['provider:fees_payable', -40],
    ],
  );
  t.deepEqual(await problems(), []);
});

test("a fee that the platform pays is not held, and is the platform's cost at the commit", async (t) => {
  const { tenant, one, balance } = await funded(t);
  const reference = newHold();
  const { held } = await one.placeHold(call, {
    tenant,
    reference,
    currency: BRL,
    amount: 980,
    fee: 30,
    feePayer: 'PLATFORM',
  });
  t.is(held, 980);
  await one.commitHold(call, { tenant, reference, currency: BRL });
  t.deepEqual(await balance(), [[0, 0, 0]]);
  const { addresses, problemCount } = await one.verifyLedger(call, {});
  t.is(addresses.find(({ address }) => address === 'platform:costs')?.balance, 30);
  t.is(problemCount, 0);
});

test('a void gives everything back, once, also when it is requested on both replicas at once', async (t) => {
  const { tenant, one, other, balance, problems } = await funded(t);
  const reference = newHold();
  await one.placeHold(call, { tenant, reference, currency: BRL, amount: 980 });
  t.deepEqual(await balance(), [[0, 0, 980]]);
  const end = { tenant, reference, currency: BRL };
  const ends = await Promise.all([one, other, one, other].map((rpc) => rpc.voidHold(call, end)));
  t.true(ends.every(({ state }) => state === 'VOIDED'));
  t.deepEqual(await balance(), [[980, 0, 0]]);
  t.deepEqual(await problems(), []);
});

test('a wallet that is short refuses with what is there and what is needed, keeps nothing, and the reference stays free', async (t) => {
  const { tenant, one, other, balance } = await funded(t);
  const reference = newHold();
  const place = { tenant, reference, currency: BRL, amount: 960, fee: 30, feePayer: 'MERCHANT' } as const;
  const refusal = await t.throwsAsync(one.placeHold(call, place), { instanceOf: Refusal });
  t.is(refusal?.code, 'unprocessable_entity');
  t.is(refusal?.more.reason, 'insufficient_balance');
  t.regex(refusal?.message ?? '', /980 centavos available, 990 required/);
  t.deepEqual(refusal?.more.details, [
    { param: 'available', message: '980' },
    { param: 'required', message: '990' },
  ]);
  t.deepEqual(await balance(), [[980, 0, 0]]);
  t.is((await other.placeHold(call, { ...place, fee: 20 })).state, 'HELD', 'other terms, the same reference');
  await t.throwsAsync(one.placeHold(call, { ...place, tenant: newTenant(), reference: newHold() }), {
    message: /0 centavos available/,
  });
});

test('VoidHold before PlaceHold: the reference is closed, a later or a concurrent PlaceHold answers VOIDED and moves nothing', async (t) => {
  const { tenant, one, other, balance, problems } = await funded(t);
  const reference = newHold();
  const end = { tenant, reference, currency: BRL };
  t.deepEqual(await one.voidHold(call, end), { reference, state: 'VOIDED', held: 0 });
  t.deepEqual(await other.placeHold(call, { ...end, amount: 500 }), { reference, state: 'VOIDED', held: 0 });
  t.deepEqual(await balance(), [[980, 0, 0]]);
  for (let round = 0; round < 20; round += 1) {
    const raced = { ...end, reference: newHold() };
    const [placed, voided] = await Promise.all([
      one.placeHold(call, { ...raced, amount: 500 }),
      other.voidHold(call, raced),
    ]);
    t.is(voided.state, 'VOIDED');
    t.true(placed.state === 'VOIDED' || placed.held === 500);
    t.deepEqual(await balance(), [[980, 0, 0]]);
  }
  t.deepEqual(await problems(), []);
  t.is((await one.voidHold(call, { tenant: newTenant(), reference: newHold(), currency: BRL })).state, 'VOIDED');
  t.like(await one.verifyLedger(call, {}), { wallets: 1, problemCount: 0 });
});

test('a commit against a void and a void against a commit are refused with an alarm and change nothing', async (t) => {
  const { ledger, tenant, one, balance } = await funded(t);
  const place = { tenant, currency: BRL, amount: 400 };
  const [spent, back] = [newHold(), newHold()];
  for (const reference of [spent, back]) await one.placeHold(call, { ...place, reference });
  await one.commitHold(call, { tenant, currency: BRL, reference: spent });
  await one.voidHold(call, { tenant, currency: BRL, reference: back });
  const committed = await t.throwsAsync(one.voidHold(call, { tenant, currency: BRL, reference: spent }), {
    instanceOf: Refusal,
  });
  const voided = await t.throwsAsync(one.commitHold(call, { tenant, currency: BRL, reference: back }), {
    instanceOf: Refusal,
  });
  t.deepEqual([committed?.more.reason, voided?.more.reason], ['hold_committed', 'hold_voided']);
  t.deepEqual(await balance(), [[580, 0, 0]]);
  t.deepEqual(alarms(ledger.replicas[0]?.host.lines ?? []), ['hold_committed', 'hold_voided']);
});

test('one reference with other money, another charge, another wallet, or never placed: refused loudly, nothing changes', async (t) => {
  const { ledger, tenant, one, balance } = await funded(t);
  const hold = { tenant, currency: BRL, reference: newHold() };
  const place = { ...hold, amount: 400 };
  await one.placeHold(call, place);
  const foreign = newTenant();
  const wrong = [
    () => one.placeHold(call, { ...place, amount: 401 }),
    () => one.placeHold(call, { ...place, fee: 1, feePayer: 'MERCHANT' }),
    () => one.placeHold(call, { ...place, chargeId: payment(tenant).chargeId }),
    () => one.placeHold(call, { ...place, tenant: foreign }),
    () => one.commitHold(call, { ...hold, tenant: foreign }),
    () => one.voidHold(call, { ...hold, currency: 'USD' }),
    () => one.commitHold(call, { ...hold, reference: newHold() }),
  ];
  for (const ask of wrong) await t.throwsAsync(ask, { message: /Something went wrong on our side/ });
  const found = alarms(ledger.replicas[0]?.host.lines ?? []);
  t.deepEqual(found, [...Array(6).fill('hold_says_otherwise'), 'hold_unknown']);
  t.deepEqual(await balance(), [[580, 0, 400]]);
});

test('a hold needs a whole amount, a payer of its fee, and a reference of its kind', async (t) => {
  const { tenant, one, balance } = await funded(t);
  const hold = { tenant, currency: BRL, reference: newHold(), amount: 400 };
  const wrong = [
    { ...hold, amount: 0 },
    { ...hold, amount: -1 },
    { ...hold, fee: 5 },
    { ...hold, reference: 'paid:x' },
    { ...hold, currency: 'brl' },
    { ...hold, chargeId: 'x' },
    { ...hold, tenant: null },
  ];
  for (const request of wrong) await t.throwsAsync(one.placeHold(call, request));
  t.deepEqual(await balance(), [[980, 0, 0]]);
});

test('a hold in a second currency touches that currency alone', async (t) => {
  const { ledger, tenant, one, problems } = await funded(t, 'ARS');
  await ledger.send([paymentEvent(payment(tenant))]);
  await until(
    'the other one is credited too',
    () => new Set(ledger.events().map(({ eventId }) => eventId)).size === 2,
    { timeoutMs: 60_000 },
  );
  const reference = newHold();
  await one.placeHold(call, { tenant, reference, currency: 'ARS', amount: 980 });
  const { wallets } = await one.listWallets(call, { tenant });
  t.deepEqual(
    wallets.map(({ currency, available, retained }) => [currency, available, retained]),
    [
      ['BRL', 980, 0],
      ['ARS', 0, 980],
    ],
  );
  await t.throwsAsync(one.placeHold(call, { tenant, reference: newHold(), currency: 'ARS', amount: 1 }), {
    message: /smallest unit of ARS/,
  });
  await one.voidHold(call, { tenant, reference, currency: 'ARS' });
  t.deepEqual(await problems(), []);
});

test('the journal says of each hold how it stands and what has left the bank by it, across tenants', async (t) => {
  const { tenant, one, other } = await funded(t);
  const [held, committed, voided, closed, unknown] = [newHold(), newHold(), newHold(), newHold(), newHold()];
  const terms = { tenant, currency: BRL, amount: 100, fee: 30, feePayer: 'MERCHANT' } as const;
  for (const reference of [held, committed, voided]) await one.placeHold(call, { ...terms, reference });
  await one.commitHold(call, { tenant, currency: BRL, reference: committed });
  for (const reference of [voided, closed]) await one.voidHold(call, { tenant, currency: BRL, reference });
  const references = [held, committed, voided, closed, unknown, committed, 'nonsense'];
  t.deepEqual((await other.listPostedHolds(call, { references })).holds, [
    { reference: held, state: 'HELD', amount: 0 },
    { reference: committed, state: 'COMMITTED', amount: 100 },
    { reference: voided, state: 'VOIDED', amount: 0 },
  ]);
  const tooMany = Array.from({ length: 101 }, newHold);
  const error = await t.throwsAsync(one.listPostedHolds(call, { references: tooMany }), { instanceOf: Refusal });
  t.like(error, { code: 'invalid_request', more: { param: 'references' } });
});
