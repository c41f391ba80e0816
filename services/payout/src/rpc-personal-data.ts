import type { ErasePersonalDataRequest, ExportPersonalDataRequest } from '@gx/contracts';
import type { OpenPersonalDataRequest } from '@gx/contracts/charge';
import { parseId } from '@gx/core';
import { answerOpenPersonalData, namedPayee } from '@gx/runtime/mongo';
import { type ExportPersonalDataDeps, exportPersonalData } from './queries/export-personal-data.ts';
import { tenantOf } from './rpc-fields.ts';
import type { CustomerKeys } from './store/customer-keys.ts';

export type PersonalDataDeps = ExportPersonalDataDeps & { readonly keys: CustomerKeys };

/** What payouts hold of payees: opened for webhooks, exported and erased for operators. */
export const personalDataHandlers = (deps: PersonalDataDeps) => ({
  OpenPersonalData: (_ctx: unknown, { items }: OpenPersonalDataRequest) =>
    answerOpenPersonalData(deps.keys, items, tenantOf),
  ExportPersonalData: (_ctx: unknown, { person, startingAfter }: ExportPersonalDataRequest) =>
    exportPersonalData(deps, namedPayee(person), parseId('payout', startingAfter ?? '')),
  ErasePersonalData: (_ctx: unknown, { person }: ErasePersonalDataRequest) => deps.payees.erase(namedPayee(person)),
});
