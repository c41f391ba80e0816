import { age } from '../world/age.ts';
import { cancel, chargeId, createCharge, letExpire, pay, refund } from './acts.ts';
import { cashOutOfTaken, cashOutsOfPart, playAcquirerRefund, playBankReturn, takenInStates } from './bank-returns.ts';
import {
  accept,
  caseAfterRefund,
  caseAgainstRefund,
  contest,
  contested,
  defend,
  lose,
  loseWithoutCallback,
  returnInTheEnd,
  win,
} from './cases.ts';
import { type Flow, flow } from './flow.ts';
import { loseCashOut } from './losses.ts';
import {
  BOLETO,
  CARD,
  cancelledCard,
  cardAtIssuer,
  cardInDispute,
  comes,
  disputeAfterRefund,
  expiredBoleto,
  inTime,
  MULTIBANCO,
  newOrder,
  paidCard,
  paidCards,
  paidTooLate,
  paidTwiceInVain,
  settleByHand,
} from './orders.ts';
import { paidCharge, paidCharges } from './paid-charge.ts';
import { PAYOUTS } from './payouts.ts';
import { paidWhileInactive, replay } from './replay.ts';
import { keyInUse, rotate } from './rotate.ts';
import { SEVERAL } from './several.ts';
import { atSomeTime, CALL, closeDue, type FaultStage, HEAD_START_MS, insist, SWEPT_AGO_MS } from './stage.ts';
import type { Creation } from './story.ts';
import { untilPublished } from './until-published.ts';

/** Whom a locked charge waits for, and somebody else. */
const EXPECTED = '52998224725';
const PAYER = { name: 'Maria da Silva', tax_id: EXPECTED };
const STRANGER = { name: 'Outra Pessoa', tax_id: '11144477735' };

/** The charge's time is over about when the money of its payer arrives. */
async function expiresWhilePaid(stage: FaultStage, creation: Creation): Promise<void> {
  const endsInMs = stage.random.below(HEAD_START_MS);
  await letExpire(stage, creation, endsInMs);
  const ends = new Promise((resolve) => setTimeout(resolve, endsInMs + 1)).then(() => closeDue(stage));
  await Promise.all([ends, pay(stage, creation)]);
}

const lockedCharge = (stage: FaultStage): Promise<Creation> =>
  createCharge(stage, { expectedPayerTaxId: EXPECTED, customer: { name: PAYER.name, document: EXPECTED } });

/** Money of a locked charge whose payer nobody names: it is held, and an operator decides. */
async function heldCharge(stage: FaultStage): Promise<Creation> {
  const creation = await lockedCharge(stage);
  await pay(stage, creation, { payer: PAYER, report_payer: 'never' });
  await untilPublished(stage, creation, 'charge.payment_held');
  return creation;
}

async function review(stage: FaultStage, creation: Creation, verdict: 'APPROVE' | 'REJECT'): Promise<void> {
  const request = { chargeId: chargeId(creation), verdict, operator: 'faults' };
  if (verdict === 'APPROVE') stage.merchant.approvals?.push(request.chargeId);
  await insist(stage, () => stage.worker.gateway.charge.decideReview(CALL, request));
}

