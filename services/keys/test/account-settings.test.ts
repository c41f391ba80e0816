import { until } from '@gx/testkit';
import test from 'ava';
import { call, fileScope, type KeysClient, merchant, refusalOf, testKeys } from './harness.ts';

const file = fileScope();
const shared = testKeys(file);
test.after.always(file.close);

const NOBODY = '01939b6e-7f4b-7000-8000-000000000000';

/** What is in force in a mode: limits that there are, and what is the account's own. */
async function inForce(client: KeysClient, accountId: string, mode: 'live' | 'test') {
  const { payouts, refunds, own } = await client.getAccountSettings(call, { accountId, livemode: mode === 'live' });
  return { payouts: { ...payouts }, refunds: { ...refunds }, own: { ...own } };
}

const LIVE = {
  payouts: {
    approvalRequired: true,
    perPaymentMax: 1_000_000_000,
    perDayMax: 1_000_000_000,
    perNightMax: 100_000,
    newDestinationMax: 1_000_000,
  },
  refunds: { payerOnly: false, countPerDay: 1_000, sumPerDayBySalesMin: 1_000_000, newDestinationsPerDay: 50 },
};
const NO_LIMITS = { payouts: { approvalRequired: false }, refunds: { payerOnly: false } };

test('without configuration live payouts need approval and are limited, as live refunds are; nothing is in test', async (t) => {
  const { client } = await shared;
  const { accountId } = await merchant(client);
  t.deepEqual(await inForce(client, accountId, 'live'), { ...LIVE, own: {} });
  t.deepEqual(await inForce(client, accountId, 'test'), { ...NO_LIMITS, own: {} });
});

test('what is no matter of a mode is answered alike for both, and for who names none', async (t) => {
  const { client } = await shared;
  const { accountId } = await merchant(client, { platformFeeBasisPoints: 250 });
  const common = { name: 'Loja Teste', platformFeeBasisPoints: 250, defaultExpiresInSeconds: 3_600 };
  for (const mode of [{}, { livemode: false }, { livemode: true }])
    t.like(await client.getAccountSettings(call, { accountId, ...mode }), common);
});

test('a deployment’s own settings are in force for every account, at once and without a limit too', async (t) => {
  const { client, replica } = await testKeys(t);
  const { accountId } = await merchant(client);
  const other = await replica({
    PAYOUT_LIVE_APPROVAL: 'none',
    PAYOUT_TEST_APPROVAL: 'required',
    PAYOUT_LIVE_PER_DAY_MAX: '5',
    PAYOUT_LIVE_PER_PAYMENT_MAX: 'none',
    REFUND_LIVE_COUNT_PER_DAY: '0',
    REFUND_LIVE_SUM_PER_DAY_MIN: 'none',
  });
  const { perPaymentMax: _, ...payouts } = { ...LIVE.payouts, approvalRequired: false, perDayMax: 5 };
  const { sumPerDayBySalesMin: __, ...refunds } = { ...LIVE.refunds, countPerDay: 0 };
  t.deepEqual(await inForce(other.client, accountId, 'live'), { payouts, refunds, own: {} });
  t.true((await inForce(other.client, accountId, 'test')).payouts.approvalRequired);
});

test('an account’s own settings are in force in the modes that were meant, until the default is set again', async (t) => {
  const { client } = await shared;
  const { accountId } = await merchant(client);
  const stranger = await merchant(client);
  const live = { payoutPerDayMax: '700', payoutPerNightMax: 'none', payoutFee: '0' };
  await client.setAccountSettings(call, { accountId: `acc_${accountId}`, livemode: true, values: live });
  const both = { payoutApproval: 'none', refundDestinations: 'payer_only', refundSumPerDay: '900' };
  await client.setAccountSettings(call, { accountId, values: both });

  const { perNightMax: _, ...payouts } = { ...LIVE.payouts, approvalRequired: false, perDayMax: 700, fee: 0 };
  const { sumPerDayBySalesMin: __, ...refunds } = { ...LIVE.refunds, payerOnly: true, sumPerDay: 900 };
  t.deepEqual(await inForce(client, accountId, 'live'), { payouts, refunds, own: { ...live, ...both } });
  t.deepEqual(await inForce(client, accountId, 'test'), {
    payouts: { approvalRequired: false },
    refunds: { payerOnly: true, sumPerDay: 900 },
    own: both,
  });
  t.deepEqual(await inForce(client, stranger.accountId, 'live'), { ...LIVE, own: {} });

  const again = Object.fromEntries(Object.keys({ ...live, ...both }).map((name) => [name, 'default']));
  await client.setAccountSettings(call, { accountId, values: again });
  t.deepEqual(await inForce(client, accountId, 'live'), { ...LIVE, own: {} });
  t.deepEqual(await inForce(client, accountId, 'test'), { ...NO_LIMITS, own: {} });
});

