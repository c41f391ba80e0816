import { randomBytes } from 'node:crypto';
import { userOf } from '../world/operator.ts';
import { chargeId, hashOf, newKey, refund } from './acts.ts';
import { playBankReturn } from './bank-returns.ts';
import { contest, lose } from './cases.ts';
import { type Flow, flow } from './flow.ts';
import { paidCharge, paidCharges } from './paid-charge.ts';
import { reachStored } from './rest.ts';
import { atSomeTime, CALL, type FaultStage, insist, isFinal } from './stage.ts';
import type { Creation, PayoutAsk } from './story.ts';
import { lostPayout, refundEnd } from './until-published.ts';

/** Merchants who send money out of their wallets, users who decide about it, and banks that return it. */

type PayoutOrder = {
  readonly amount?: number;
  readonly pixKey?: string;
  readonly scheduledForMs?: number;
  readonly keyIssuerUserId?: string;
};
/** Undefined where it was refused: another flow of the merchant took the money, or its limit. */
type PayoutId = string | undefined;
type PaidOut = { readonly creation: Creation; readonly id: PayoutId };

/** A key that nobody was paid to before; its local part may order something of the bank. */
const keyOf = (word = `supplier-${randomBytes(4).toString('hex')}`): string =>
  `${word}@${randomBytes(4).toString('hex')}.example.com`;

/** Instances' clocks run behind: what they take for the future is due by the clock of the database. */
const dueSoon = (): number => Date.now() - 5_000;
const PER_DAY_MAX = 1_000;
const HOUR_MS = 3_600_000;
const farAhead = (): number => Date.now() + 24 * HOUR_MS;

export const workOnPayouts = ({ worker }: FaultStage): Promise<void> => worker.runJob('payout', 'work on payouts');

/** What waits for others of its account, or for a lease, goes on when a job comes by. */
const insistOnPayout = <T>(stage: FaultStage, ask: () => Promise<T>): Promise<T> =>
  insist(stage, async () => {
    try {
      return await ask();
    } catch (error) {
      if (!isFinal(error)) await workOnPayouts(stage);
      throw error;
    }
  });

/** Sends a payout and writes down what the merchant was told; now and then the client asks once more. */
async function payOut(stage: FaultStage, order: PayoutOrder = {}, atOnce = 1): Promise<PayoutAsk> {
  const { worker, merchant, random } = stage;
  const { amount = 700, pixKey = keyOf(), ...rest } = order;
  const record: PayoutAsk = { key: newKey(), amount, pixKey, answers: [] };
  merchant.payouts.push(record);
  const body = { amount, currency: 'BRL', pixKey: { key: pixKey, type: 'email' }, ...rest };
  const request = { tenant: merchant.tenant, idempotencyKey: record.key, requestHash: hashOf(body), ...body };
  const ask = async (): Promise<void> => {
    const { payout } = await insistOnPayout(stage, () => worker.gateway.payout.createPayout(CALL, request));
    if (payout != null) record.answers.push(payout);
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, ask));
    if (random.chance(0.2)) await ask();
  } catch (error) {
    if (!isFinal(error)) throw error;
    record.refusal = error.more.reason ?? error.code;
  }
  return record;
}

const idOf = ({ answers }: PayoutAsk): PayoutId => answers[0]?.id;

/** How it ended; PENDING of one that waits for an approval, because another flow asked for that. */
async function payoutEnd({ worker }: FaultStage, id: string): Promise<string> {
  const payouts = worker.database('payout').collection<{ _id: string; status: string }>('payouts');
  let status = '';
  await reachStored(worker, `the end of payout ${id}`, async () => {
    status = (await payouts.findOne({ _id: id }))?.status ?? '';
    return status !== 'PROCESSING';
  });
  return status;
}

async function paidOut(stage: FaultStage, amount?: number): Promise<PaidOut> {
  const creation = await paidCharge(stage);
  const id = idOf(await payOut(stage, amount === undefined ? {} : { amount }));
  const isPaid = id !== undefined && (await payoutEnd(stage, id)) === 'PAID';
  return { creation, id: isPaid ? id : undefined };
}

type ReturnSpec = { readonly amount?: number; readonly notify?: 'now' | 'never' };
/** The receiver's bank sends money of a Pix back, against the books of the bank alone. */
async function sendBack({ worker }: FaultStage, id: PayoutId, order: ReturnSpec = {}): Promise<void> {
  if (id === undefined) return;
  const { clientId } = worker.bankClient;
  if (order.notify !== 'never') worker.expectCallback();
  const path = `/sim/pix-out/${id.replaceAll('-', '')}/returns?clientId=${clientId}`;
  await worker.environment.bank.control('POST', path, order);
}

