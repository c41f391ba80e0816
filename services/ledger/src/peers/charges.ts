import { chargeEventCodec, SERVICES } from '@gx/contracts';
import type { ChargeEvent } from '@gx/contracts/charge';
import type { Grpc } from '@gx/runtime/grpc';
import type { Confirmation } from '@gx/runtime/kafka';

/** What is queried of charge: whether its records say what its events say of money. */
export function chargesPeer(grpc: Grpc, address: string, deadlineMs: number) {
  const client = grpc.client(SERVICES.charge, address, { idempotent: ['ConfirmMoney'], deadlineMs });
  return {
    async confirmMoney(events: readonly ChargeEvent[]): Promise<readonly Confirmation[]> {
      const request = { events: events.map((event) => chargeEventCodec.encode(event)) };
      return (await client.confirmMoney({ requestId: 'confirm money' }, request)).confirmations;
    },
  };
}
