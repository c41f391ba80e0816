import { chargeEventCodec } from '@gx/contracts';
import type { Charge as PublishedCharge } from '@gx/contracts/charge';
import type { mongo } from 'mongoose';
import { bytesOf } from './encode-event.ts';

type Shows = { readonly charge: PublishedCharge };

/** The bytes of an event as they would be if it showed another charge; what shows none stays as it is. */
export function withShownCharge(
  value: Buffer | mongo.Binary,
  change: (charge: PublishedCharge) => Partial<PublishedCharge>,
): Buffer {
  const event = chargeEventCodec.decode(bytesOf(value));
  const bodies = Object.entries({ ...event }).map(([name, body]: [string, unknown]) => [
    name,
    showsCharge(body) ? { ...body, charge: change(body.charge) } : body,
  ]);
  return chargeEventCodec.encode(Object.fromEntries(bodies));
}

const showsCharge = (body: unknown): body is Shows =>
  typeof body === 'object' && body !== null && 'charge' in body && body.charge !== null;
