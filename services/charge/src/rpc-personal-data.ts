import type {
  ErasePersonalDataRequest,
  ExportPersonalDataRequest,
  OpenPersonalDataRequest,
} from '@gx/contracts/charge';
import { parseId, Refusal } from '@gx/core';
import { openValues } from '@gx/runtime/mongo';
import { erasePersonalData, type NamedCustomer, type PersonalDataDeps } from './commands/erase-personal-data.ts';
import { exportPersonalData } from './queries/export-personal-data.ts';
import { tenantOf } from './rpc-fields.ts';

const ITEMS_MAX = 500;

/** What charges hold of persons: opened for webhooks, exported and erased for operators. */
export const personalDataHandlers = (deps: PersonalDataDeps) => ({
  OpenPersonalData: async (_ctx: unknown, { items }: OpenPersonalDataRequest) => {
    if (items.length > ITEMS_MAX)
      throw new Refusal('invalid_request', `At most ${ITEMS_MAX} items.`, { param: 'items' });
    const opened = await openValues(
      deps.keys,
      items.map(({ tenant, personalData }) => ({
        tenant: tenantOf(tenant),
        keyId: personalData?.keyId ?? '',
        ciphertext: personalData?.ciphertext ?? '',
      })),
    );
    return { items: opened.map((values) => ({ erased: values === null, values: { ...values } })) };
  },
  ExportPersonalData: (_ctx: unknown, { startingAfter, ...request }: ExportPersonalDataRequest) =>
    exportPersonalData(deps, customerOf(request), parseId('charge', startingAfter ?? '')),
  ErasePersonalData: (_ctx: unknown, request: ErasePersonalDataRequest) => erasePersonalData(deps, customerOf(request)),
});

function customerOf({ document, accountId: given }: ErasePersonalDataRequest): NamedCustomer {
  const accountId = given === undefined ? undefined : parseId('account', given);
  if (given !== undefined && accountId === undefined)
    throw new Refusal('invalid_request', 'No such account.', { param: 'account_id' });
  return { document, accountId };
}
