import { listedPayment, payment } from '@gx/contracts';
import type { Clients } from '../clients.ts';
import { ok } from '../edge/answer.ts';
import type { Handler } from '../edge/route.ts';
import type { PaymentList, paymentList } from '../input/payment-list.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { qrPng } from '../qr-png.ts';
import { chargeIdOf } from './charges.ts';

const READ_DEADLINE_MS = 5_000;

/** `GET /v1/payments/{id}`: by `tx_`, `ch_` or raw id (decisions A1). */
export const getPayment =
  ({ charge: charges }: Clients): Handler<'key', undefined, undefined> =>
  async ({ requestId, tenant, params }) => {
    const id = chargeIdOf(params);
    return ok(payment(await charges.getCharge({ requestId, deadlineMs: READ_DEADLINE_MS }, { tenant, id }), qrPng));
  };

/** `GET /v1/payments`: a page of the list, and how many transactions it has in all. */
export const listPayments =
  ({ charge: charges }: Clients): Handler<'key', undefined, typeof paymentList> =>
  async ({ requestId, tenant, query }) => {
    const { page, limit } = query;
    const found = await charges.listPayments(
      { requestId, deadlineMs: READ_DEADLINE_MS },
      { tenant, ...listRequest(query) },
    );
    return ok({ data: found.charges.map(listedPayment), total: found.total, page, limit });
  };

const SORTS = {
  createdAt: 'CREATED_AT',
  amount: 'AMOUNT',
  status: 'STATUS',
  id: 'ID',
  currency: 'CURRENCY',
  customerName: 'CUSTOMER_NAME',
  customerDocument: 'CUSTOMER_DOCUMENT',
  customerEmail: 'CUSTOMER_EMAIL',
  paidWith: 'PAID_WITH',
  providerFee: 'PROVIDER_FEE',
  platformFee: 'PLATFORM_FEE',
  netAmount: 'NET_AMOUNT',
  paidAt: 'PAID_AT',
} as const satisfies Record<PaymentList['sortBy'], string>;

const listRequest = ({ page, limit, status, startDate, endDate, sortBy, sortOrder }: PaymentList) =>
  omitUndefined({
    page,
    limit,
    status,
    createdFromMs: startDate,
    createdToMs: endDate,
    sortBy: SORTS[sortBy],
    ascending: sortOrder === 'asc',
  });
