import { addMillis } from '@gx/core';
import { type InfractionElement, ListUnread, type ProviderInfraction } from '@gx/providers';
import type { Bank } from '../banks/bank-directory.ts';
import { infractionPages, REPORTS_OF_DAYS } from '../commands/list-infractions.ts';
import { peersOf } from '../commands/payment-owner.ts';
import { type RecordCaseDeps, recordInfraction } from '../commands/record-case.ts';
import type { Dispute } from '../domain/dispute.ts';
import type { DisputeStore } from '../store/disputes.ts';
import type { SweepStore } from '../store/sweeps.ts';
import type { Alone, SweepOfBank } from './sweep-list.ts';

export type InfractionSweepDeps = RecordCaseDeps & {
  readonly disputes: Pick<DisputeStore, 'known'>;
  readonly sweeps: SweepStore;
  readonly alone: Alone;
  readonly infractionsEveryMs: number;
  /** How often all that a payer may contest is looked at. */
  readonly bankReturnsEveryMs: number;
};

/** A bank decides within eleven days (docs/pix.md, MED): what is older changes seldom. */
const RECENT_DAYS = 30;

/**
 * Reads the infraction reports of each bank that tells of any, and has those recorded that are news: a
 * callback may be lost. Read to its end or read again.
 */
export const findInfractions =
  (deps: InfractionSweepDeps): SweepOfBank =>
  async (bank, goesOn) =>
    bank.provider.capabilities().infractions
      ? deps.alone(`infractions:${bank.id}`, (keep) => find(deps, bank, { goesOn, keep }))
      : undefined;

type Turn = { readonly goesOn: () => boolean; readonly keep: () => Promise<boolean> };

async function find(deps: InfractionSweepDeps, bank: Bank, { goesOn, keep }: Turn): Promise<void> {
  const { sweeps, log, infractionsEveryMs, bankReturnsEveryMs } = deps;
  const name = `infractions:${bank.id}`;
  const now = await sweeps.now();
  const last = await sweeps.of(name);
  if (last !== null && last.readUntil > addMillis(now, -infractionsEveryMs)) return;
  const isFar = last === null || last.lookedBackAt < addMillis(now, -bankReturnsEveryMs);
  const profileIds = await peersOf(deps, bank);
  try {
    for await (const page of infractionPages(bank, isFar ? REPORTS_OF_DAYS : RECENT_DAYS, now)) {
      await record(deps, bank, page, profileIds);
      if (!(await keep()) || !goesOn()) return;
    }
  } catch (err) {
    if (!(err instanceof ListUnread)) throw err;
    log.warn({ bank_profile: bank.id, err }, 'infraction reports not read, rescheduled');
    return;
  }
  await sweeps.done(name, now, isFar);
}

async function record(
  deps: InfractionSweepDeps,
  bank: Bank,
  page: readonly InfractionElement[],
  profileIds: readonly string[],
): Promise<void> {
  const unreadable = page.filter(({ kind }) => kind === 'unreadable').length;
  if (unreadable > 0)
    deps.log.error(
      { alarm: 'infraction_unreadable', bank_profile: bank.id, unreadable },
      'a bank reports cases that cannot be read',
    );
  const shown = page.flatMap((element) => (element.kind === 'infraction' ? [element.infraction] : []));
  if (shown.length === 0) return;
  const known = await deps.disputes.known(
    profileIds,
    shown.map(({ id }) => id),
  );
  for (const infraction of shown)
    if (isNews(known.get(infraction.id), infraction)) await recordInfraction(deps, bank, infraction);
}

/**
 * What the bank has not touched since it was recorded is no news; a bank that does not say when, may have.
 */
const isNews = (known: Dispute | undefined, { updatedAt }: ProviderInfraction): boolean =>
  updatedAt === null || known?.shownAt?.getTime() !== updatedAt.getTime();
