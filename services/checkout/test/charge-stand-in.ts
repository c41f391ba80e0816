import { type MessageInit, SERVICES } from '@gx/contracts';
import type { Checkout } from '@gx/contracts/charge';
import { newId, notFound, Refusal } from '@gx/core';
import type { Handlers } from '@gx/runtime';
import { type GrpcService, grpcService } from '@gx/runtime/grpc';
import { serveRpcs, testHost } from '@gx/testkit';

/** A valid code; banks show its receiver as EMPRESA. */
export const BR_CODE =
  '00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB';
export const MERCHANT = 'Padaria São João';

type Status = NonNullable<NonNullable<MessageInit<Checkout>['standing']>['status']>;
export type Change = Omit<MessageInit<Checkout>, 'standing' | 'order'> & {
  readonly order?: Checkout['order'] | null;
  readonly status?: Status;
  readonly confirming?: boolean;
  readonly expiresAtMs?: number | undefined;
  /** Of a charge of several methods. */
  readonly methods?: readonly string[];
  readonly returnReason?: string;
};
export type ChargeStandIn = Awaited<ReturnType<typeof chargeStandIn>>;

/** The charge service as the page sees it, over real gRPC: its charges are what a test says they are. */
export async function chargeStandIn() {
  const charges = new Map<string, MessageInit<Checkout>>();
  const queries = { checkouts: 0, standings: [] as (readonly string[])[], testPayments: [] as string[] };
  const state = { down: false, held: undefined as Promise<void> | undefined };
  const host = testHost('charge');

  const handlers: Partial<Handlers<typeof SERVICES.charge>> = {
    GetCheckout(_ctx, { id }) {
      if (state.down) throw new Refusal('service_unavailable', 'down');
      queries.checkouts += 1;
      const found = charges.get(id);
      if (found === undefined) throw notFound('charge');
      return found;
    },
    async GetCheckoutStatuses(_ctx, { ids }) {
      if (state.down) throw new Refusal('service_unavailable', 'down');
      queries.standings.push(ids);
      await state.held;
      return { standings: ids.flatMap((id) => charges.get(id)?.standing ?? []) };
    },
    SimulateCheckoutPayment(_ctx, { id }) {
      queries.testPayments.push(id);
      if (charges.get(id)?.simulated !== true) throw notFound('charge');
      change(id, { status: 'PAID' });
      return { accepted: true };
    },
  };
  const service: GrpcService = grpcService(SERVICES.charge, handlers as Handlers<typeof SERVICES.charge>);
  const { port } = await serveRpcs(host, service);

  /** As charge does it: the code is there only while it can be paid. */
  const put = (
    id: string,
    { status = 'WAITING_PAYMENT', confirming = false, expiresAtMs, methods, returnReason, ...rest }: Change,
  ): void => {
    const isOpen = !confirming && expiresAtMs !== undefined && Date.now() < expiresAtMs;
    const payable = isOpen && status === 'WAITING_PAYMENT';
    const atIssuer = isOpen && status === 'PROCESSING' && rest.paymentMethod === 'CREDIT_CARD';
    const { brCode = BR_CODE, order = null, otherOrders = [], failedMethods = [], ...fields } = rest;
    const isPix = (fields.paymentMethod ?? 'PIX') === 'PIX';
    charges.set(id, {
      amount: 199_000,
      currency: 'BRL',
      paymentMethod: 'PIX',
      livemode: true,
      merchantName: MERCHANT,
      ...fields,
      ...(payable && isPix ? { brCode } : {}),
      ...((payable || atIssuer) && order !== null ? { order } : {}),
      ...(payable ? { otherOrders, failedMethods } : { simulated: false }),
      standing: {
        id,
        status,
        confirming,
        ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
        ...(methods === undefined ? {} : { paymentMethods: [...methods] }),
        ...(returnReason === undefined ? {} : { returnReason }),
      },
    });
  };
  const changes = new Map<string, Change>();
  const change = (id: string, next: Change): void => {
    const whole = { ...changes.get(id), ...next };
    changes.set(id, whole);
    put(id, whole);
  };
  return {
    address: `127.0.0.1:${port}`,
    queries,
    state,
    stop: host.stop,
    /** A charge that can be paid for ten minutes, unless the change says otherwise; answers its raw id. */
    add(charge: Change = {}): string {
      const id = newId('charge');
      change(id, { expiresAtMs: Date.now() + 600_000, ...charge });
      return id;
    },
    change,
  };
}
