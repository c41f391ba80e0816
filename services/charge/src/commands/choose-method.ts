import { type Cents, Refusal, type Tenant } from '@gx/core';
import type { Bank, BankDirectory, OrderDesk } from '../banks/bank-directory.ts';
import type { PaymentMethod } from '../domain/charge.ts';
import { type ChargeRequest, lifetimeSeconds } from '../domain/charge-request.ts';
import { debtorOf } from '../domain/debtor.ts';
import { type OrderMethod, orderLifetimeSeconds, phoneIn } from '../domain/order.ts';

/** Who serves a charge, by which method, and the exact request of its creation there. */
export type Chosen = { readonly bank: Bank; readonly method: PaymentMethod; readonly body: string };
type Asked = {
  readonly request: ChargeRequest;
  readonly amount: Cents;
  readonly defaultExpiresInSeconds: number;
};

/** Where charges of an environment can go. Pix alone asks for nothing but its own bank. */
export type Desks = { readonly pix: Bank | undefined; readonly orders: Bank | undefined };

export async function desksFor(
  banks: BankDirectory,
  { livemode }: Tenant,
  methods: readonly PaymentMethod[],
): Promise<Desks> {
  const pix = methods.includes('PIX') ? await banks.forPix(livemode) : undefined;
  return { pix, orders: pix === undefined ? await banks.forOrders(livemode) : undefined };
}

/** Pix if it is asked for and there is a bank; else the first of the asked methods that the acquirer takes in this currency (decisions A31, ADR 54). */
export function chooseMethod({ pix, orders }: Desks, asked: Asked): Chosen | Refusal {
  if (pix !== undefined) return { bank: pix, method: 'PIX', body: cobBody(pix, asked) };
  const desk = orders?.orders;
  if (orders === undefined || desk === null || desk === undefined) return noProvider(asked.request);
  const { currency, paymentMethods } = asked.request;
  const { methods } = desk.provider.capabilities();
  const method = paymentMethods.find(
    (one): one is OrderMethod => one !== 'PIX' && methods[one]?.currencies.includes(currency) === true,
  );
  if (method === undefined) return noProvider(asked.request);
  return { bank: orders, method, body: orderBody(desk, method, asked) };
}

const cobBody = ({ provider }: Bank, { request, amount, defaultExpiresInSeconds }: Asked): string =>
  provider.chargeRequest({
    amount,
    expiresInSeconds: lifetimeSeconds(request, defaultExpiresInSeconds),
    ...(request.description === undefined ? {} : { description: request.description }),
    ...debtorOf(request.customer),
  });

function orderBody({ provider }: OrderDesk, method: OrderMethod, { request, amount, ...asked }: Asked): string {
  const { currency, description, metadataJson, returnUrl } = request;
  const phone = phoneIn(metadataJson);
  return provider.orderRequest({
    method,
    amount,
    currency,
    expiresInSeconds: orderLifetimeSeconds(method, lifetimeSeconds(request, asked.defaultExpiresInSeconds)),
    ...(description === undefined ? {} : { description }),
    ...(phone === undefined ? {} : { phone }),
    ...(returnUrl === undefined ? {} : { returnUrl }),
  });
}

const noProvider = ({ surface, paymentMethods, currency }: ChargeRequest): Refusal =>
  new Refusal(
    'unprocessable_entity',
    `No provider is set up for ${paymentMethods.join(', ')} in ${currency} in this environment.`,
    { reason: 'no_provider_for_method', ...(surface === 'PAYMENTS' ? { param: 'paymentMethods' } : {}) },
  );
