import { chargeEventCodec, encodedEvent } from '@gx/contracts';
import { eventIdOf, invariant } from '@gx/core';
import { type OutboxRecord, toOutbox, traceparent } from '@gx/runtime';
import type { Charge, ChargeEvent } from '../domain/charge.ts';
import { type Addresses, chargeView } from '../domain/charge-view.ts';

/** One event of a charge as it waits in the outbox: its id derives from charge and sequence, so twice is once. */
export function encodeEvent(charge: Charge, event: ChargeEvent, addresses: Addresses): OutboxRecord {
  const { type, sequence, occurredAt } = event;
  const eventId = eventIdOf(charge.id, sequence);
  const value = chargeEventCodec.encode({
    eventId,
    type,
    sequence,
    tenant: charge.tenant,
    chargeId: charge.id,
    occurredAtMs: occurredAt.getTime(),
    ...bodyOf(charge, event, addresses),
  });
  const facts = { eventId, type, sequence, tenant: charge.tenant, traceparent: traceOf(charge, event) };
  return toOutbox(encodedEvent(facts, value), occurredAt);
}

function bodyOf(charge: Charge, { type, previousStatus }: ChargeEvent, addresses: Addresses) {
  invariant(previousStatus !== 'REJECTED', 'a rejected charge has no events');
  switch (type) {
    case 'charge.created':
      return { created: { charge: chargeView(charge, addresses), previousStatus } };
    case 'charge.paid':
      return { paid: { charge: chargeView(charge, addresses), previousStatus } };
    case 'charge.receipt_accepted':
      return { receiptAccepted: receiptAccepted(charge) };
  }
}

function receiptAccepted({ settlement, amount, currency, fees, settlementDelaySeconds }: Charge) {
  invariant(settlement !== null, 'no receipt was accepted');
  return {
    endToEndId: settlement.endToEndId,
    amount,
    currency,
    providerFee: fees.provider,
    platformFee: fees.platform,
    settlementDelaySeconds,
    settledAtMs: settlement.paidAt.getTime(),
  };
}

/** One trace per cause: the creation belongs to the merchant's request, whoever finished it; money to the bank's notice. */
function traceOf(charge: Charge, { type }: ChargeEvent): string | undefined {
  switch (type) {
    case 'charge.created':
      return charge.traceparent ?? traceparent();
    case 'charge.receipt_accepted':
      return charge.settlement?.traceparent ?? traceparent();
    case 'charge.paid':
      return traceparent() ?? charge.settlement?.traceparent ?? undefined;
  }
}