/** One that the bank fails in so many words and pays after all: the platform has lost it. */
async function loseOne(stage: FaultStage): Promise<void> {
  const id = idOf(await payOut(stage, { pixKey: keyOf('fail-ac06') }));
  if (id === undefined || (await payoutEnd(stage, id)) !== 'FAILED') return;
  await stage.worker.environment.bank.control('POST', `/sim/pix-out/${id.replaceAll('-', '')}`, {
    status: 'REALIZADO',
  });
  stage.merchant.losses?.push(id);
  await lostPayout(stage, id);
}

/** Cancels; refused once it is sent or otherwise over. */
async function cancelPayout(stage: FaultStage, id: PayoutId): Promise<void> {
  if (id === undefined) return;
  const request = { tenant: stage.merchant.tenant, payoutId: id };
  await insistOnPayout(stage, () => stage.worker.gateway.payout.cancelPayout(CALL, request)).catch(unlessFinal);
}

function unlessFinal(error: unknown): void {
  if (!isFinal(error)) throw error;
}

/** What bounds the account's payouts, as an operator would have set it. */
async function bound({ worker, merchant }: FaultStage, settings: Readonly<Record<string, unknown>>): Promise<void> {
  const own = Object.entries(settings).map(([name, value]) => [`own.test.${name}`, value]);
  await worker
    .database('keys')
    .collection('accounts')
    .updateOne({ _id: merchant.tenant.accountId as never }, { $set: Object.fromEntries(own) });
}

type Waiting = { readonly id: PayoutId; readonly accessToken: string };
/** A payout that waits for the approval of another user than the issuer of the key. */
async function waiting(stage: FaultStage, order: PayoutOrder = {}): Promise<Waiting> {
  await bound(stage, { payoutApproval: 'required' });
  await paidCharge(stage);
  const { accountId } = stage.merchant.tenant;
  const [issuer, other] = await Promise.all([userOf(stage.worker, accountId), userOf(stage.worker, accountId)]);
  const ask = await payOut(stage, { keyIssuerUserId: issuer.id, ...order });
  return { id: idOf(ask), accessToken: other.accessToken };
}

/** A user decides; who comes later is refused. */
async function decide(
  stage: FaultStage,
  { id, accessToken }: Waiting,
  verdict: 'approvePayout' | 'rejectPayout',
): Promise<void> {
  const { payout } = stage.worker.gateway;
  if (id === undefined) return;
  const request = { accessToken, payoutId: id };
  await insistOnPayout(stage, () => payout[verdict](CALL, request)).catch(unlessFinal);
}

async function scheduled(stage: FaultStage, scheduledForMs: number): Promise<PayoutId> {
  await paidCharge(stage);
  return idOf(await payOut(stage, { scheduledForMs }));
}

async function limited(stage: FaultStage): Promise<Creation> {
  await bound(stage, { payoutPerDayMax: PER_DAY_MAX });
  stage.merchant.perDayMax = PER_DAY_MAX;
  return paidCharges(stage);
}

const twins = (stage: FaultStage): Promise<unknown> => {
  const pixKey = keyOf();
  return Promise.all([payOut(stage, { pixKey }), atSomeTime(stage).then(() => payOut(stage, { pixKey }))]);
};

/** More than the wallet has left goes back to the payer; what a bank returns of the payout pays the debt. */
async function repay(stage: FaultStage, { creation, id }: PaidOut): Promise<void> {
  await playBankReturn(stage, creation);
  const entries = stage.worker.database('ledger').collection('journal_entries');
  const taken = { chargeId: chargeId(creation), _id: /^bank_return:/ as never };
  await reachStored(stage.worker, 'what the bank took is booked', async () => (await entries.findOne(taken)) !== null);
  await sendBack(stage, id, { amount: 900 });
}

const CASHOUT = { amount: 500, strategy: 'CASHOUT', destinationKey: 'maria@example.com' } as const;
async function cashOutSentBack(stage: FaultStage, creation: Creation): Promise<void> {
  const { answers } = await refund(stage, creation, CASHOUT);
  const id = answers[0]?.id;
  if (id === undefined || (await refundEnd(stage, id)) !== 'REFUNDED') return;
  await sendBack(stage, id, { amount: 200 });
  await sendBack(stage, id);
}

