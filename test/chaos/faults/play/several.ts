import { age } from '../world/age.ts';
import { type CreateOrder, cancel, chargeId, createCharge, letExpire, pay, refund } from './acts.ts';
import { type Flow, flow } from './flow.ts';
import { comes, inTime, type OutcomeOrder } from './orders.ts';
import { reachStored } from './rest.ts';
import { atSomeTime, closeDue, type FaultStage, HEAD_START_MS, SWEPT_AGO_MS } from './stage.ts';
import type { Creation } from './story.ts';
import { failedReturn, untilPublished } from './until-published.ts';

/**
 * Charges that may be paid by several methods at once (ADR 59): what their payers choose, and what they
 * choose twice.
 */

/** Waits for Pix first, whatever was asked for first. */
const IN_BRL = { paymentMethods: ['BOLETO', 'PIX', 'CREDIT_CARD'], currency: 'BRL' } as const satisfies CreateOrder;
const IN_EUR = {
  paymentMethods: ['MULTIBANCO', 'MBWAY', 'CREDIT_CARD'],
  currency: 'EUR',
  metadataJson: '{"phone":"+351912345678"}',
} as const satisfies CreateOrder;

/**
 * A cancellation asks one provider after the other; a payer at the last of them is given so much longer.
 */
const BEHIND_OTHERS_MS = 4 * HEAD_START_MS;

/** Opens and closes options, as the job's clock would. */
const sync = ({ worker }: FaultStage): Promise<void> => worker.runJob('charge', 'work on charges');

/** A charge whose options are all open: its payer has been shown each. */
const choosable =
  (wish: CreateOrder) =>
  async (stage: FaultStage): Promise<Creation> => {
    const creation = await createCharge(stage, wish);
    await sync(stage);
    const _id = chargeId(creation) as never;
    await reachStored(stage.worker, `the options of ${_id}`, async () => {
      const isOpen = {
        status: 'WAITING_PAYMENT',
        paymentOptions: { $not: { $elemMatch: { state: { $ne: 'open' } } } },
      };
      return (
        (await stage.worker
          .database('charge')
          .collection('charges')
          .countDocuments({ _id, ...isOpen })) > 0
      );
    });
    return creation;
  };
const inReal = choosable(IN_BRL);
const inEuro = choosable(IN_EUR);

const payBy = (
  stage: FaultStage,
  creation: Creation,
  order: OutcomeOrder & { readonly by: string },
): Promise<boolean> => comes(stage, creation, 'approved', order);

/** The money is accepted, so that the other options are to be closed; which begins at once. */
const closed = (stage: FaultStage, creation: Creation): Promise<void> =>
  untilPublished(stage, creation, 'charge.payment_accepted').then(() => sync(stage));

const paidBy = (by: string) => async (stage: FaultStage, creation: Creation) => {
  await (by === 'PIX' ? pay(stage, creation) : payBy(stage, creation, { by }));
  await closed(stage, creation);
};

/** The second payment comes when the first is accepted, and before its way is closed. */
const paidTwice = (first: string, second: string) => async (stage: FaultStage, creation: Creation) => {
  await (first === 'PIX' ? pay(stage, creation) : payBy(stage, creation, { by: first }));
  await untilPublished(stage, creation, 'charge.payment_accepted');
  await (second === 'PIX'
    ? pay(stage, creation, { force: true })
    : payBy(stage, creation, { by: second, force: true }));
  await sync(stage);
};

const paidAtOnce = (stage: FaultStage, creation: Creation, by = 'CREDIT_CARD') =>
  Promise.all([
    atSomeTime(stage).then(() => pay(stage, creation, { force: true })),
    atSomeTime(stage).then(() => payBy(stage, creation, { by, force: true })),
  ]);

/** Its card is all that is left of it. */
async function cardLeft(stage: FaultStage): Promise<Creation> {
  const creation = await inEuro(stage);
  const fails = (by: string) => comes(stage, creation, 'refused', { by });
  await Promise.all([fails('MULTIBANCO'), fails('MBWAY')]);
  return creation;
}

