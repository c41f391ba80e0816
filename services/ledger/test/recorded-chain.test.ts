import type { Id } from '@gx/core';
import test from 'ava';
import { RECORDED, RECORDED_WALLET } from './recorded-chain.ts';
import { ledgerStores, newHold, payment, termsOf, wanted } from './rig.ts';

test('a chain whose hashes are written down here is whole, and goes on: the hash of an entry never changes', async (t) => {
  const { models, post, hold, verify } = await ledgerStores(t);
  await models.entries.collection.insertMany(structuredClone(RECORDED) as never);
  await models.wallets.collection.insertOne({ ...RECORDED_WALLET } as never);
  t.like(await verify(), { wallets: 1, entries: 3, problemCount: 0 });
  const { currency, livemode } = RECORDED_WALLET;
  const tenant = { accountId: RECORDED_WALLET.accountId as Id<'account'>, livemode };
  await post([wanted(payment(tenant))]);
  await hold({ ...tenant, currency, reference: newHold(), kind: 'place', terms: termsOf() });
  t.like(await verify(), { wallets: 1, entries: 5, problemCount: 0 });
  t.like(await models.wallets.findOne(tenant).lean(), { available: 1465 + 980 - 500, retained: 500, seq: 5 });
});

test('a recorded entry that changes by a field is found', async (t) => {
  const { models, verify } = await ledgerStores(t);
  const [first, ...others] = structuredClone(RECORDED);
  await models.entries.collection.insertMany([{ ...first, chargeId: null }, ...others] as never);
  await models.wallets.collection.insertOne({ ...RECORDED_WALLET } as never);
  const { problems } = await verify();
  t.true(problems.some(({ kind, seq }) => kind === 'broken_chain' && seq === 1));
});