test('every wrong value is named at once, and then nothing is set', async (t) => {
  const { client } = await shared;
  const { accountId } = await merchant(client);
  const values = { payoutFee: 'none', payoutPerDayMax: '1e3', refundDestinations: 'all', payoutPerNightMax: '5' };
  const refusal = await refusalOf(client.setAccountSettings(call, { accountId, values }));
  t.is(refusal.code, 'invalid_request');
  t.deepEqual(
    refusal.more.details?.map(({ param }) => param),
    ['payout_fee', 'payout_per_day_max', 'refund_destinations'],
  );
  t.regex(
    refusal.message,
    /payout_per_day_max must be a whole number of centavos up to 999999999999, none or default\./,
  );
  const none = await refusalOf(client.setAccountSettings(call, { accountId, values: {} }));
  t.is(none.code, 'invalid_request');
  const nameless = client.setAccountSettings(call, { accountId, values: { payoutFee: '1' }, operator: ' ' });
  t.is((await refusalOf(nameless)).more.param, 'operator');
  t.deepEqual(await inForce(client, accountId, 'live'), { ...LIVE, own: {} });
});

test('an account that nobody has is not found', async (t) => {
  const { client } = await shared;
  for (const accountId of [NOBODY, 'acc_1', ''])
    t.is(
      (await refusalOf(client.setAccountSettings(call, { accountId, values: { payoutFee: '1' } }))).code,
      'not_found',
    );
});

test('settings that are set at once, on two replicas, are all set, and each is recorded with what was before it', async (t) => {
  const { client, replica, database } = await shared;
  const other = await replica();
  const { accountId } = await merchant(client);
  const fees = Array.from({ length: 8 }, (_, index) => String(index + 1));
  const names = ['payoutPerDayMax', 'payoutPerPaymentMax', 'refundCountPerDay', 'refundSumPerDay'] as const;
  await Promise.all([
    ...fees.map((payoutFee, index) =>
      (index % 2 === 0 ? client : other.client).setAccountSettings(call, {
        accountId,
        livemode: true,
        values: { payoutFee },
      }),
    ),
    ...names.map((name) =>
      other.client.setAccountSettings(call, { accountId, livemode: true, values: { [name]: '1' } }),
    ),
  ]);
  const { own } = await inForce(client, accountId, 'live');
  t.deepEqual(Object.keys(own).toSorted(), ['payoutFee', ...names].toSorted());
  const events = database.connection.collection('audit_events');
  const filed = await until('all are filed', async () => {
    const found = await events.find({ accountId }).toArray();
    return found.length >= fees.length + names.length && found;
  });
  const chain = filed.flatMap(({ changes }) => changes).filter(({ field }) => field === 'payout_fee');
  // One after the other: nobody's value stands as what was before twice.
  t.deepEqual(chain.map(({ after }) => after).toSorted(), fees);
  t.deepEqual([...chain.map(({ before }) => before), own.payoutFee].toSorted(), ['default', ...fees].toSorted());
});

test('a change is an audit event of each mode that it changes: who, before and after; what is so already is none', async (t) => {
  const { client } = await shared;
  const owner = await merchant(client);
  const { accountId, accessToken } = owner;
  const set = (values: Record<string, string>, more = {}) =>
    client.setAccountSettings(call, { accountId, values, operator: 'Rui Canario', ...more });
  await set({ payoutPerDayMax: '500' }, { livemode: false });
  await set({ payoutPerDayMax: '500', payoutApproval: 'none' });
  await set({ payoutPerDayMax: '500' });
  const events = await until('all are filed', async () => {
    const page = await client.listAuditEvents(call, { accessToken, limit: 10 });
    return page.events.length >= 3 && page.events;
  });
  const day = { field: 'payout_per_day_max', before: 'default', after: '500' };
  const approval = { field: 'payout_approval', before: 'default', after: 'none' };
  const changesOf = (livemode: boolean) =>
    events
      .filter((event) => event.livemode === livemode)
      .map(({ changes }) => changes.map((change) => ({ ...change })))
      .toSorted((one, other) => String(one[0]?.field).localeCompare(String(other[0]?.field)));
  t.deepEqual(changesOf(true), [[approval, day]]);
  t.deepEqual(changesOf(false), [[approval], [day]]);
  for (const event of events) t.like(event, { action: 'account.settings_changed', actorProgram: 'ops', keyId: '' });
  t.false(JSON.stringify(events).includes('Canario'));
});
