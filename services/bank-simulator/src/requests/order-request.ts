import { type Cents, canonicalJson, cents, sha256Hex } from '@gx/core';
import { z } from 'zod';
import { ORDER_CURRENCIES, ORDER_METHOD_NAMES, type SimulatedMethod, takesCurrency } from '../domain/order.ts';
import { Problem, type ProblemType } from '../domain/problem.ts';
import { AMOUNT } from './control-request.ts';

const DAY_SECONDS = 86_400;
/** A boleto has ten digits for its amount, a Multibanco reference eight. */
const AMOUNT_MAX: Partial<Record<SimulatedMethod, number>> = { BOLETO: 9_999_999_999, MULTIBANCO: 99_999_999 };

const schema = z.object({
  method: z.enum(ORDER_METHOD_NAMES as [SimulatedMethod, ...SimulatedMethod[]]),
  amount: AMOUNT.transform(cents),
  currency: z.enum(ORDER_CURRENCIES as [string, ...string[]]),
  expires_in: z
    .int()
    .min(1)
    .max(90 * DAY_SECONDS),
  phone: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/)
    .optional(),
  return_url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  description: z.string().max(140).optional(),
  payer: z.object({ name: z.string().max(200).optional(), tax_id: z.string().max(40).optional() }).optional(),
});

export type OrderRequest = Pick<z.infer<typeof schema>, 'method' | 'amount' | 'currency' | 'phone'> & {
  readonly reference: string;
  readonly expiresInSeconds: number;
  readonly returnUrl: string | undefined;
  readonly fingerprint: string;
};

/** Reads `PUT /acquirer/v1/orders/{reference}`; each field that is not as it should be is one violation. */
export function readOrderRequest(reference: string, body: unknown): OrderRequest {
  const { data, error } = schema.safeParse(body);
  const wrong = [...wrongIn(error), ...wrongName('reference', reference)];
  if (data !== undefined) wrong.push(...rules(data));
  if (data === undefined || wrong.length > 0) throw invalid('OrderInvalid', wrong);
  const { method, amount, currency, phone } = data;
  const fingerprint = sha256Hex(canonicalJson(data));
  const shared = { reference, method, amount, currency, phone, fingerprint };
  return { ...shared, expiresInSeconds: data.expires_in, returnUrl: data.return_url };
}

type WrongField = readonly [field: string, why: string];
const wrongIn = (error: z.ZodError | undefined): WrongField[] =>
  (error?.issues ?? []).map(({ path, message }) => [path.join('.') || 'body', message]);
const wrongName = (field: string, name: string): WrongField[] =>
  /^[a-zA-Z0-9]{1,40}$/.test(name) ? [] : [[field, '1 to 40 letters and digits']];

function rules({ method, currency, amount, phone }: z.infer<typeof schema>): WrongField[] {
  const wrong: WrongField[] = [];
  if (!takesCurrency(method, currency)) wrong.push(['currency', ` does not accept it`]);
  if (method === 'MBWAY' && phone === undefined) wrong.push(['phone', 'is needed by MBWAY']);
  if (amount > (AMOUNT_MAX[method] ?? amount)) wrong.push(['amount', `beyond what ${method} can carry`]);
  return wrong;
}

const refund = z.object({ amount: AMOUNT.transform(cents), reason: z.string().max(500).optional() });

/** Reads `PUT /acquirer/v1/orders/{reference}/refunds/{id}`. */
export function readOrderRefund(id: string, body: unknown): { readonly id: string; readonly amount: Cents } {
  const { data, error } = refund.safeParse(body);
  const wrong = [...wrongIn(error), ...wrongName('id', id)];
  if (data === undefined || wrong.length > 0) throw invalid('RefundInvalid', wrong);
  return { id, amount: data.amount };
}

const address = z.object({ url: z.url({ protocol: /^https?$/ }).max(2_000) });

/** Reads `PUT /acquirer/v1/callback-address`. */
export function readCallbackAddress(body: unknown): string {
  const { data } = address.safeParse(body);
  if (data === undefined) throw invalid('OrderInvalid', [['url', 'is no http address']]);
  return data.url;
}

const invalid = (type: ProblemType, wrong: readonly WrongField[]): Problem =>
  new Problem(
    type,
    wrong.map(([propriedade, razao]) => ({ propriedade, razao })),
  );
