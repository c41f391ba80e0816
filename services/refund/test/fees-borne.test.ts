import test from 'ava';
import { encryptedText } from './encrypted-text.ts';
import { CALL, order, PROFILE, paid, refunded, refusal, startRig } from './rig.ts';

const rig = await startRig();
test.after.always('everything stops', rig.stop);

/** Whom the bank named as the payer of a charge with these fees. */
const payer = (how: NonNullable<Parameters<typeof paid>[1]>) =>
  paid(rig, { profileId: PROFILE, ...how, settlement: { payerTaxId: encryptedText('52998224725') } });

test.serial(
  '40 refunds of one centavo: the platform bears the first fee and no more than its own fee of the charge',
  async (t) => {
    const it = await payer({ charge: { providerFee: 10, platformFee: 80 } });
    const made = [];
    for (let n = 0; n < 40; n += 1) made.push(await refunded(rig, it, { amount: 1 }));
    const ways = made.map(({ strategy }) => strategy);
    t.is(ways.filter((way) => way === 'CASHOUT').length, 2, '35 and 35 of 80');
    t.is(ways.filter((way) => way === 'DEVOLUTION').length, 38);
    const named = await refusal(rig.rpc.createRefund(CALL, order(it, { amount: 1, strategy: 'CASHOUT' })));
    t.deepEqual([named.code, named.more.reason], ['unprocessable_entity', 'refund_fee_exceeds_margin']);
    const passed = await refunded(rig, it, { amount: 1, strategy: 'CASHOUT', passFeeToTenant: true });
    t.is(passed.strategy, 'CASHOUT');
  },
);

test.serial('the first cashout of a charge is borne whatever it earned', async (t) => {
  const it = await payer({ charge: { providerFee: 0, platformFee: 0 } });
  t.is((await refunded(rig, it, { amount: 1, strategy: 'CASHOUT' })).strategy, 'CASHOUT');
  const second = await refusal(rig.rpc.createRefund(CALL, order(it, { amount: 1, strategy: 'CASHOUT' })));
  t.is(second.more.reason, 'refund_fee_exceeds_margin');
});

test.serial('a hold says up to what the ledger may lend: the fees of that very charge', async (t) => {
  const it = await payer({ charge: { providerFee: 12, platformFee: 80 } });
  await refunded(rig, it);
  t.like(rig.ledger.placed.at(-1), { creditMax: 92, bankProfileId: PROFILE });
});
