import type { Cents, EndToEndId } from '@gx/core';
import { Pool } from 'undici';
import { z } from 'zod';
import { type Answer, classify } from './classify.ts';
import { problemsOf } from './fields.ts';
import { type BankRequest, exchange } from './http-exchange.ts';
import type { Failure, Outcome } from './outcome.ts';

export type { Outcome } from './outcome.ts';

/** How the money is to arrive (decisions, section 5). Everything left out is the happy case. */
export type PaymentOrder = {
  readonly amount?: Cents;
  readonly payer?: { readonly name?: string; readonly taxId?: string };
  readonly reportPayer?: 'notification' | 'query' | 'never';
  readonly paidAt?: Date;
  /** Whether and when the bank tells us: at once, never, or after so many milliseconds. */
  readonly notify?: 'now' | 'never' | number;
  readonly times?: number;
  /** The money arrives even where a payer's bank would refuse. */
  readonly force?: boolean;
};
export type PaymentResult = {
  readonly accepted: boolean;
  readonly endToEndId: EndToEndId | null;
  readonly rejection: { readonly code: string; readonly message: string } | null;
};
/** What the bank itself has written down about one charge. */
export type BankBooks = {
  readonly txid: string;
  readonly status: string | null;
  readonly pix: readonly {
    readonly endToEndId: EndToEndId;
    readonly amount: Cents;
    readonly receivedAt: Date;
    readonly devolutions: readonly {
      readonly id: string;
      readonly amount: Cents;
      readonly status: string;
      readonly reason: string | null;
    }[];
  }[];
};

/** The payer's side of the simulated bank: plays a payer's app and looks into the bank's books. Never touches the product. */
export type TestPayer = {
  simulatePayment(brCode: string, order?: PaymentOrder): Promise<Outcome<PaymentResult>>;
  /** `done` with null: the bank knows no such charge of this key. */
  bankBooks(txid: string, pixKey?: string): Promise<Outcome<BankBooks | null>>;
  close(): Promise<void>;
};

const CENTAVOS = z.int().min(0) as unknown as z.ZodType<Cents>;
const END_TO_END_ID = z.string() as unknown as z.ZodType<EndToEndId>;
const RESULT = z
  .object({
    accepted: z.boolean(),
    end_to_end_id: END_TO_END_ID.nullable(),
    rejection: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .transform(({ end_to_end_id, ...rest }): PaymentResult => ({ ...rest, endToEndId: end_to_end_id }));
const DEVOLUTION = z.object({ id: z.string(), amount: CENTAVOS, status: z.string(), reason: z.string().nullable() });
const PIX = z
  .object({
    end_to_end_id: END_TO_END_ID,
    amount: CENTAVOS,
    received_at: z.iso.datetime(),
    devolutions: z.array(DEVOLUTION),
  })
  .transform(({ end_to_end_id, received_at, ...rest }) => ({
    ...rest,
    endToEndId: end_to_end_id,
    receivedAt: new Date(received_at),
  }));
const BOOKS = z.object({ txid: z.string(), status: z.string().nullable(), pix: z.array(PIX) });

/** Talks to the simulator at `url`, test mode's bank. */
export function testPayer({ url, now, deadlineMs = 10_000 }: TestPayerOptions): TestPayer {
  const pool = new Pool(url, { connections: 16, pipelining: 1, allowH2: false });
  const ask = async (request: BankRequest): Promise<Answer | Failure> =>
    classify(await exchange(pool, request, deadlineMs), now());

  return {
    async simulatePayment(brCode, order = {}) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify(orderBody(brCode, order));
      const outcome = await ask({ method: 'POST', path: '/sim/pay', headers, body });
      return outcome.kind === 'done' ? read(RESULT, outcome.json) : outcome;
    },
    async bankBooks(txid, pixKey) {
      const query = pixKey === undefined ? '' : `?${new URLSearchParams({ pixKey })}`;
      const path = `/sim/charges/${encodeURIComponent(txid)}${query}`;
      const outcome = await ask({ method: 'GET', path, headers: {} });
      if (outcome.kind === 'declined' && outcome.status === 404) return { kind: 'done', value: null };
      return outcome.kind === 'done' ? read(BOOKS, outcome.json) : outcome;
    },
    close: () => pool.destroy(),
  };
}

export type TestPayerOptions = { readonly url: string; readonly now: () => Date; readonly deadlineMs?: number };

/** `undefined` fields fall out in `JSON.stringify`, so what was not said is not sent. */
const orderBody = (
  brCode: string,
  { amount, payer, reportPayer, paidAt, notify, times, force }: PaymentOrder,
): object => ({
  br_code: brCode,
  amount,
  payer: payer && { name: payer.name, tax_id: payer.taxId },
  report_payer: reportPayer,
  paid_at: paidAt?.toISOString(),
  notify,
  times,
  force,
});

function read<T>(schema: z.ZodType<T>, json: unknown): Outcome<T> {
  const { success, data, error } = schema.safeParse(json);
  if (success) return { kind: 'done', value: data };
  return { kind: 'unknown', cause: { reason: 'unreadable_answer', detail: problemsOf(error).join('; ') } };
}
