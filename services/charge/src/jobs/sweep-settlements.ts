import { type PixElement, SettlementsUnread } from '@gx/acquirer';
import { type EndToEndId, sha256Hex } from '@gx/core';
import type { Logger } from '@gx/runtime';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { NoticeStore } from '../store/notices.ts';
import type { StrayStore } from '../store/strays.ts';
import { type SweepMemory, type SweepPace, saidOfAll, sweepMemory, sweepWindow, unreadTurn } from './sweep-window.ts';
import { sweptNotice } from './swept-notice.ts';

type Deps = SweepPace & {
  readonly banks: BankDirectory;
  readonly charges: ChargeStore;
  readonly strays: StrayStore;
  readonly notices: NoticeStore;
  readonly log: Logger;
  /** Runs a sweep unless another replica is at it. */
  readonly alone: (name: string, sweep: () => Promise<void>) => Promise<unknown>;
};

/**
 * Reads what settled at each bank and hands what nobody has disposed of to the handler of notices, so a lost callback costs time and
 * never money.
 */
export function sweepSettlements(deps: Deps): () => Promise<unknown> {
  const memory = sweepMemory();
  return async () => {
    const said: unknown[] = [];
    for (const bank of await deps.banks.usable()) {
      const one = await deps.alone(`sweep:${bank.id}`, async () => {
        try {
          await sweep(deps, bank, memory);
        } catch (err) {
          if (!(err instanceof SettlementsUnread)) throw err;
          deps.log.warn(
            { ...unreadTurn(memory, bank.id), bank_profile: bank.id, err },
            'settlements could not be read, the watermark stays',
          );
        }
      });
      said.push(one);
    }
    return saidOfAll(said);
  };
}

async function sweep(deps: Deps, bank: Bank, memory: SweepMemory): Promise<void> {
  const found = await sweepWindow(deps, {
    id: bank.id,
    memory,
    pages: (window) => bank.provider.listSettlements(window),
    take: (page) => take(deps, bank, page),
  });
  if (found > 0) deps.log.info({ bank_profile: bank.id, found }, 'the sweep found settlements that nobody noticed');
}

/** Stores what has no disposition yet, or has it asked about again; how many those were. */
async function take(deps: Deps, bank: Bank, page: readonly PixElement[]): Promise<number> {
  const unreadable = page.filter(({ kind }) => kind === 'unreadable').length;
  if (unreadable > 0) {
    deps.log.error(
      { alarm: 'receipt_unreadable', bank_profile: bank.id, unreadable },
      'the bank lists money that cannot be read',
    );
  }
  const payments = page.flatMap((element) => (element.kind === 'payment' ? [element.payment] : []));
  const ids = payments.map(({ endToEndId }) => endToEndId);
  if (ids.length === 0) return 0;
  const peers = (await deps.banks.listed()).filter(({ livemode }) => livemode === bank.livemode);
  const profileIds = peers.map(({ id }) => id);
  const [charged, strayed] = await Promise.all([
    deps.charges.disposed(profileIds, ids),
    deps.strays.known(profileIds, ids),
  ]);
  const open = payments.filter(({ endToEndId }) => !charged.has(endToEndId) && !strayed.has(endToEndId));
  if (open.length === 0) return 0;
  const found = { bankProfileId: bank.id, receivedAt: await deps.sweeps.now() };
  await deps.notices.reopen(
    open.map(({ endToEndId, txid }) => sweptNotice({ ...found, elementKey: sweptKey(endToEndId), endToEndId, txid })),
  );
  // A notice of it too, not the find alone: nobody else may know who paid.
  await deps.notices.hasten(bank.id, { endToEndId: { $in: open.map(({ endToEndId }) => endToEndId) } });
  return open.length;
}

/** Found again, it is the same hint; never the key of an element of a notice. */
const sweptKey = (endToEndId: EndToEndId): string => `swept:${sha256Hex(endToEndId)}`;
