import { chargeEventCodec, type SERVICES } from '@gx/contracts';
import type { Client } from '../grpc/grpc-types.ts';
import type { QueryOwner } from './unconfirmed.ts';

type ChargeEvent = ReturnType<typeof chargeEventCodec.decode>;

/** Queries charge whether its records say what its events say of money, before anybody acts on them. */
export const queryCharge =
  (client: Pick<Client<typeof SERVICES.charge>, 'confirmMoney'>): QueryOwner<ChargeEvent> =>
  async (events) => {
    const request = { events: events.map((event) => chargeEventCodec.encode(event)) };
    return (await client.confirmMoney({ requestId: 'confirm money' }, request)).confirmations;
  };
