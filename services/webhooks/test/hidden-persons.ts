import { canonicalEvent } from '@gx/contracts';
import type { Charge, ChargeEvent } from '@gx/contracts/charge';
import type { Tenant } from '@gx/core';
import { placesOf } from '@gx/testkit';
import type { PersonalDataStandIn } from '@gx/testkit/stand-ins';
import { created, paid } from './charge-events.ts';
import type { Harness } from './harness.ts';

/** What a charge has of its customer: no value is a part of anything else that is stored. */
export const PERSON = {
  name: 'Zenobia Canaria',
  document: '39053344705',
  email: 'zenobia@gaiola.example',
  phone: '+5511987650123',
} as const;
const LOCK = '52998224725';
const PAYER_PHONE = '+351913400771';
const VALUES = [...Object.values(PERSON), LOCK, PAYER_PHONE];

const withPerson = (charge: Charge): Charge => ({
  ...charge,
  customer: PERSON,
  expectedPayerTaxId: LOCK,
  metadataJson: JSON.stringify({ order: 42, phone: PAYER_PHONE }),
});

/**
 * An event in the clear, as an earlier version publishes it; the same with its person hidden; and its bodies.
 */
export type PersonEvent = {
  readonly clear: ChargeEvent;
  readonly hidden: ChargeEvent;
  readonly body: string;
  /** With nulls for what was erased. */
  readonly erasedBody: string;
};

type Kind = 'created' | 'paid';
/** `charge.created` or `charge.paid` of a charge of this person, whose key has this name. */
export function eventOf(
  persons: PersonalDataStandIn,
  tenant: Tenant,
  kind: Kind,
  keyId = tenant.accountId,
): PersonEvent {
  const event = { created, paid }[kind](tenant);
  const change = event[kind];
  if (!change?.charge) throw new Error('an event without a charge');
  const charge = withPerson(change.charge);
  const of = (its: Charge): ChargeEvent => ({ ...event, [kind]: { ...change, charge: its } });
  const hidden = persons.hide(charge, keyId);
  const occurrence = { ...event, livemode: tenant.livemode };
  const bodyOf = (its: Charge): string => JSON.stringify(canonicalEvent(event.type, its, occurrence));
  return { clear: of(charge), hidden: of(hidden), body: bodyOf(charge), erasedBody: bodyOf(hidden) };
}

/** The fields of all collections that hold a value of the person in the clear, as `collection.field`. */
export const whereClear = ({ database }: Pick<Harness, 'database'>): Promise<readonly string[]> =>
  placesOf(database.connection, VALUES);
