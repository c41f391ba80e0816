import { AMOUNT_MAX, newId, Refusal } from '@gx/core';
import test from 'ava';
import {
  changeSettings,
  type DeploymentSettings,
  inForce,
  readSettings,
  type SettingTexts,
} from './account-settings.ts';
import { type Act, OPS } from './audit.ts';

const act = (): Act => ({ actorId: OPS, auditId: newId('audit'), now: new Date('2026-11-21T10:00:00.000Z') });
const account = { id: newId('account'), own: { live: {}, test: { payoutFee: 10 } } };
const deployment: DeploymentSettings = {
  payoutApproval: 'required',
  payoutFee: undefined,
  payoutPerPaymentMax: 5,
  payoutPerDayMax: 6,
  payoutPerNightMax: 7,
  payoutNewDestinationMax: 8,
  refundDestinations: 'any',
  refundCountPerDay: 9,
  refundSumPerDay: null,
  refundSumPerDayBySalesMin: 10,
  refundNewDestinationsPerDay: 11,
};

const reads = test.macro({
  exec(t, texts: SettingTexts, expected: object) {
    t.deepEqual(readSettings(texts), expected);
  },
  title: (rule) => `a setting is read: ${rule}`,
});
test('a word', reads, { payoutApproval: 'none' }, { payoutApproval: 'none' });
test('a number', reads, { payoutPerDayMax: '0' }, { payoutPerDayMax: 0 });
test('the largest amount', reads, { refundSumPerDay: String(AMOUNT_MAX) }, { refundSumPerDay: AMOUNT_MAX });
test('no limit', reads, { refundCountPerDay: 'none' }, { refundCountPerDay: null });
test('the deployment’s again', reads, { payoutFee: 'default' }, { payoutFee: undefined });

const refuses = test.macro({
  exec(t, texts: SettingTexts, params: readonly string[]) {
    const refusal = t.throws(() => readSettings(texts), { instanceOf: Refusal });
    t.is(refusal.code, 'invalid_request');
    t.deepEqual(
      refusal.more.details?.map(({ param }) => param),
      [...params],
    );
  },
  title: (rule) => `a setting is refused: ${rule}`,
});
test('another word', refuses, { payoutApproval: 'off' }, ['payout_approval']);
test('an empty text', refuses, { payoutPerDayMax: '' }, ['payout_per_day_max']);
test('a negative number', refuses, { payoutPerDayMax: '-1' }, ['payout_per_day_max']);
test('half a centavo', refuses, { payoutPerNightMax: '1.5' }, ['payout_per_night_max']);
test('an amount that no payment has', refuses, { refundSumPerDay: '1000000000000' }, ['refund_sum_per_day']);
test('no fee at all', refuses, { payoutFee: 'none' }, ['payout_fee']);
test('nothing', refuses, {}, ['values']);
test('and every one at once', refuses, { payoutFee: 'x', refundDestinations: 'none', refundCountPerDay: '1e3' }, [
  'payout_fee',
  'refund_destinations',
  'refund_count_per_day',
]);

test('what an account has of its own is in force, also where it is no limit; else the deployment’s', (t) => {
  t.deepEqual(inForce({}, deployment), deployment);
  t.deepEqual(inForce({ payoutPerDayMax: null, payoutFee: 0 }, deployment), {
    ...deployment,
    payoutPerDayMax: null,
    payoutFee: 0,
  });
});

test('a sum of refunds of the account’s own, or none, stands in place of the one by sales', (t) => {
  t.like(inForce({ refundSumPerDay: 3 }, deployment), { refundSumPerDay: 3, refundSumPerDayBySalesMin: null });
  t.like(inForce({ refundSumPerDay: null }, deployment), { refundSumPerDay: null, refundSumPerDayBySalesMin: null });
});

test('a change is recorded once for each mode that it changes, as it was and as it is', (t) => {
  const acts = { live: act(), test: act() };
  const { changes, audits } = changeSettings(account, { payoutFee: 10, payoutPerDayMax: null }, acts);
  t.deepEqual(changes, [
    { mode: 'live', name: 'payoutFee', value: 10 },
    { mode: 'live', name: 'payoutPerDayMax', value: null },
    { mode: 'test', name: 'payoutPerDayMax', value: null },
  ]);
  const common = { accountId: account.id, action: 'account.settings_changed', actorId: 'ops', at: acts.live.now };
  const day = { field: 'payout_per_day_max', before: 'default', after: 'none' };
  t.deepEqual(audits, [
    {
      ...common,
      action: 'account.settings_changed',
      id: acts.live.auditId,
      livemode: true,
      changes: [{ field: 'payout_fee', before: 'default', after: '10' }, day],
    },
    { ...common, action: 'account.settings_changed', id: acts.test.auditId, livemode: false, changes: [day] },
  ]);
});

test('what is so already is no change, and a mode that is not meant stays as it is', (t) => {
  t.deepEqual(changeSettings(account, { payoutFee: 10 }, { test: act() }), { changes: [], audits: [] });
  t.deepEqual(changeSettings(account, { payoutFee: undefined }, { live: act() }).changes, []);
  t.like(changeSettings(account, { payoutFee: undefined }, { test: act() }).changes, [
    { mode: 'test', name: 'payoutFee', value: undefined },
  ]);
});
