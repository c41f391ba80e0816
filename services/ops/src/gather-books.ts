import type { OrderBooks } from '@gx/contracts/charge';
import type { Credit } from '@gx/contracts/ledger';
import type { BooksOfDay } from './compare-books.ts';
import type { ComparedOrder } from './compare-orders.ts';
import type { PixOut } from './compare-pix-outs.ts';
import type { Environment } from './config.ts';
import { booksReader, type Day } from './read-books.ts';

export type Profile = { readonly id: string; readonly livemode: boolean };
export type ReconciliationInput = {
  readonly books: readonly BooksOfDay[];
  /** Each with what its bank and the journal say of it. */
  readonly pixOuts: readonly PixOut[];
  /** Those that changed at the acquirer on the day, or of which we have money of it. */
  readonly orders: readonly ComparedOrder[];
  readonly unreadable: number;
};

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
  const read = booksReader(env, profile.id);
  const peers = profiles.filter(({ livemode }) => livemode === profile.livemode);
  const { listed, unreadable } = await read.bankDay(day);
  const payments = byId((await read.paymentDay(day)).listed);
  const bank = byId(listed);
  for (const pix of await read.bankPix(without(bank, payments))) bank.set(pix.endToEndId, pix);
  for (const own of await read.ownPix(without(payments, bank))) payments.set(own.endToEndId, own);

  // The journal knows no bank: money of the other profiles' payments is theirs, whenever it came.
  const ofDay = await read.creditDay(profile.livemode, day);
  const credits = grouped(ofDay.filter(({ endToEndId }) => !endToEndId.startsWith(ORDER_PREFIX)));
  const strange = [...credits.keys()].filter((id) => !(bank.has(id) || payments.has(id)));
  const elsewhere = byId(await read.ownPix(strange));
  const unknown = strange.filter((id) => !elsewhere.has(id));
  for (const peer of peers) for (const pix of await read.bankPix(unknown, peer.id)) bank.set(pix.endToEndId, pix);

  const late = [...payments.values()].filter(
    ({ endToEndId, decision }) => decision === 'accepted' && !isPaid(credits.get(endToEndId)),
  );
  const acceptedOf = new Map(late.map(({ chargeId, endToEndId }) => [chargeId, endToEndId]));
  for (const credit of await read.creditsOf([...acceptedOf.keys()])) {
    // One that names another Pix is shown where it should have been.
    const id = payments.has(credit.endToEndId)
      ? credit.endToEndId
      : (acceptedOf.get(credit.chargeId) ?? credit.endToEndId);
    credits.set(id, [...(credits.get(id) ?? []), credit]);
  }
  const orders = await read.orderDay(day);
  const ids = [...new Set([...bank.keys(), ...payments.keys(), ...unknown])].sort();
  const devolutions = grouped(await read.devolutions(ids));
  return {
    unreadable: unreadable + orders.unreadable,
    orders: await withOurs(orders.listed, read),
    pixOuts: await read.pixOutDay(day),
    books: ids.map((endToEndId) => ({
      endToEndId,
      bank: bank.get(endToEndId) ?? null,
      payment: payments.get(endToEndId) ?? null,
      devolutions: devolutions.get(endToEndId) ?? [],
      credits: credits.get(endToEndId) ?? [],
    })),
  };
}

async function withOurs(
  orders: readonly OrderBooks[],
  { devolutions, creditsOf }: Pick<ReturnType<typeof booksReader>, 'devolutions' | 'creditsOf'>,
): Promise<ComparedOrder[]> {
  const ids = orders.flatMap(({ endToEndIds }) => endToEndIds);
  const charges = orders.flatMap(({ chargeId }) => (chargeId === '' ? [] : [chargeId]));
  const back = grouped(await devolutions(ids));
  const credits = grouped((await creditsOf(charges)).filter((credit) => isPaid([credit])));
  return orders.map((books) => ({
    books,
    devolutions: books.endToEndIds.flatMap((id) => back.get(id) ?? []),
    credits: books.endToEndIds.flatMap((id) => credits.get(id) ?? []),
  }));
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
