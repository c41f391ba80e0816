import { type Cents, cents, type Id } from '@gx/core';
import type { ClientSession } from 'mongoose';
import type { BankReturnAct } from '../domain/bank-return.ts';
import { type EntryDraft, type Reference, releaseReference } from '../domain/entry.ts';
import type { ActOnHold, WalletSnapshot } from '../domain/fold.ts';
import type { Hold } from '../domain/hold.ts';
import type { Tranche } from '../domain/tranche.ts';
import { type WalletKey, walletKeyOf } from '../domain/wallet.ts';
import { readWallets } from './append.ts';
import { toEntry, toHold, toTranche } from './documents.ts';
import type { EntryDocument, HoldDocument, LedgerModels, TrancheDocument } from './models.ts';

/** A draft, and the trace of what asks for it. */
export type PostRequest = { readonly draft: EntryDraft; readonly traceparent: string | undefined };

/** One write to a wallet. */
export type Write = ({ readonly kind: 'post' } & PostRequest) | { readonly kind: 'hold'; readonly act: ActOnHold };

/** What is to be written to one wallet, in order. */
export type WalletBatch = { readonly key: WalletKey; readonly writes: readonly Write[] };

/**
 * The wallets, and whatever stands under the references that are asked for, in whatever wallet: a reference
 * is unique in the whole ledger. Tranches and loans are read where an act may move them.
 */
export async function readStanding(
  models: LedgerModels,
  session: ClientSession,
  batches: readonly WalletBatch[],
): Promise<readonly WalletSnapshot[]> {
  const acts = batches.flatMap(({ writes }) => writes.flatMap((write) => (write.kind === 'hold' ? [write.act] : [])));
  const references = acts.map(({ reference }) => reference);
  const held =
    references.length === 0 ? [] : await models.holds.find(among(references)).session(session).lean<HoldDocument[]>();
  const holds = new Map(held.map(toHold).map((hold) => [hold.reference, hold]));
  const posts = batches.flatMap(({ writes }) =>
    writes.flatMap((write) => (write.kind === 'post' ? [write.draft.reference] : [])),
  );
  const requested = [...new Set([...posts, ...releasesIn(acts, holds)])];
  const posted =
    requested.length === 0 ? [] : await models.entries.find(among(requested)).session(session).lean<EntryDocument[]>();
  const entries = new Map(posted.map(toEntry).map((entry) => [entry.reference, entry]));
  const wallets = await readWallets(
    models,
    session,
    batches.map(({ key }) => key),
  );
  const lent = await readLent(models, session, acts);
  const standings: WalletSnapshot[] = [];
  for (const [nth, wallet] of wallets.entries()) {
    const tranches = await readTranches(models, session, { batch: batches[nth] as WalletBatch, holds });
    standings.push({ wallet, entries, holds, tranches, lent });
  }
  return standings;
}

export const among = <Name extends string>(names: readonly Name[]) => ({ _id: { $in: names } });

const isBankReturnAct = (act: ActOnHold): act is BankReturnAct => act.kind === 'bank_return';

/** Whether a tranche that a bank return took from was released since decides where its money goes back to. */
const releasesIn = (acts: readonly ActOnHold[], holds: ReadonlyMap<string, Hold>): readonly Reference[] =>
  acts
    .filter((act) => isBankReturnAct(act) && act.status === 'FAILED')
    .flatMap(({ reference }) =>
      (holds.get(reference)?.taken?.tranches ?? []).map(({ chargeId }) => releaseReference(chargeId)),
    );

type TrancheReads = { readonly batch: WalletBatch; readonly holds: ReadonlyMap<string, Hold> };

/**
 * Those that are released, those of the charges themselves, those that were taken from, and those released
 * last until they pay for all that is taken.
 */
async function readTranches(
  models: LedgerModels,
  session: ClientSession,
  { batch, holds }: TrancheReads,
): Promise<ReadonlyMap<Id<'charge'>, Tranche>> {
  const returns = batch.writes.flatMap((write) =>
    write.kind === 'hold' && isBankReturnAct(write.act) ? [write.act] : [],
  );
  const released = batch.writes.flatMap((write) =>
    write.kind === 'post' && isRelease(write.draft) ? [write.draft.chargeId] : [],
  );
  const debitedCharges = returns.flatMap(({ reference }) =>
    (holds.get(reference)?.taken?.tranches ?? []).map(({ chargeId }) => chargeId),
  );
  const named = [...new Set([...released, ...returns.map(({ chargeId }) => chargeId), ...debitedCharges])].filter(
    (id) => id !== null,
  );
  const tranches = new Map<Id<'charge'>, Tranche>();
  if (named.length === 0) return tranches;
  const own = walletKeyOf(batch.key);
  const found = await models.tranches
    .find({ ...among(named), ...own })
    .session(session)
    .lean<TrancheDocument[]>();
  for (const tranche of found.map(toTranche)) tranches.set(tranche.chargeId, tranche);
  let left = returns.reduce((sum, { amount }) => sum + amount, 0);
  if (left === 0) return tranches;
  const latest = models.tranches.find(own).sort({ releaseAt: -1, _id: -1 }).session(session).lean<TrancheDocument[]>();
  for await (const document of latest.cursor()) {
    const tranche = toTranche(document as TrancheDocument);
    tranches.set(tranche.chargeId, tranche);
    left -= tranche.amount;
    if (left <= 0) break;
  }
  return tranches;
}

export const isRelease = ({ reference }: EntryDraft): boolean => reference.startsWith('release:');

/** What is lent by the holds of each charge that asks for more. */
async function readLent(
  models: LedgerModels,
  session: ClientSession,
  acts: readonly ActOnHold[],
): Promise<ReadonlyMap<Id<'charge'>, Cents>> {
  const charges = acts.flatMap((act) =>
    'terms' in act && act.terms?.creditMax !== undefined && act.terms.chargeId !== null ? [act.terms.chargeId] : [],
  );
  const lent = new Map<Id<'charge'>, Cents>();
  if (charges.length === 0) return lent;
  const found = await models.holds
    .find({ 'terms.chargeId': { $in: charges }, lent: { $gt: cents(0) }, state: { $ne: 'VOIDED' } })
    .session(session)
    .lean<HoldDocument[]>();
  for (const { terms, lent: amount = 0 } of found.map(toHold)) {
    if (terms?.chargeId == null) continue;
    lent.set(terms.chargeId, cents((lent.get(terms.chargeId) ?? 0) + amount));
  }
  return lent;
}
