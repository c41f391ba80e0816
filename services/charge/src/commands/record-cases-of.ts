import { addMillis } from '@gx/core';
import { ListUnread } from '@gx/providers';
import type { Bank } from '../banks/bank-directory.ts';
import type { Charge } from '../domain/charge.ts';
import { infractionPages, REPORTS_OF_DAYS } from './list-infractions.ts';
import { type RecordCaseDeps, recordCase, shownCase } from './record-case.ts';

type Deps = Pick<RecordCaseDeps, 'charges' | 'log' | 'now'>;

const DAY_MS = 86_400_000;

/**
 * Records the cases that a bank reports of the credited payment of a charge: a devolution may be seen before
 * its case, whose hold has to pay it. Reports that cannot be read keep no money out of the books: what is
 * gone is then of no case.
 */
export async function recordCasesOf(deps: Deps, bank: Bank, charge: Charge): Promise<void> {
  const { settlement } = charge;
  if (settlement === null || !bank.provider.capabilities().infractions) return;
  const now = deps.now();
  // A bank's clock may be behind ours by some minutes, and no report is older than its Pix.
  const age = Math.ceil((now.getTime() - addMillis(settlement.paidAt, -DAY_MS).getTime()) / DAY_MS);
  try {
    for await (const page of infractionPages(bank, Math.min(Math.max(1, age), REPORTS_OF_DAYS), now))
      for (const element of page)
        if (element.kind === 'infraction' && element.infraction.endToEndId === settlement.endToEndId)
          await recordCase(deps, charge, shownCase(element.infraction));
  } catch (err) {
    if (!(err instanceof ListUnread)) throw err;
    deps.log.warn(
      { charge_id: charge.id, bank_profile: bank.id, err },
      'infraction reports not read, a devolution is recorded without its case',
    );
  }
}
