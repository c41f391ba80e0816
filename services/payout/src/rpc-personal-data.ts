import type { ErasePersonalDataRequest, ExportPersonalDataRequest } from '@gx/contracts';
import type { OpenPersonalDataRequest } from '@gx/contracts/charge';
import { parseId, Refusal } from '@gx/core';
import { answerOpenPersonalData } from '@gx/runtime/mongo';
import { erasePersonalData, type NamedPayee, type PersonalDataDeps } from './commands/erase-personal-data.ts';
import { exportPersonalData } from './queries/export-personal-data.ts';
import { tenantOf } from './rpc-fields.ts';

/** What payouts hold of payees: opened for webhooks, exported and erased for operators. */
export const personalDataHandlers = (deps: PersonalDataDeps) => ({
  OpenPersonalData: (_ctx: unknown, { items }: OpenPersonalDataRequest) =>
    answerOpenPersonalData(deps.keys, items, tenantOf),
  ExportPersonalData: (_ctx: unknown, { person, startingAfter }: ExportPersonalDataRequest) =>
    exportPersonalData(deps, payeeOf(person), parseId('payout', startingAfter ?? '')),
  ErasePersonalData: (_ctx: unknown, { person }: ErasePersonalDataRequest) => erasePersonalData(deps, payeeOf(person)),
});

function payeeOf(person: ErasePersonalDataRequest['person']): NamedPayee {
  const { document = '', pixKey = '', accountId: given } = person ?? {};
  const accountId = given === undefined ? undefined : parseId('account', given);
  if (given !== undefined && accountId === undefined)
    throw new Refusal('invalid_request', 'No such account.', { param: 'account_id' });
  return { document, pixKey, accountId };
}
