import type { ClientSession } from 'mongoose';
import type { EntryDraft } from '../domain/entry.ts';
import type { Standing } from '../domain/fold.ts';
import type { HoldAct } from '../domain/hold.ts';
import type { WalletKey } from '../domain/wallet.ts';
import { readWallets } from './append.ts';
import { toEntry, toHold } from './documents.ts';
import type { EntryDocument, HoldDocument, LedgerModels } from './models.ts';

/** A draft, and the trace of what asks for it. */
export type Wanted = { readonly draft: EntryDraft; readonly traceparent: string | undefined };

/** One write to a wallet. */
export type Write = ({ readonly kind: 'post' } & Wanted) | { readonly kind: 'hold'; readonly act: HoldAct };

/** What is wanted of one wallet. */
export type Lot = { readonly key: WalletKey; readonly writes: readonly Write[] };

/**
 * The wallets, and whatever stands under the references that are asked for, in whatever wallet: a reference is unique in
 * the whole ledger.
 */
export async function readStanding(
  models: LedgerModels,
  session: ClientSession,
  lots: readonly Lot[],
): Promise<readonly Standing[]> {
  const writes = lots.flatMap((lot) => lot.writes);
  const posts = writes.flatMap((write) => (write.kind === 'post' ? [write.draft.reference] : []));
  const acts = writes.flatMap((write) => (write.kind === 'hold' ? [write.act.reference] : []));
  const posted =
    posts.length === 0 ? [] : await models.entries.find(among(posts)).session(session).lean<EntryDocument[]>();
  const held = acts.length === 0 ? [] : await models.holds.find(among(acts)).session(session).lean<HoldDocument[]>();
  const entries = new Map(posted.map(toEntry).map((entry) => [entry.reference, entry]));
  const holds = new Map(held.map(toHold).map((hold) => [hold.reference, hold]));
  const keys = lots.map(({ key }) => key);
  const wallets = await readWallets(models, session, keys);
  return wallets.map((wallet) => ({ wallet, entries, holds }));
}

export const among = (references: readonly string[]) => ({ _id: { $in: references } });
