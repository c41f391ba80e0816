import type { ListedPix, OrderBooks, OwnPayment } from '@gx/contracts/charge';
import type { Credit } from '@gx/contracts/ledger';
import type { OwnDevolution } from '@gx/contracts/refund';
import type { BooksOfDay } from './compare-books.ts';
import type { ComparedOrder } from './compare-orders.ts';
import type { PixOut } from './compare-pix-outs.ts';
import type { Environment } from './config.ts';
import { DEADLINE_MS, inPieces } from './gather-in-pieces.ts';
import { pixOutsOfDay } from './gather-pix-outs.ts';
import { OperatorError } from './terminal.ts';
import { withClient } from './with-client.ts';

export type Day = { readonly fromMs: number; readonly toMs: number };
export type Profile = { readonly id: string; readonly livemode: boolean };
export type ReconciliationInput = {
  readonly books: readonly BooksOfDay[];
  /** Each with what its bank and the journal say of it. */
  readonly pixOuts: readonly PixOut[];
  /** Those that changed at the acquirer on the day, or of which we have money of it. */
  readonly orders: readonly ComparedOrder[];
  readonly unreadable: number;
};

const HOUR_MS = 3_600_000;
/** What the payments of orders are called by, and no Pix is. */
const ORDER_PREFIX = 'ord_';

/**
 * What each side says of every Pix of a day: the bank's list and our payments by the bank's time, the journal
 * by its own. What one side alone names is looked up at the others by its id, whatever their time, so that
 * the edge of a day makes no difference. No bank lists what we sent: each Pix that we ordered on the day is
 * asked for by its id.
 */
export async function gatherBooks(
  env: Environment,
  profile: Profile,
  profiles: readonly Profile[],
  day: Day,
): Promise<ReconciliationInput> {
  const read = readers(env);
  const peers = profiles.filter(({ livemode }) => livemode === profile.livemode);
  const { listed, unreadable } = await read.bankDay(profile.id, day);
  const payments = byId(await read.payments(profile.id, day));
  const bank = byId(listed);
  for (const pix of await inPieces(without(bank, payments), (ids) => read.bankPix(profile.id, ids)))
    bank.set(pix.endToEndId, pix);
  for (const own of await inPieces(without(payments, bank), (ids) => read.ownPix(profile.id, ids)))
    payments.set(own.endToEndId, own);

  // The journal knows no bank: money of the other profiles' payments is theirs, whenever it came.
  const ofDay = await read.creditsOfDay(profile.livemode, day);
  const credits = grouped(ofDay.filter(({ endToEndId }) => !endToEndId.startsWith(ORDER_PREFIX)));
  const strange = [...credits.keys()].filter((id) => !(bank.has(id) || payments.has(id)));
  const elsewhere = byId(await inPieces(strange, (ids) => read.ownPix(profile.id, ids)));
  const unknown = strange.filter((id) => !elsewhere.has(id));
  for (const peer of peers)
    for (const pix of await inPieces(unknown, (ids) => read.bankPix(peer.id, ids))) bank.set(pix.endToEndId, pix);

  const late = [...payments.values()].filter(
    ({ endToEndId, decision }) => decision === 'accepted' && !isPaid(credits.get(endToEndId)),
  );
  const acceptedOf = new Map(late.map(({ chargeId, endToEndId }) => [chargeId, endToEndId]));
  for (const credit of await inPieces([...acceptedOf.keys()], read.creditsOf)) {
    // One that names another Pix is shown where it should have been.
    const id = payments.has(credit.endToEndId)
      ? credit.endToEndId
      : (acceptedOf.get(credit.chargeId) ?? credit.endToEndId);
    credits.set(id, [...(credits.get(id) ?? []), credit]);
  }
  const orders = await read.orderDay(profile.id, day);
  const ids = [...new Set([...bank.keys(), ...payments.keys(), ...unknown])].sort();
  const devolutions = grouped(await inPieces(ids, read.devolutions));
  return {
    unreadable: unreadable + orders.unreadable,
    orders: await withOurs(orders.listed, read),
    pixOuts: await pixOutsOfDay(env, profile.id, day),
    books: ids.map((endToEndId) => ({
      endToEndId,
      bank: bank.get(endToEndId) ?? null,
      payment: payments.get(endToEndId) ?? null,
      devolutions: devolutions.get(endToEndId) ?? [],
      credits: credits.get(endToEndId) ?? [],
    })),
  };
}