async function allFail(stage: FaultStage, creation: Creation): Promise<void> {
  await Promise.all([
    comes(stage, creation, 'refused', { by: 'CREDIT_CARD' }),
    comes(stage, creation, 'refused', { by: 'MBWAY' }),
    comes(stage, creation, 'expired', { by: 'MULTIBANCO' }),
  ]);
}

/** The charge's time is over about when the money of its payer arrives by card. */
async function expiresWhilePaid(stage: FaultStage, creation: Creation): Promise<void> {
  const endsInMs = stage.random.below(HEAD_START_MS);
  await letExpire(stage, creation, endsInMs);
  const ends = new Promise((resolve) => setTimeout(resolve, endsInMs + 1)).then(() => closeDue(stage));
  await Promise.all([ends, payBy(stage, creation, { by: 'CREDIT_CARD' })]);
}

async function expired(stage: FaultStage): Promise<Creation> {
  const creation = await inReal(stage);
  await letExpire(stage, creation);
  await untilPublished(stage, creation, 'charge.expired');
  return creation;
}

async function cancelled(stage: FaultStage): Promise<Creation> {
  const creation = await inReal(stage);
  await cancel(stage, creation);
  return creation;
}

/** Money that the acquirer has and nobody told us of. */
async function withoutCallback(stage: FaultStage): Promise<Creation> {
  const creation = await inReal(stage);
  await payBy(stage, creation, { by: 'CREDIT_CARD', notify: 'never' });
  await age(stage.worker, SWEPT_AGO_MS);
  return creation;
}

const sweep = async (stage: FaultStage): Promise<void> => {
  await stage.worker.runJob('charge', 'sweep');
  await sync(stage);
};

/** Two of them, paid by card: the fees of the one are covered by the other. */
async function paidCards(stage: FaultStage): Promise<Creation> {
  const paid = async (amount: number): Promise<Creation> => {
    const creation = await choosable({ ...IN_BRL, amount })(stage);
    await payBy(stage, creation, { by: 'CREDIT_CARD' });
    await untilPublished(stage, creation, 'charge.paid');
    return creation;
  };
  const [first] = await Promise.all([paid(1_990), paid(5_000)]);
  return first;
}

/** A boleto that was paid beside a card: its return has failed. */
async function twiceInVain(stage: FaultStage, creation: Creation): Promise<void> {
  await paidTwice('CREDIT_CARD', 'BOLETO')(stage, creation);
  await failedReturn(stage, creation);
}

