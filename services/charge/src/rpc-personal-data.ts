import type {
  EncryptPersonalDataRequest,
  ErasePersonalDataRequest,
  ExportPersonalDataRequest,
  OpenPersonalDataRequest,
} from '@gx/contracts/charge';
import { parseId, Refusal } from '@gx/core';
import { answerOpenPersonalData } from '@gx/runtime/mongo';
import { type EncryptPersonalDataDeps, encryptPersonalData } from './commands/encrypt-personal-data.ts';
import {
  type CustomerOfCharge,
  erasePersonalData,
  erasePersonalDataOfCharge,
  type NamedCustomer,
  type PersonalDataDeps,
} from './commands/erase-personal-data.ts';
import { exportPersonalData, exportPersonalDataOfCharge } from './queries/export-personal-data.ts';
import { chargeIdOf, tenantOf } from './rpc-fields.ts';

export type PersonalDataRpcDeps = PersonalDataDeps & EncryptPersonalDataDeps;

/** What charges hold of persons: opened for webhooks, exported and erased for operators. */
export const personalDataHandlers = (deps: PersonalDataRpcDeps) => ({
  OpenPersonalData: (_ctx: unknown, { items }: OpenPersonalDataRequest) =>
    answerOpenPersonalData(deps.keys, items, tenantOf),
  ExportPersonalData: (_ctx: unknown, { startingAfter, ...request }: ExportPersonalDataRequest) => {
    const customer = customerOf(request);
    return 'chargeId' in customer
      ? exportPersonalDataOfCharge(deps, customer)
      : exportPersonalData(deps, customer, parseId('charge', startingAfter ?? ''));
  },
  EncryptPersonalData: (_ctx: unknown, { after }: EncryptPersonalDataRequest) => encryptPersonalData(deps, after),
  ErasePersonalData: (_ctx: unknown, request: ErasePersonalDataRequest) => {
    const customer = customerOf(request);
    return 'chargeId' in customer ? erasePersonalDataOfCharge(deps, customer) : erasePersonalData(deps, customer);
  },
});

function customerOf(request: ErasePersonalDataRequest): NamedCustomer | CustomerOfCharge {
  const { document, accountId: given, chargeId } = request;
  const accountId = given === undefined ? undefined : parseId('account', given);
  if (given !== undefined && accountId === undefined)
    throw new Refusal('invalid_request', 'No such account.', { param: 'account_id' });
  if (chargeId === undefined) return { document, accountId };
  if (document !== '')
    throw new Refusal('invalid_request', 'Name a document or a charge, not both.', { param: 'charge_id' });
  return { chargeId: chargeIdOf(chargeId), accountId };
}