/** Every question to a service, each as often as it takes. */
function readers(env: Environment) {
  const charge = { service: 'charge', env, deadlineMs: DEADLINE_MS } as const;
  const refund = { service: 'refund', env, deadlineMs: DEADLINE_MS } as const;
  const ledger = { service: 'ledger', env, deadlineMs: DEADLINE_MS } as const;
  return {
    async bankDay(bankProfileId: string, day: Day): Promise<{ listed: ListedPix[]; unreadable: number }> {
      let unreadable = 0;
      const listed = await windows(day, async (window) => {
        const answer = await withClient(charge, ({ client, call }) =>
          client.listProviderPayments(call, { bankProfileId, ...window }),
        );
        unreadable += answer.unreadable;
        return answer.truncated ? undefined : answer.pix;
      });
      return { listed, unreadable };
    },
    orderDay: (bankProfileId: string, day: Day) => ordersOfDay(env, bankProfileId, day),
    payments: (bankProfileId: string, day: Day): Promise<OwnPayment[]> =>
      windows(day, async (window) => {
        const answer = await withClient(charge, ({ client, call }) =>
          client.listIncomingPayments(call, { bankProfileId, ...window }),
        );
        return answer.truncated ? undefined : answer.payments;
      }),
    bankPix: async (bankProfileId: string, endToEndIds: readonly string[]): Promise<readonly ListedPix[]> =>
      (
        await withClient(charge, ({ client, call }) =>
          client.listProviderPayments(call, { bankProfileId, endToEndIds: [...endToEndIds] }),
        )
      ).pix,
    ownPix: async (bankProfileId: string, endToEndIds: readonly string[]): Promise<readonly OwnPayment[]> =>
      (
        await withClient(charge, ({ client, call }) =>
          client.listIncomingPayments(call, { bankProfileId, endToEndIds: [...endToEndIds] }),
        )
      ).payments,
    devolutions: async (endToEndIds: readonly string[]): Promise<readonly OwnDevolution[]> =>
      (
        await withClient(refund, ({ client, call }) =>
          client.listDevolutions(call, { endToEndIds: [...endToEndIds], bankReturns: true }),
        )
      ).devolutions,
    creditsOf: async (chargeIds: readonly string[]): Promise<readonly Credit[]> =>
      (await withClient(ledger, ({ client, call }) => client.listCredits(call, { chargeIds: [...chargeIds] }))).credits,
    async creditsOfDay(livemode: boolean, day: Day): Promise<Credit[]> {
      const credits: Credit[] = [];
      let after: string | undefined;
      do {
        const request = { livemode, ...day, ...(after === undefined ? {} : { after }) };
        const answer = await withClient(ledger, ({ client, call }) => client.listCredits(call, request));
        credits.push(...answer.credits);
        after = answer.next;
      } while (after !== undefined);
      return credits;
    },
  };
}

type Orders = { readonly listed: readonly OrderBooks[]; readonly unreadable: number };

/** Each order that changed at the acquirer on a day, or of which we have money of it, once. */
async function ordersOfDay(env: Environment, bankProfileId: string, day: Day): Promise<Orders> {
  let unreadable = 0;
  const listed = await windows(day, async (window) => {
    const answer = await withClient({ service: 'charge', env, deadlineMs: DEADLINE_MS }, ({ client, call }) =>
      client.listProviderOrders(call, { bankProfileId, ...window }),
    );
    unreadable += answer.unreadable;
    return answer.truncated ? undefined : answer.orders;
  });
  return { listed: [...new Map(listed.map((order) => [order.reference, order])).values()], unreadable };
}

async function withOurs(
  orders: readonly OrderBooks[],
  { devolutions, creditsOf }: Pick<ReturnType<typeof readers>, 'devolutions' | 'creditsOf'>,
): Promise<ComparedOrder[]> {
  const ids = orders.flatMap(({ endToEndIds }) => endToEndIds);
  const charges = orders.flatMap(({ chargeId }) => (chargeId === '' ? [] : [chargeId]));
  const back = grouped(await inPieces(ids, devolutions));
  const credits = grouped((await inPieces(charges, creditsOf)).filter((credit) => isPaid([credit])));
  return orders.map((books) => ({
    books,
    devolutions: books.endToEndIds.flatMap((id) => back.get(id) ?? []),
    credits: books.endToEndIds.flatMap((id) => credits.get(id) ?? []),
  }));
}

/** A day hour by hour; an hour that is too much for one answer in halves. */
async function windows<T>(day: Day, read: (window: Day) => Promise<readonly T[] | undefined>): Promise<T[]> {
  const halves = async (window: Day): Promise<readonly T[]> => {
    const found = await read(window);
    if (found !== undefined) return found;
    const middle = Math.floor((window.fromMs + window.toMs) / 2);
    if (middle === window.fromMs) throw new OperatorError('More settled in one millisecond than an answer can hold.');
    return [...(await halves({ ...window, toMs: middle })), ...(await halves({ ...window, fromMs: middle }))];
  };
  const all: T[] = [];
  for (let fromMs = day.fromMs; fromMs < day.toMs; fromMs += HOUR_MS) {
    all.push(...(await halves({ fromMs, toMs: Math.min(fromMs + HOUR_MS, day.toMs) })));
  }
  return all;
}

const isPaid = (credits: readonly Credit[] = []): boolean =>
  credits.some(({ reference }) => reference.startsWith('paid:'));

type OfPix = { readonly endToEndId: string };
const byId = <T extends OfPix>(all: readonly T[]): Map<string, T> => new Map(all.map((one) => [one.endToEndId, one]));
const grouped = <T extends OfPix>(all: readonly T[]): Map<string, T[]> =>
  Map.groupBy(all, ({ endToEndId }) => endToEndId);
/** Which the second has and the first has not. */
const without = (first: ReadonlyMap<string, unknown>, second: ReadonlyMap<string, unknown>): string[] =>
  [...second.keys()].filter((id) => !first.has(id));
