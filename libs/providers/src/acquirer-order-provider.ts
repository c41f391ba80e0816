import { isoMillis } from '@gx/core';
import { z } from 'zod';
import { type BankAsk, bankCaller, type CallerOptions, type ReportUnknownStatus } from './bank-caller.ts';
import type { BankOperation } from './bank-connection.ts';
import { verifyCallback } from './callback.ts';
import { registerUrl } from './callback-address.ts';
import { type BankReply, found, replied } from './classify.ts';
import { misread, unreadable } from './fields.ts';
import { buildOrderBody, buildRefundBody } from './order-body.ts';
import { parseOrderCallback } from './order-callback.ts';
import type { OrderCapabilities, OrderElement, OrderProvider } from './order-provider.ts';
import type { Failure } from './outcome.ts';
import type { AcquirerProfile } from './profile.ts';
import { ListUnread, notSupported } from './provider.ts';
import { readOrder, readOrderElement, readOrderRefund } from './read-order.ts';
import { receiptAt } from './receipts.ts';

export type AcquirerOptions = CallerOptions & {
  /** Orders per page of a list, at most 1000. */
  readonly pageSize?: number;
};

const PAGE_SIZE = 100;
const PAGES_MAX = 10_000;

/** What the simulated acquirer takes (its README): a real one's table is part of its contract. */
const CAPABILITIES: OrderCapabilities = {
  methods: {
    CREDIT_CARD: { currencies: ['BRL', 'EUR', 'USD'], refund: true, receipt: true },
    MBWAY: { currencies: ['EUR'], refund: false, receipt: true },
    MULTIBANCO: { currencies: ['EUR'], refund: false, receipt: true },
    BOLETO: { currencies: ['BRL'], refund: false, receipt: true },
    CRYPTO: { currencies: ['BRL', 'EUR', 'USD', 'USDT'], refund: false, receipt: false },
  },
};
const orderPath = (reference: string): string => `/orders/${encodeURIComponent(reference)}`;
const refundPath = (reference: string, id: string): string =>
  `${orderPath(reference)}/refunds/${encodeURIComponent(id)}`;

/** The simulator's acquirer, as its profile describes it (ADR 46). */
export function acquirerOrderProvider(profile: AcquirerProfile, options: AcquirerOptions): OrderProvider {
  const { pageSize = PAGE_SIZE } = options;
  const bank = bankCaller(profile, options);
  const { reportUnknown } = bank;

  return {
    id: profile.id,
    capabilities: () => CAPABILITIES,
    ...orders(bank.call, reportUnknown),
    ...refunds(bank.call, reportUnknown),
    async getReceipt({ reference, method }, call) {
      if (CAPABILITIES.methods[method]?.receipt !== true) return notSupported('no receipts by this method');
      return receiptAt(bank.call, `${orderPath(reference)}/receipt`, call);
    },
    verifyCallback: ({ token }) => verifyCallback(profile.callbackToken, token),
    parseCallback: parseOrderCallback,
    listChanges: (window, call) => changes((operation) => bank.call(operation, call), window, pageSize),
    registerCallbackUrl: (url, call) =>
      registerUrl(bank.call, { asks: ADDRESS, writes: 'putCallbackAddress', field: 'url' }, url, call),

    health: (call) => bank.health(ADDRESS, call),
    isSilent: bank.isSilent,
    close: bank.close,
  };
}

type Orders = Pick<OrderProvider, 'orderRequest' | 'createOrder' | 'getOrder' | 'cancelOrder'>;

function orders(ask: BankAsk, reportUnknown: ReportUnknownStatus): Orders {
  const orderRead = (reference: string) => (json: unknown) => reportUnknown('order', readOrder(json, reference));
  return {
    orderRequest: buildOrderBody,

    async createOrder({ reference, body }, call) {
      const operation: BankOperation = { name: 'createOrder', method: 'PUT', path: orderPath(reference), body };
      return replied(await ask(operation, call), orderRead(reference));
    },

    async getOrder(reference, call) {
      const operation: BankOperation = { name: 'getOrder', method: 'GET', path: orderPath(reference) };
      return found(await ask(operation, call), orderRead(reference));
    },

    async cancelOrder(reference, call) {
      const path = `${orderPath(reference)}/cancellation`;
      const cancelled = await ask({ name: 'cancelOrder', method: 'PUT', path }, call);
      const outcome = replied(cancelled, orderRead(reference));
      if (outcome.kind !== 'done' || outcome.value.status === 'cancelled') return outcome;
      return { kind: 'pending', value: outcome.value };
    },
  };
}

type Refunds = Pick<OrderProvider, 'orderRefundRequest' | 'refundOrder' | 'getOrderRefund'>;

function refunds(ask: BankAsk, reportUnknown: ReportUnknownStatus): Refunds {
  const refundRead = (id: string) => (json: unknown) => reportUnknown('refund', readOrderRefund(json, id));
  return {
    orderRefundRequest: buildRefundBody,

    async refundOrder({ reference, method, id, body }, call) {
      if (CAPABILITIES.methods[method]?.refund !== true) return notSupported('no refund by this method');
      const operation: BankOperation = { name: 'refundOrder', method: 'PUT', path: refundPath(reference, id), body };
      return replied(await ask(operation, call), refundRead(id));
    },

    async getOrderRefund(reference, id, call) {
      const operation: BankOperation = { name: 'getOrderRefund', method: 'GET', path: refundPath(reference, id) };
      return found(await ask(operation, call), refundRead(id));
    },
  };
}

const ADDRESS: BankOperation = { name: 'getCallbackAddress', method: 'GET', path: '/callback-address' };

const PAGE = z.object({ orders: z.array(z.unknown()), next: z.string().min(1).nullable() });

/**
 * Reads page after page, each from where the one before ended. One that does not get further ends in an
 * error.
 */
async function* changes(
  ask: (operation: BankOperation) => Promise<BankReply | Failure>,
  { from, to }: { readonly from: Date; readonly to: Date },
  pageSize: number,
): AsyncGenerator<readonly OrderElement[], void, undefined> {
  let after: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = new URLSearchParams({
      inicio: isoMillis(from),
      fim: isoMillis(to),
      'paginacao.itensPorPagina': String(pageSize),
      ...(after === null ? {} : { depois: after }),
    });
    const outcome = await ask({ name: 'listOrders', method: 'GET', path: `/orders?${query}` });
    if (outcome.kind !== 'done') throw new ListUnread(outcome);
    const { success, data, error } = PAGE.safeParse(outcome.json);
    if (!success) throw new ListUnread(misread(error));
    if (data.next !== null && data.next === after) throw new ListUnread(unreadable('the same page again'));
    yield data.orders.map(readOrderElement);
    if (data.next === null) return;
    after = data.next;
  }
  throw new ListUnread(unreadable('more pages than any window has'));
}