/** Every way in which a payout goes. */
// biome-ignore format: one row per flow, read as a table
export const PAYOUTS = {
  payout:                 flow(paidOnce, (stage) => payOut(stage)),
  payoutAtOnce:           flow(paidOnce, (stage) => payOut(stage, {}, 2)),
  payoutFails:            flow(paidOnce, (stage) => payOut(stage, { pixKey: keyOf('fail-ac06') })),
  payoutHangs:            flow(paidOnce, (stage) => payOut(stage, { pixKey: keyOf('hang') })),
  payoutLost:             flow(paidOnce, loseOne),
  payoutScheduled:        flow((stage) => scheduled(stage, dueSoon()), workOnPayouts),
  payoutCancelled:        flow((stage) => scheduled(stage, farAhead()), cancelPayout),
  payoutCancelledTwice:   flow((stage) => scheduled(stage, farAhead()), (stage, id) => Promise.all([cancelPayout(stage, id), cancelPayout(stage, id)])),
  payoutCancelAgainstSend: flow((stage) => scheduled(stage, dueSoon()), (stage, id) => Promise.all([cancelPayout(stage, id), atSomeTime(stage, 40).then(() => workOnPayouts(stage))])),
  payoutApproved:         flow((stage) => waiting(stage), (stage, one) => decide(stage, one, 'approvePayout')),
  payoutApprovedForLater: flow((stage) => waiting(stage, { scheduledForMs: farAhead() }), (stage, one) => decide(stage, one, 'approvePayout')),
  payoutRejected:         flow((stage) => waiting(stage), (stage, one) => decide(stage, one, 'rejectPayout')),
  payoutApproveAgainstReject: flow((stage) => waiting(stage), (stage, one) => Promise.all([decide(stage, one, 'approvePayout'), decide(stage, one, 'rejectPayout')])),
  payoutApproveAgainstCancel: flow((stage) => waiting(stage), (stage, one) => Promise.all([decide(stage, one, 'approvePayout'), cancelPayout(stage, one.id)])),
  payoutReturned:         flow((stage) => paidOut(stage), (stage, { id }) => sendBack(stage, id)),
  payoutReturnedInParts:  flow((stage) => paidOut(stage), (stage, { id }) => sendBack(stage, id, { amount: 300 }).then(() => sendBack(stage, id, { amount: 250 })).then(() => sendBack(stage, id))),
  payoutReturnedInPart:   flow((stage) => paidOut(stage), (stage, { id }) => sendBack(stage, id, { amount: 300 })),
  payoutReturnedWithoutCallback: flow((stage) => paidOut(stage), (stage, { id }) => sendBack(stage, id, { notify: 'never' })),
  payoutReturnRepays:     flow((stage) => paidOut(stage, 1_200), repay),
  payoutAgainstPayout:    flow(paidOnce, (stage) => Promise.all([payOut(stage, { amount: 1_200 }), payOut(stage, { amount: 1_100 })])),
  payoutAgainstRefund:    flow(paidOnce, (stage, creation) => Promise.all([payOut(stage, { amount: 1_500 }), refund(stage, creation, { amount: 1_000 })])),
  payoutAgainstCashOut:   flow(paidCharges, (stage, creation) => Promise.all([payOut(stage, { amount: 6_000 }), refund(stage, creation, { ...CASHOUT, amount: 1_000 })])),
  payoutAgainstBankReturn: flow(paidOnce, (stage, creation) => Promise.all([payOut(stage, { amount: 1_500 }), playBankReturn(stage, creation, { amount: 900 })])),
  payoutAgainstCase:      flow(paidOnce, (stage, creation) => Promise.all([payOut(stage, { amount: 1_500 }), contest(stage, creation, 'opened')]).then(() => lose(stage, creation, {}))),
  payoutMixed:            flow((stage) => paidOut(stage), (stage, { creation, id }) => Promise.all([sendBack(stage, id, { amount: 300 }), playBankReturn(stage, creation, { amount: 700 }), payOut(stage, { amount: 600 })])),
  payoutTwins:            flow(paidOnce, twins),
  payoutsOverLimit:       flow(limited, (stage) => Promise.all([600, 500, 450].map((amount) => payOut(stage, { amount })))),
  cashOutReturned:        flow(paidCharges, cashOutSentBack),
} as const satisfies Readonly<Record<string, Flow>>;

/** Of the usual amount; what is prepared is told nothing else. */
function paidOnce(stage: FaultStage): Promise<Creation> {
  return paidCharge(stage);
}
