import { type Id, notFound } from '@gx/core';
import type { Deps } from '../deps.ts';
import { changeSettings, type Mode, readSettings, type SettingTexts } from '../domain/account-settings.ts';
import { checkOperator } from '../domain/audit.ts';
import { operatorAct } from '../new-act.ts';

type SetAccountSettings = {
  readonly accountId: Id<'account'> | undefined;
  readonly modes: readonly Mode[];
  readonly texts: SettingTexts;
  /** Who decided, for the record. */
  readonly operator: string | undefined;
};

/** Changes what an account has of its own in these modes: all of it, or, where a value is wrong, nothing. */
export async function setAccountSettings(
  { accounts }: Pick<Deps, 'accounts'>,
  now: Date,
  { accountId, modes, texts, operator }: SetAccountSettings,
): Promise<void> {
  const read = readSettings(texts);
  const who = operator === undefined ? undefined : checkOperator(operator);
  const acts = Object.fromEntries(modes.map((mode) => [mode, operatorAct(now, who)]));
  if (accountId === undefined) throw notFound('account');
  await accounts.update(accountId, (account) => changeSettings(account, read, acts));
}