/** Every way in which a charge is used: what clients, payers and operators do. */
// biome-ignore format: one row per flow, read as a table
export const FLOWS = {
  create:           { play: (stage) => createCharge(stage) },
  createAtOnce:     { play: (stage) => createCharge(stage, {}, 2) },
  pay:              flow((stage) => createCharge(stage), (stage, creation) => pay(stage, creation)),
  payThreeCallbacks:  flow((stage) => createCharge(stage), (stage, creation) => pay(stage, creation, { times: 3 })),
  payWithoutCallback:       flow((stage) => createCharge(stage), (stage, creation) => pay(stage, creation, { notify: 'never' })),
  expire:           flow((stage) => createCharge(stage), (stage, creation) => letExpire(stage, creation).then(() => closeDue(stage))),
  payInTime:        flow((stage) => createCharge(stage), (stage, creation) => closeDue(stage).then(() => pay(stage, creation))),
  cancel:           flow((stage) => createCharge(stage), cancel),
  cancelTwice:      flow((stage) => createCharge(stage), (stage, creation) => Promise.all([cancel(stage, creation), cancel(stage, creation)])),
  cancelAgainstPay: flow((stage) => createCharge(stage), (stage, creation) => Promise.all([cancel(stage, creation), atSomeTime(stage).then(() => pay(stage, creation))])),
  cancelOverPay:    flow((stage) => createCharge(stage), (stage, creation) => Promise.all([cancel(stage, creation), pay(stage, creation, { force: true })])),
  expireAgainstPay: flow((stage) => createCharge(stage), expiresWhilePaid),
  payLocked:        flow(lockedCharge, (stage, creation) => pay(stage, creation, { payer: PAYER, report_payer: 'notification' })),
  payByStranger:    flow(lockedCharge, (stage, creation) => pay(stage, creation, { payer: STRANGER, report_payer: 'notification' })),
  payUnnamed:       flow(lockedCharge, (stage, creation) => pay(stage, creation, { payer: PAYER, report_payer: 'never' })),
  approveHeld:      flow(heldCharge, (stage, creation) => review(stage, creation, 'APPROVE')),
  rejectHeld:       flow(heldCharge, (stage, creation) => review(stage, creation, 'REJECT')),
  cancelHeld:       flow(heldCharge, cancel),
  payWrongAmount:   flow((stage) => createCharge(stage), (stage, creation) => pay(stage, creation, { amount: 1_989, force: true })),
  payTwice:         flow((stage) => createCharge(stage), (stage, creation) => Promise.all([pay(stage, creation), pay(stage, creation, { force: true })])),
  payAfterExpiry:   flow(expiredCharge, (stage, creation) => pay(stage, creation, { force: true })),
  payAfterCancel:   flow(cancelledCharge, (stage, creation) => pay(stage, creation, { force: true })),
  refund:           flow(paidCharges, (stage, creation) => refund(stage, creation)),
  refundInParts:    flow(paidCharges, (stage, creation) => Promise.all([600, 700, 800].map((amount) => refund(stage, creation, { amount })))),
  refundUntilShort: flow((stage) => paidCharge(stage), (stage, creation) => Promise.all([600, 700, 690].map((amount) => refund(stage, creation, { amount })))),
  cashOut:          flow((stage) => paidCharge(stage), (stage, creation) => refund(stage, creation, { amount: 500, strategy: 'CASHOUT', destinationKey: 'maria@example.com' })),
  cashOutInParts:   flow(paidCharges, (stage, creation) => Promise.all([600, 700, 800].map((amount) => refund(stage, creation, { amount, strategy: 'CASHOUT', destinationKey: 'maria@example.com' })))),
  cashOutLost:      flow((stage) => paidCharge(stage), loseCashOut),
  bankReturn:       flow((stage) => paidCharge(stage), (stage, creation) => playBankReturn(stage, creation)),
  bankReturnWithoutCallback: flow((stage) => paidCharge(stage), (stage, creation) => playBankReturn(stage, creation, { amount: 700, notify: 'never' })),
  bankReturnInStates: flow((stage) => paidCharge(stage), takenInStates),
  bankReturnAgainstRefund: flow(paidCharges, (stage, creation) => Promise.all([playBankReturn(stage, creation, { amount: 1_000 }), ...[600, 700].map((amount) => refund(stage, creation, { amount }))])),
  bankReturnThenCashOut: flow(paidCharges, cashOutOfTaken),
  bankReturnThenCashOuts: flow(paidCharges, cashOutsOfPart),
  bankReturnOfSpent: flow((stage) => paidCharge(stage), (stage, creation) => refund(stage, creation, { amount: 1_000 }).then(() => playBankReturn(stage, creation))),
  bankReturnBeforeCredit: flow(chargeWithoutCallback, (stage, creation) => playBankReturn(stage, creation, { amount: 700 })),
  bankReturnAgainstPay: flow((stage) => createCharge(stage), (stage, creation) => pay(stage, creation).then(() => playBankReturn(stage, creation))),
  caseOpened:       flow((stage) => paidCharge(stage), (stage, creation) => contest(stage, creation, 'opened', { amount: 1_500 })),
  caseBeforeCredit: flow((stage) => createCharge(stage), (stage, creation) => pay(stage, creation).then(() => contest(stage, creation, 'opened'))),
  caseWon:          flow(paidInCase, (stage, creation) => win(stage, creation)),
  caseLost:         flow(paidInCase, (stage, creation) => lose(stage, creation, {})),
  caseLostInParts:  flow(paidInCase, (stage, creation) => lose(stage, creation, { id: 'MED1', amount: 700 }, { id: 'MED2', amount: 300 })),
  caseLostAndNotTaken: flow(paidInCase, (stage, creation) => lose(stage, creation)),
  caseReturnedInTheEnd:  flow(paidInCase, returnInTheEnd),
  caseTakenUndecided: flow(paidInCase, (stage, creation) => playBankReturn(stage, creation)),
  caseWithoutCallback: flow((stage) => paidCharge(stage), loseWithoutCallback),
  caseAfterDevolution: flow((stage) => paidCharge(stage), (stage, creation) => playBankReturn(stage, creation, { amount: 700 }).then(() => contest(stage, creation, 'opened'))),
  caseDefended:     flow(paidInCase, defend),
  caseAccepted:     flow(paidInCase, (stage, creation) => accept(stage, creation)),
  caseOfSpent:      flow((stage) => paidCharge(stage), caseAfterRefund),
  caseAgainstRefund: flow(paidCharges, (stage, creation) => caseAgainstRefund(stage, creation)),
  caseAgainstCashOut: flow(paidCharges, (stage, creation) => caseAgainstRefund(stage, creation, { amount: 500, strategy: 'CASHOUT', destinationKey: 'maria@example.com' })),
  rotate:           flow(keyInUse, rotate),
  replay:           flow(paidWhileInactive, replay),
  sweepTwice:       flow(chargeWithoutCallback, (stage) => Promise.all(stage.worker.every('charge').map(({ jobs }) => jobs.run('sweep')))),

  order:               { play: (stage) => newOrder(stage, CARD) },
  orderAtOnce:         { play: (stage) => createCharge(stage, MULTIBANCO, 2) },
  orderPaid:           flow((stage) => newOrder(stage, CARD), (stage, creation) => comes(stage, creation, 'approved')),
  orderPaidThrice:     flow((stage) => newOrder(stage, MULTIBANCO), (stage, creation) => comes(stage, creation, 'approved', { times: 3 })),
  orderPaidWithoutCallback:    flow((stage) => newOrder(stage, BOLETO), (stage, creation) => comes(stage, creation, 'approved', { notify: 'never' })),
  orderAuthenticated:  flow(cardAtIssuer, (stage, creation) => comes(stage, creation, 'approved')),
  orderLeftAtIssuer:   flow(cardAtIssuer, (stage, creation) => comes(stage, creation, 'expired')),
  orderRefused:        flow((stage) => newOrder(stage, CARD), (stage, creation) => comes(stage, creation, 'refused')),
  orderRefusedWithoutCallback: flow((stage) => newOrder(stage, CARD), (stage, creation) => comes(stage, creation, 'refused', { notify: 'never' })),
  orderExpired:        flow((stage) => newOrder(stage, BOLETO), (stage, creation) => comes(stage, creation, 'expired')),
  orderCancelled:      flow((stage) => newOrder(stage, MULTIBANCO), cancel),
  orderCancelAgainstPay: flow((stage) => newOrder(stage, CARD), (stage, creation) => Promise.all([cancel(stage, creation), atSomeTime(stage).then(() => comes(stage, creation, 'approved'))])),
  orderCancelOverPay:  flow((stage) => newOrder(stage, CARD), (stage, creation) => Promise.all([cancel(stage, creation), comes(stage, creation, 'approved', { force: true })])),
  orderExpireAgainstPay: flow((stage) => newOrder(stage, BOLETO), (stage, creation) => Promise.all([comes(stage, creation, 'expired'), comes(stage, creation, 'approved')])),
  orderPaidTwice:      flow((stage) => newOrder(stage, CARD), (stage, creation) => Promise.all([comes(stage, creation, 'approved'), comes(stage, creation, 'approved', { force: true })])),
  orderWrongAmount:    flow((stage) => newOrder(stage, CARD), (stage, creation) => comes(stage, creation, 'approved', { amount: 1_989, force: true })),
  orderPaidLate:       flow((stage) => newOrder(stage, CARD), paidTooLate),
  orderReportedLate:   flow(expiredBoleto, (stage, creation) => comes(stage, creation, 'approved', { paid_at: inTime(creation), force: true })),
  orderPaidOnceOver:   flow(cancelledCard, (stage, creation) => comes(stage, creation, 'approved', { force: true })),
  orderNoWayBack:      { play: paidTwiceInVain },
  orderByHand:         flow(paidTwiceInVain, settleByHand),
  cardRefund:          flow(paidCards, (stage, creation) => refund(stage, creation)),
  cardRefundInParts:   flow(paidCards, (stage, creation) => Promise.all([600, 700, 800].map((amount) => refund(stage, creation, { amount })))),
  cardGivenBack:       flow((stage) => paidCard(stage), (stage, creation) => playAcquirerRefund(stage, creation, { amount: 700 })),
  cardGivenBackWithoutCallback: flow(paidCards, (stage, creation) => playAcquirerRefund(stage, creation, { notify: 'never' }).then(() => refund(stage, creation))),
  disputeAtOnce:       flow((stage) => newOrder(stage, CARD), (stage, creation) => comes(stage, creation, 'approved').then(() => comes(stage, creation, 'dispute'))),
  disputeWon:          flow(cardInDispute, (stage, creation) => comes(stage, creation, 'dispute_won')),
  disputeLost:         flow(cardInDispute, (stage, creation) => comes(stage, creation, 'dispute_lost')),
  disputeWithoutCallback:      flow((stage) => paidCard(stage), (stage, creation) => comes(stage, creation, 'dispute', { notify: 'never' }).then(() => comes(stage, creation, 'dispute_lost', { notify: 'never' }))),
  chargebackWon:       flow(cardInDispute, (stage, creation) => comes(stage, creation, 'chargeback').then(() => comes(stage, creation, 'dispute_won'))),
  chargebackLost:      flow((stage) => paidCard(stage), (stage, creation) => comes(stage, creation, 'chargeback').then(() => comes(stage, creation, 'dispute_lost'))),
  refundAgainstDispute: flow(paidCards, (stage, creation) => Promise.all([comes(stage, creation, 'dispute'), refund(stage, creation, { amount: 500 })]).then(() => comes(stage, creation, 'dispute_lost'))),
  refundThenDispute:   flow(paidCards, disputeAfterRefund),

  ...SEVERAL,
  ...PAYOUTS,
} as const satisfies Readonly<Record<string, Flow>>;
export type FlowName = keyof typeof FLOWS;
export const FLOW_NAMES = Object.keys(FLOWS) as readonly FlowName[];

/** A paid charge whose payer contests all of it. */
async function paidInCase(stage: FaultStage): Promise<Creation> {
  return contested(stage, await paidCharge(stage));
}

/** Money that the bank has and nobody told us of. */
async function chargeWithoutCallback(stage: FaultStage): Promise<Creation> {
  const creation = await createCharge(stage);
  await pay(stage, creation, { notify: 'never' });
  await age(stage.worker, SWEPT_AGO_MS);
  return creation;
}

async function expiredCharge(stage: FaultStage): Promise<Creation> {
  const creation = await createCharge(stage);
  await letExpire(stage, creation);
  await untilPublished(stage, creation, 'charge.expired');
  return creation;
}

async function cancelledCharge(stage: FaultStage): Promise<Creation> {
  const creation = await createCharge(stage);
  await cancel(stage, creation);
  return creation;
}
