import { cents, type EndToEndId, newId } from '@gx/core';
import test from 'ava';
import { bankReturnOf } from './bank-return.ts';
import { closeDispute, openDispute, payFromDispute } from './dispute.ts';
import { creditPayment } from './payment.ts';
import { type Draft, paysMerchant } from './pays-merchant.ts';
import { suspendPix } from './suspense.ts';

const money = { amount: 500, currency: 'BRL', bankProfileId: 'sim' };
const of = { accountId: newId('account'), livemode: true, chargeId: newId('charge') };
const dispute = { ...of, ...money, disputeId: newId('dispute') };
const pix = { endToEndId: 'E0000000020261121120000000000001' };
const fees = { providerFee: 0, platformFee: 0, settlementDelaySeconds: 0, paidAt: new Date(), wasHeld: false };
const bankReturn = { ...of, ...money, ...pix, devolutionId: 'MED1', refundId: newId('refund') };

const PAYS: Readonly<Record<string, unknown>> = {
  'a payment': creditPayment({ ...of, ...money, ...pix, ...fees }),
  'a dispute that is won': closeDispute({ ...dispute, won: true }),
  'a case that is over, however it ended': closeDispute({ ...dispute, won: false, paid: 100 }),
  'a bank return that failed': bankReturnOf({ ...bankReturn, status: 'FAILED' }),
  'what comes back of a payout': {
    ...{ kind: 'payout_return', reference: `payout:${newId('payout')}`, amount: cents(1), returnId: 'x' },
    ...{ accountId: of.accountId, livemode: true, currency: 'BRL', bankProfileId: 'sim' },
  },
};
const PAYS_NOT: Readonly<Record<string, unknown>> = {
  'a dispute that opens': openDispute(dispute),
  'a dispute that is lost': closeDispute({ ...dispute, won: false }),
  'a devolution of a case': payFromDispute({ ...dispute, ...pix, devolutionId: 'MED1', paidAmount: 100 }),
  'a bank return under way': bankReturnOf({ ...bankReturn, status: 'IN_PROGRESS' }),
  'a bank return that is executed': bankReturnOf({ ...bankReturn, status: 'REFUNDED' }),
  'a payment that is held': suspendPix({ ...of, ...money, endToEndId: pix.endToEndId as EndToEndId }),
};

for (const [rows, pays] of [
  [PAYS, true],
  [PAYS_NOT, false],
] as const)
  for (const [name, draft] of Object.entries(rows))
    test(`${name} ${pays ? 'pays a merchant' : 'pays no merchant'}`, (t) => {
      t.is(typeof draft, 'object', String(draft));
      t.is(paysMerchant(draft as Draft), pays);
    });
