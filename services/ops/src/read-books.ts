import type { ListedPix, OrderBooks, OwnPayment } from '@gx/contracts/charge';
import type { Credit } from '@gx/contracts/ledger';
import type { OwnDevolution } from '@gx/contracts/refund';
import { type PixOut, pixOutOfPayout, pixOutOfRefund } from './compare-pix-outs.ts';
import type { Environment } from './config.ts';
import { inPieces, pages } from './pieces.ts';
import { OperatorError } from './terminal.ts';
import { type Connection, withClient } from './with-client.ts';

export type Day = { readonly fromMs: number; readonly toMs: number };
/** What was found in a day, and how much of it could not be read. */
type Listed<T> = { readonly listed: readonly T[]; readonly unreadable: number };

type Ask = <S extends 'charge' | 'refund' | 'payout' | 'ledger', T>(
  service: S,
  work: (connection: Connection<S>) => Promise<T>,
) => Promise<T>;

/** A list of a bank, and of a journal, takes as long as it takes. */
const DEADLINE_MS = 600_000;
const HOUR_MS = 3_600_000;

/** Every question to a service about a bank's books, each as often as it takes. */
export function booksReader(env: Environment, bankProfileId: string) {
  const ask: Ask = (service, work) => withClient({ service, env, deadlineMs: DEADLINE_MS }, work);
  return {
    bankDay: (day: Day): Promise<Listed<ListedPix>> =>
      windows(day, async (window) => {
        const answer = await ask('charge', ({ client, call }) =>
          client.listProviderPayments(call, { bankProfileId, ...window }),
        );
        return { ...answer, listed: answer.pix };
      }),
    paymentDay: (day: Day): Promise<Listed<OwnPayment>> =>
      windows(day, async (window) => {
        const answer = await ask('charge', ({ client, call }) =>
          client.listIncomingPayments(call, { bankProfileId, ...window }),
        );
        return { ...answer, listed: answer.payments, unreadable: 0 };
      }),
    /** Each order that changed at the acquirer, or of which we have money of the day, once. */
    orderDay: async (day: Day): Promise<Listed<OrderBooks>> => {
      const { listed, unreadable } = await windows(day, async (window) => {
        const answer = await ask('charge', ({ client, call }) =>
          client.listProviderOrders(call, { bankProfileId, ...window }),
        );
        return { ...answer, listed: answer.orders };
      });
      return { listed: [...new Map(listed.map((order) => [order.reference, order])).values()], unreadable };
    },
    bankPix: (ids: readonly string[], profileId = bankProfileId): Promise<ListedPix[]> =>
      inPieces(ids, async (endToEndIds) => {
        const request = { bankProfileId: profileId, endToEndIds };
        return (await ask('charge', ({ client, call }) => client.listProviderPayments(call, request))).pix;
      }),
    ownPix: (ids: readonly string[]): Promise<OwnPayment[]> =>
      inPieces(ids, async (endToEndIds) => {
        const request = { bankProfileId, endToEndIds };
        return (await ask('charge', ({ client, call }) => client.listIncomingPayments(call, request))).payments;
      }),
    devolutions: (ids: readonly string[]): Promise<OwnDevolution[]> =>
      inPieces(ids, async (endToEndIds) => {
        const request = { endToEndIds, bankReturns: true };
        return (await ask('refund', ({ client, call }) => client.listDevolutions(call, request))).devolutions;
      }),
    creditsOf: (ids: readonly string[]): Promise<Credit[]> =>
      inPieces(ids, async (chargeIds) => {
        return (await ask('ledger', ({ client, call }) => client.listCredits(call, { chargeIds }))).credits;
      }),
    creditDay: async (livemode: boolean, day: Day): Promise<Credit[]> => {
      const read = (from: object) =>
        ask('ledger', ({ client, call }) => client.listCredits(call, { livemode, ...day, ...from }));
      return (await pages(read)).flatMap(({ credits }) => credits);
    },
    pixOutDay: (day: Day): Promise<PixOut[]> => pixOutsOf(ask, bankProfileId, day),
  };
}

/** Each Pix that we ordered out, with what its bank and the journal say of it. */
async function pixOutsOf(ask: Ask, bankProfileId: string, day: Day): Promise<PixOut[]> {
  const ofRefunds = (from: object) =>
    ask('refund', ({ client, call }) => client.listPixOuts(call, { bankProfileId, ...day, ...from }));
  const ofPayouts = (from: object) =>
    ask('payout', ({ client, call }) => client.listPixOuts(call, { bankProfileId, ...day, ...from }));
  const refunds = (await pages(ofRefunds)).flatMap((page) => page.pixOuts.map(pixOutOfRefund));
  const payouts = (await pages(ofPayouts)).flatMap((page) => page.pixOuts.map(pixOutOfPayout));
  const pixOuts = [...refunds, ...payouts];
  // The journal is read last: a refund or payout is final once its hold has ended, so its last entry is there
  // by then.
  const holds = await inPieces(
    pixOuts.map(({ reference }) => reference),
    async (references) => {
      return (await ask('ledger', ({ client, call }) => client.listPostedHolds(call, { references }))).holds;
    },
  );
  const posted = new Map(holds.map((hold) => [hold.reference, hold]));
  return pixOuts.map((own) => ({ own, posted: posted.get(own.reference) ?? null }));
}

/** A day hour by hour; an hour that is too much for one answer in halves. */
async function windows<T>(
  day: Day,
  read: (window: Day) => Promise<Listed<T> & { readonly truncated: boolean }>,
): Promise<Listed<T>> {
  const all = { listed: [] as T[], unreadable: 0 };
  const add = async (window: Day): Promise<void> => {
    const { listed, unreadable, truncated } = await read(window);
    all.unreadable += unreadable;
    if (!truncated) return void all.listed.push(...listed);
    const middle = Math.floor((window.fromMs + window.toMs) / 2);
    if (middle === window.fromMs) throw new OperatorError('More settled in one millisecond than an answer can hold.');
    await add({ ...window, toMs: middle });
    await add({ ...window, fromMs: middle });
  };
  for (let fromMs = day.fromMs; fromMs < day.toMs; fromMs += HOUR_MS)
    await add({ fromMs, toMs: Math.min(fromMs + HOUR_MS, day.toMs) });
  return all;
}
