import { SERVICES } from '@gx/contracts';
import type { Grpc } from '@gx/runtime/grpc';
import { queryCharge } from '@gx/runtime/kafka';

/** What is queried of charge: whether its records say what its events say of money. */
export const chargesPeer = (grpc: Grpc, address: string, deadlineMs: number) => ({
  confirmMoney: queryCharge(grpc.client(SERVICES.charge, address, { idempotent: ['ConfirmMoney'], deadlineMs })),
});
