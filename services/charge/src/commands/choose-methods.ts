import { type Cents, Refusal, type Tenant } from '@gx/core';
import type { Bank, BankDirectory, OrderAdapter } from '../banks/bank-directory.ts';
import type { PaymentMethod, PlannedOption } from '../domain/charge.ts';
import { type ChargeRequest, lifetimeSeconds } from '../domain/charge-request.ts';
import { debtorOf } from '../domain/debtor.ts';
import { type OrderMethod, orderLifetimeSeconds, phoneIn } from '../domain/order.ts';

/** By which method a charge may be paid, and the exact request of its creation there. */
export type ChosenOption = Omit<PlannedOption, 'txid'>;
/**
 * Who serves a charge, by which methods: the one that it waits for first, and the others, if the payer may
 * choose.
 */
export type MethodChoice = {
  readonly bank: Bank;
  readonly first: ChosenOption;
  readonly others: readonly ChosenOption[];
};
type MethodRequest = {
  readonly request: ChargeRequest;
  readonly amount: Cents;
  readonly defaultExpiresInSeconds: number;
};

/** Where charges of an environment can go. Pix alone asks for nothing but its own bank. */
export type Adapters = { readonly pix: Bank | undefined; readonly orders: Bank | undefined };

export async function adaptersFor(
  banks: BankDirectory,
  { livemode }: Tenant,
  methods: readonly PaymentMethod[],
): Promise<Adapters> {
  const pix = methods.includes('PIX') ? await banks.forPix(livemode) : undefined;
  return { pix, orders: pix === undefined ? await banks.forOrders(livemode) : undefined };
}

/**
 * Those of the asked methods that have a provider, at one bank and in this currency (decisions A31, ADR 59):
 * Pix first, if it is asked for and there is a bank, then those that the acquirer of the same bank takes, in
 * the order in which they were asked for. All of them live as long as the longest.
 */
export function chooseMethods({ pix, orders }: Adapters, { request, ...rest }: MethodRequest): MethodChoice | Refusal {
  const bank = pix ?? orders;
  if (bank === undefined) return noProvider(request);
  const adapter = bank.orders;
  const methods = adapter === null ? [] : takenBy(adapter, request);
  const lifetime = lifetimeSeconds(request, rest.defaultExpiresInSeconds);
  const planned = {
    ...rest,
    request,
    seconds: Math.max(lifetime, ...methods.map((one) => orderLifetimeSeconds(one, lifetime))),
  };
  const paymentOptions: readonly ChosenOption[] = [
    ...(pix === undefined ? [] : [{ method: 'PIX', body: cobBody(pix, planned) } as const]),
    ...(adapter === null ? [] : methods.map((method) => ({ method, body: orderBody(adapter, method, planned) }))),
  ];
  const [first, ...others] = paymentOptions;
  return first === undefined ? noProvider(request) : { bank, first, others };
}

function takenBy({ provider }: OrderAdapter, { currency, paymentMethods }: ChargeRequest): readonly OrderMethod[] {
  const { methods } = provider.capabilities();
  return paymentMethods.filter(
    (one): one is OrderMethod => one !== 'PIX' && methods[one]?.currencies.includes(currency) === true,
  );
}

type CobRequest = Pick<MethodRequest, 'request' | 'amount'> & { readonly seconds: number };

const cobBody = ({ provider }: Bank, { request, amount, seconds }: CobRequest): string =>
  provider.chargeRequest({
    amount,
    expiresInSeconds: seconds,
    ...(request.description === undefined ? {} : { description: request.description }),
    ...debtorOf(request.customer),
  });

function orderBody({ provider }: OrderAdapter, method: OrderMethod, { request, amount, seconds }: CobRequest): string {
  const { currency, description, metadataJson, returnUrl } = request;
  const phone = phoneIn(metadataJson);
  return provider.orderRequest({
    method,
    amount,
    currency,
    expiresInSeconds: seconds,
    ...(description === undefined ? {} : { description }),
    ...(phone === undefined ? {} : { phone }),
    ...(returnUrl === undefined ? {} : { returnUrl }),
  });
}

function noProvider({ surface, tenant, paymentMethods, currency }: ChargeRequest): Refusal {
  const wanted = `${paymentMethods.join(', ')} in ${currency}`;
  const message = tenant.livemode
    ? `No bank or acquirer takes ${wanted} in the live environment yet. Use a test key, gx_test_…, until the operator of this service has set up a bank profile.`
    : `No provider of the test environment takes ${wanted}. Choose another method or currency.`;
  const param = surface === 'PAYMENTS' ? { param: 'paymentMethods' } : {};
  return new Refusal('unprocessable_entity', message, { reason: 'no_provider_for_method', ...param });
}
