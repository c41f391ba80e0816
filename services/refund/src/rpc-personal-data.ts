import type { ErasePersonalDataRequest, ExportPersonalDataRequest } from '@gx/contracts';
import type { EncryptPersonalDataRequest } from '@gx/contracts/charge';
import { parseId } from '@gx/core';
import { namedPayee } from '@gx/runtime/mongo';
import { type EncryptPersonalDataDeps, encryptPersonalData } from './commands/encrypt-personal-data.ts';
import { type ExportPersonalDataDeps, exportPersonalData } from './queries/export-personal-data.ts';

export type RefundPersonalDataDeps = ExportPersonalDataDeps & EncryptPersonalDataDeps;

/** What refunds hold of whom they went to: exported, erased and brought under keys for operators. */
export const personalDataHandlers = (deps: RefundPersonalDataDeps) => ({
  ExportPersonalData: (_ctx: unknown, { person, startingAfter }: ExportPersonalDataRequest) =>
    exportPersonalData(deps, namedPayee(person), parseId('refund', startingAfter ?? '')),
  ErasePersonalData: (_ctx: unknown, { person }: ErasePersonalDataRequest) => deps.payees.erase(namedPayee(person)),
  EncryptPersonalData: (_ctx: unknown, { after }: EncryptPersonalDataRequest) => encryptPersonalData(deps, after),
});