// biome-ignore format: one row per flow, read as a table
export const SEVERAL = {
  several:                 { play: (stage) => createCharge(stage, IN_BRL).then(() => sync(stage)) },
  severalInEuro:           { play: (stage) => createCharge(stage, IN_EUR).then(() => sync(stage)) },
  severalAtOnce:           { play: (stage) => createCharge(stage, IN_BRL, 2).then(() => Promise.all([sync(stage), sync(stage)])) },
  severalSoonPaid:         flow((stage) => createCharge(stage, IN_BRL), (stage, creation) => sync(stage).then(() => paidBy('PIX')(stage, creation))),
  severalSoonCancelled:    flow((stage) => createCharge(stage, IN_EUR), (stage, creation) => sync(stage).then(() => cancel(stage, creation))),
  severalByPix:            flow(inReal, paidBy('PIX')),
  severalByCard:           flow(inReal, paidBy('CREDIT_CARD')),
  severalByBoleto:         flow(inReal, paidBy('BOLETO')),
  severalByReference:      flow(inEuro, paidBy('MULTIBANCO')),
  severalByPhone:          flow(inEuro, paidBy('MBWAY')),
  severalByCardThrice:     flow(inEuro, (stage, creation) => payBy(stage, creation, { by: 'CREDIT_CARD', times: 3 })),
  severalWithoutCallback:          flow(withoutCallback, sweep),
  severalPixThenCard:      flow(inReal, paidTwice('PIX', 'CREDIT_CARD')),
  severalCardThenPix:      flow(inReal, paidTwice('CREDIT_CARD', 'PIX')),
  severalInVain:           flow(inReal, twiceInVain),
  severalPaidAtOnce:       flow(inReal, (stage, creation) => paidAtOnce(stage, creation)),
  severalPaidAtOnceInVain: flow(inReal, (stage, creation) => paidAtOnce(stage, creation, 'BOLETO')),
  severalPaidWhileOpening: flow((stage) => createCharge(stage, IN_BRL), (stage, creation) => Promise.all([sync(stage), atSomeTime(stage).then(() => pay(stage, creation))])),
  severalRefusedThenPix:   flow(inReal, (stage, creation) => comes(stage, creation, 'refused', { by: 'CREDIT_CARD' }).then(() => paidBy('PIX')(stage, creation))),
  severalAtIssuerThenPix:  flow(inReal, (stage, creation) => comes(stage, creation, 'authenticating', { by: 'CREDIT_CARD' }).then(() => paidBy('PIX')(stage, creation))),
  severalRefusedThenPhone: flow(inEuro, (stage, creation) => comes(stage, creation, 'refused', { by: 'MULTIBANCO' }).then(() => paidBy('MBWAY')(stage, creation))),
  severalFailOpening:      flow((stage) => createCharge(stage, IN_EUR), (stage, creation) => Promise.all([sync(stage), atSomeTime(stage).then(() => comes(stage, creation, 'refused', { by: 'MULTIBANCO' }))])),
  severalLastAtIssuer:     flow(cardLeft, (stage, creation) => comes(stage, creation, 'authenticating', { by: 'CREDIT_CARD' }).then(() => paidBy('CREDIT_CARD')(stage, creation))),
  severalRefusedAgainstCancel: flow(inEuro, (stage, creation) => Promise.all([comes(stage, creation, 'refused', { by: 'MULTIBANCO' }), atSomeTime(stage).then(() => cancel(stage, creation))])),
  severalAllFail:          flow(inEuro, allFail),
  severalAllExpired:       flow(inEuro, (stage, creation) => Promise.all(IN_EUR.paymentMethods.map((by) => comes(stage, creation, 'expired', { by })))),
  severalWrongAmount:      flow(inReal, (stage, creation) => payBy(stage, creation, { by: 'CREDIT_CARD', amount: 1_989, force: true }).then(() => pay(stage, creation))),
  severalCancelled:        flow(inReal, cancel),
  severalCancelledInEuro:  flow(inEuro, cancel),
  severalCancelOpening:    flow((stage) => createCharge(stage, IN_EUR), (stage, creation) => Promise.all([sync(stage), atSomeTime(stage).then(() => cancel(stage, creation))])),
  severalCancelWithoutCallback:    flow(withoutCallback, cancel),
  severalCancelAgainstCard: flow(inReal, (stage, creation) => Promise.all([cancel(stage, creation), atSomeTime(stage, BEHIND_OTHERS_MS).then(() => payBy(stage, creation, { by: 'CREDIT_CARD' }))])),
  severalCancelAgainstPix: flow(inReal, (stage, creation) => Promise.all([cancel(stage, creation), atSomeTime(stage, BEHIND_OTHERS_MS).then(() => pay(stage, creation))])),
  severalCancelOverCard:   flow(inReal, (stage, creation) => Promise.all([cancel(stage, creation), payBy(stage, creation, { by: 'CREDIT_CARD', force: true })])),
  severalExpired:          flow(inReal, (stage, creation) => letExpire(stage, creation).then(() => closeDue(stage))),
  severalExpireAgainstCard: flow(inReal, expiresWhilePaid),
  severalPaidOnceOver:     flow(cancelled, (stage, creation) => payBy(stage, creation, { by: 'CREDIT_CARD', force: true })),
  severalReportedLate:     flow(expired, (stage, creation) => payBy(stage, creation, { by: 'BOLETO', paid_at: inTime(creation), force: true })),
  severalRefund:           flow(paidCards, (stage, creation) => refund(stage, creation)),
  severalDispute:          flow(paidCards, (stage, creation) => comes(stage, creation, 'dispute', { by: 'CREDIT_CARD' }).then(() => comes(stage, creation, 'dispute_lost', { by: 'CREDIT_CARD' }))),
} as const satisfies Readonly<Record<string, Flow>>;
