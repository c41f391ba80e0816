import { type EndToEndId, newId } from '@gx/core';
import type { Logger } from '@gx/runtime';
import type { BankDirectory } from '../banks/bank-directory.ts';
import { askGone, warnOfHalfGone } from '../commands/gone-at-bank.ts';
import type { Charge } from '../domain/charge.ts';
import { isUnordered, type OldReturn, orderOldReturns } from '../domain/return-money.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { OldReturnStore } from '../store/old-returns.ts';
import type { OldStray, StrayStore } from '../store/strays.ts';

type Deps = {
  readonly oldReturns: OldReturnStore;
  readonly charges: ChargeStore;
  readonly strays: StrayStore;
  readonly banks: BankDirectory;
  readonly log: Logger;
  readonly now: () => Date;
};

const PAGE = 50;

/**
 * Orders the return of what an earlier version only stored: at each start, and now and then in case a replica of that version still ran.
 * People may have given some of it back by hand: what the bank shows as given back is noted and not ordered.
 */
export const orderReturnsOfOld = (deps: Deps) => async (): Promise<void> => {
  let ordered = 0;
  let page = await deps.oldReturns.charges(null, PAGE);
  for (; page.length > 0; page = await deps.oldReturns.charges(page.at(-1)?.id ?? null, PAGE))
    for (const charge of page) ordered += await orderOfCharge(deps, charge);
  let strays = await deps.strays.unordered(null, PAGE);
  for (; strays.length > 0; strays = await deps.strays.unordered(strays.at(-1)?._id ?? null, PAGE))
    for (const stray of strays) ordered += await orderOfStray(deps, stray);
  if (ordered > 0) deps.log.info({ ordered }, 'money that an earlier version kept goes back');
};

async function orderOfCharge(deps: Deps, charge: Charge): Promise<number> {
  const returns = new Map<EndToEndId, OldReturn>();
  for (const { endToEndId } of charge.receipts.filter(isUnordered)) {
    const isBack = await isBackAtPayer(deps, charge.bank.profileId, endToEndId);
    if (isBack !== undefined) returns.set(endToEndId, { returnId: newId('refund'), isBack });
  }
  await deps.charges.update(charge.tenant, charge, (current) => orderOldReturns(current, returns, deps.now()));
  return returns.size;
}

async function orderOfStray(deps: Deps, stray: OldStray): Promise<number> {
  const { bankProfileId, endToEndId } = stray;
  const isBack = await isBackAtPayer(deps, bankProfileId, endToEndId);
  const bank = await deps.banks.ifUsable(bankProfileId);
  if (isBack === undefined || bank === undefined) return 0;
  const now = deps.now();
  const { livemode } = bank;
  await deps.strays.order(stray, { livemode, returnId: newId('refund'), returnedAt: isBack ? now : null, now });
  return 1;
}

/** Undefined while nobody can say: it is asked again at the next run. */
async function isBackAtPayer(deps: Deps, profileId: string, endToEndId: EndToEndId): Promise<boolean | undefined> {
  const gone = await askGone(await deps.banks.ifUsable(profileId), endToEndId);
  if (gone === 'some') warnOfHalfGone(deps, { bank_profile: profileId });
  if (gone === undefined)
    deps.log.warn({ bank_profile: profileId }, 'money to be given back could not be looked at, will be tried again');
  return gone === undefined || gone === 'some' ? undefined : gone === 'all';
}
