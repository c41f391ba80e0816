import type { ListedPix, OwnReceipt } from '@gx/contracts/charge';
import type { Credit } from '@gx/contracts/ledger';
import type { OwnDevolution } from '@gx/contracts/refund';
import type { Books } from './compare-books.ts';
import type { Environment } from './config.ts';
import { OperatorError } from './terminal.ts';
import { withClient } from './with-client.ts';

export type Day = { readonly fromMs: number; readonly toMs: number };
export type Profile = { readonly id: string; readonly livemode: boolean };
export type Gathered = { readonly books: readonly Books[]; readonly unreadable: number };

/** A list of a bank, and of a journal, takes as long as it takes. */
const DEADLINE_MS = 600_000;
const IDS_AT_ONCE = 100;
const HOUR_MS = 3_600_000;

/**
 * What each side says of every Pix of a day: the bank's list and our receipts by the bank's time, the journal by its own. What one side alone names is
 * looked up at the others by its id, whatever their time, so that the edge of a day makes no difference.
 */
export async function gatherBooks(
  env: Environment,
  profile: Profile,
  profiles: readonly Profile[],
  day: Day,
): Promise<Gathered> {
  const read = readers(env);
  const peers = profiles.filter(({ livemode }) => livemode === profile.livemode);
  const { listed, unreadable } = await read.bankDay(profile.id, day);
  const receipts = byId(await read.receipts(profile.id, day));
  const bank = byId(listed);
  for (const pix of await inPieces(without(bank, receipts), (ids) => read.bankPix(profile.id, ids)))
    bank.set(pix.endToEndId, pix);
  for (const own of await inPieces(without(receipts, bank), (ids) => read.ownPix(profile.id, ids)))
    receipts.set(own.endToEndId, own);

  // The journal knows no bank: money of the other profiles' receipts is theirs, whenever it came.
  const credits = grouped(await read.creditsOfDay(profile.livemode, day));
  const strange = [...credits.keys()].filter((id) => !(bank.has(id) || receipts.has(id)));
  const elsewhere = byId(await inPieces(strange, (ids) => read.ownPix(profile.id, ids)));
  const unknown = strange.filter((id) => !elsewhere.has(id));
  for (const peer of peers)
    for (const pix of await inPieces(unknown, (ids) => read.bankPix(peer.id, ids))) bank.set(pix.endToEndId, pix);

  const late = [...receipts.values()].filter(
    ({ endToEndId, disposition }) => disposition === 'accepted' && !isPaid(credits.get(endToEndId)),
  );
  const acceptedOf = new Map(late.map(({ chargeId, endToEndId }) => [chargeId, endToEndId]));
  for (const credit of await inPieces([...acceptedOf.keys()], read.creditsOf)) {
    // One that names another Pix is shown where it should have been.
    const id = receipts.has(credit.endToEndId)
      ? credit.endToEndId
      : (acceptedOf.get(credit.chargeId) ?? credit.endToEndId);
    credits.set(id, [...(credits.get(id) ?? []), credit]);
  }
  const ids = [...new Set([...bank.keys(), ...receipts.keys(), ...unknown])].sort();
  const devolutions = grouped(await inPieces(ids, read.devolutions));
  return {
    unreadable,
    books: ids.map((endToEndId) => ({
      endToEndId,
      bank: bank.get(endToEndId) ?? null,
      receipt: receipts.get(endToEndId) ?? null,
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
          client.readBankDay(call, { bankProfileId, ...window }),
        );
        unreadable += answer.unreadable;
        return answer.truncated ? undefined : answer.pix;
      });
      return { listed, unreadable };
    },
    receipts: (bankProfileId: string, day: Day): Promise<OwnReceipt[]> =>
      windows(day, async (window) => {
        const answer = await withClient(charge, ({ client, call }) =>
          client.listReceipts(call, { bankProfileId, ...window }),
        );
        return answer.truncated ? undefined : answer.receipts;
      }),
    bankPix: async (bankProfileId: string, endToEndIds: readonly string[]): Promise<ListedPix[]> =>
      (
        await withClient(charge, ({ client, call }) =>
          client.readBankDay(call, { bankProfileId, endToEndIds: [...endToEndIds] }),
        )
      ).pix,
    ownPix: async (bankProfileId: string, endToEndIds: readonly string[]): Promise<OwnReceipt[]> =>
      (
        await withClient(charge, ({ client, call }) =>
          client.listReceipts(call, { bankProfileId, endToEndIds: [...endToEndIds] }),
        )
      ).receipts,
    devolutions: async (endToEndIds: readonly string[]): Promise<OwnDevolution[]> =>
      (await withClient(refund, ({ client, call }) => client.listDevolutions(call, { endToEndIds: [...endToEndIds] })))
        .devolutions,
    creditsOf: async (chargeIds: readonly string[]): Promise<Credit[]> =>
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

async function inPieces<T>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const all: T[] = [];
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE)
    all.push(...(await read(ids.slice(start, start + IDS_AT_ONCE))));
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
