import { cents, parseTaxId, parseTimestamp } from '@gx/core';
import { z } from 'zod';
import type { SimulatedPayOrder } from '../commands/pay.ts';
import { AMOUNT, CALLBACK, callbackPlanOf, DAY_MS, readControl, refused } from './control-request.ts';

/** Valid check digits and nobody's: the classic example of every form. */
const SOMEBODY = { taxId: '12345678909', name: 'Pagador de Teste', ispb: '00000000' };

const schema = z.object({
  br_code: z.string().min(1).optional(),
  txid: z
    .string()
    .regex(/^[a-zA-Z0-9]{1,35}$/)
    .optional(),
  pix_key: z.string().min(1).max(77).optional(),
  amount: AMOUNT.transform(cents).optional(),
  payer: z
    .object({
      taxId: z.string().optional(),
      tax_id: z.string().optional(),
      name: z.string().min(1).max(200).default(SOMEBODY.name),
      ispb: z
        .string()
        .regex(/^[0-9A-Z]{8}$/)
        .default(SOMEBODY.ispb),
    })
    .default(SOMEBODY),
  at: z.string().optional(),
  paid_at: z.string().optional(),
  force: z.boolean().default(false),
  ...CALLBACK,
  with_strangers: z.boolean().optional(),
  report_payer: z.enum(['notification', 'query', 'never']).default('query'),
  index_lag_ms: z.int().min(0).max(DAY_MS).default(0),
  list_lag_ms: z.int().min(0).max(DAY_MS).default(0),
  info_pagador: z.string().max(140).optional(),
});

/** Reads `POST /sim/pay`. Amounts are centavos; `paid_at` is another name of `at`, `tax_id` of `taxId`. */
export function readPayRequest(body: unknown, now: Date): SimulatedPayOrder {
  const { payer, with_strangers, ...rest } = readControl(schema, body);
  const at = instant(rest.at ?? rest.paid_at) ?? now;
  const document = parseTaxId(payer.taxId ?? payer.tax_id ?? SOMEBODY.taxId);
  if (document === undefined) throw refused([['payer.taxId', 'is no CPF or CNPJ']]);
  return {
    brCode: rest.br_code,
    txid: rest.txid,
    pixKey: rest.pix_key,
    amount: rest.amount,
    infoPagador: rest.info_pagador,
    payer: { kind: document.kind, taxId: document.value, name: payer.name, ispb: payer.ispb },
    at,
    force: rest.force,
    reportPayer: rest.report_payer,
    indexLagMs: rest.index_lag_ms,
    listLagMs: rest.list_lag_ms,
    callback: { ...callbackPlanOf(rest), ...(with_strangers === undefined ? {} : { strangers: with_strangers }) },
  };
}

function instant(raw: string | undefined): Date | undefined {
  if (raw === undefined) return undefined;
  const parsed = parseTimestamp(raw);
  if (parsed === undefined) throw refused([['at', 'is no RFC 3339 time']]);
  return parsed;
}
