import { SERVICES, withPersonalValues } from '@gx/contracts';
import type { OpenPersonalDataRequest_Item, OpenPersonalDataResponse_Item } from '@gx/contracts/charge';
import {
  invariant,
  isUnavailable,
  PAYEE_FIELDS,
  PERSONAL_FIELDS,
  type PersonalValues,
  type Tenant,
  unavailable,
} from '@gx/core';
import { batched, type Client } from '@gx/runtime';
import type { Grpc } from '@gx/runtime/grpc';
import { type KeyHolder, partsOfStored } from '../domain/stored-body.ts';

/**
 * A body as it leaves, from what is stored of it. Refused with `service_unavailable` while who holds its key
 * does not answer; whatever else it throws is a body that its holder cannot open.
 */
export type OpenBody = (tenant: Tenant, stored: string) => Promise<string>;
type Opener = Pick<Client<typeof SERVICES.charge>, 'openPersonalData'>;
type Openers = Readonly<Record<KeyHolder, Opener>>;
type Opened = { readonly values: PersonalValues } | { readonly failure: unknown };

const CALL = { requestId: 'open personal data' } as const;
const AT_ONCE = 500;
const CALL_MS = 2_000;
/** Attempts wait for the call that is under way, and all that there may be at once are two more. */
export const OPENING_MS_MAX = 3 * CALL_MS;

/** What is queried of charge and payout: the personal values that their events hide. */
export function personsPeer(grpc: Grpc, addresses: Readonly<Record<KeyHolder, string>>) {
  const options = { idempotent: ['OpenPersonalData'], deadlineMs: CALL_MS } as const;
  const openers: Openers = {
    charge: grpc.client(SERVICES.charge, addresses.charge, options),
    payout: grpc.client(SERVICES.payout, addresses.payout, options),
  };
  return { bodyOpener: () => bodyOpener(openers) };
}

/**
 * Opens what one caller of many needs at once by one call. Nothing of it is kept: what is erased is so from
 * the next opening on.
 */
export function bodyOpener(openers: Openers): OpenBody {
  const openedBy = (holder: KeyHolder) =>
    batched({
      maxItems: AT_ONCE,
      run: (items: readonly OpenPersonalDataRequest_Item[]) => openAll(openers[holder], items),
    });
  const open = { charge: openedBy('charge'), payout: openedBy('payout') };
  return async ({ accountId, livemode }, stored) => {
    const { body, hidden } = partsOfStored(stored);
    if (hidden === undefined) return body;
    const { heldBy, keyId, ciphertext } = hidden;
    const item = { tenant: { accountId, livemode }, personalData: { keyId, ciphertext, fields: [] } };
    const opened = await open[heldBy](item);
    if ('values' in opened) return withPersonalValues(body, opened.values);
    if (!isUnavailable(opened.failure)) throw opened.failure;
    const refusal = unavailable('What an event says of a person cannot be shown now.');
    refusal.cause = opened.failure;
    throw refusal;
  };
}

/**
 * One that does not open holds up no other: where its holder answers and does not open them, each is opened
 * alone.
 */
async function openAll(opener: Opener, items: readonly OpenPersonalDataRequest_Item[]): Promise<Opened[]> {
  try {
    const answer = await opener.openPersonalData(CALL, { items });
    invariant(answer.items.length === items.length, `${answer.items.length} of ${items.length} were opened`);
    return answer.items.map((item) => ({ values: valuesOf(item) }));
  } catch (failure) {
    if (items.length === 1 || isUnavailable(failure)) return items.map(() => ({ failure }));
    return (await Promise.all(items.map((item) => openAll(opener, [item])))).flat();
  }
}

/** A name that we do not know is not passed over: a body without its value would not be what was sold. */
function valuesOf({ erased, values }: OpenPersonalDataResponse_Item): PersonalValues {
  if (erased) return {};
  const names: readonly string[] = Object.keys(values);
  const known: readonly string[] = [...PERSONAL_FIELDS, ...PAYEE_FIELDS];
  invariant(names.length > 0 && names.every((name) => known.includes(name)), 'what was opened is no personal data');
  return values;
}
