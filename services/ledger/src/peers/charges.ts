import { chargeEventCodec, SERVICES } from '@gx/contracts';
import type { ChargeEvent } from '@gx/contracts/charge';
import type { Host } from '@gx/runtime';
import { grpcClient } from '@gx/runtime/grpc';
import type { Confirmation } from '@gx/runtime/kafka';

/** What is queried of charge: whether its records say what its events say of money. */
export function chargesPeer({ life, faultHook }: Host, address: string, deadlineMs: number) {
  const client = grpcClient(SERVICES.charge, address, { idempotent: ['ConfirmMoney'], deadlineMs, faultHook });
  life.onStop('charge client', () => client.close());
  return {
    async confirmMoney(events: readonly ChargeEvent[]): Promise<readonly Confirmation[]> {
      const request = { events: events.map((event) => chargeEventCodec.encode(event)) };
      return (await client.confirmMoney({ requestId: 'confirm money' }, request)).confirmations;
    },
  };
}
