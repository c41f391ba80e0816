import { until } from '@gx/testkit';
import { request } from 'undici';

/** One Pix as the bank itself has written it down. */
export type BookedPix = {
  readonly end_to_end_id: string;
  readonly txid: string | null;
  readonly amount: number;
  readonly devolutions: readonly { readonly id: string; readonly amount: number; readonly status: string }[];
};
export type ChargeBooks = { readonly txid: string; readonly status: string | null; readonly pix: readonly BookedPix[] };
export type PaymentOrder = {
  readonly txid?: string;
  readonly br_code?: string;
  readonly pix_key?: string;
  readonly amount?: number;
  readonly payer?: { readonly tax_id: string };
  readonly report_payer?: 'notification' | 'query' | 'never';
  readonly paid_at?: string;
  readonly force?: boolean;
  readonly notify?: 'now' | 'never' | number;
  readonly times?: number;
};

/**
 * The payers' side of the bank, and its books. Payers are no part of the product: its faults do not reach
 * them.
 */
export type PayerBank = {
  /**
   * Pays; the end-to-end id, or null when the payer's bank would not. A payer who hears nothing looks whether
   * the money went.
   */
  readonly pay: (order: PaymentOrder & { readonly txid: string }) => Promise<string | null>;
  /** The bank takes money of a Pix back by itself; asked again under its id until the bank has said so. */
  readonly playBankReturn: (endToEndId: string, amount: number) => Promise<void>;
  readonly books: (txid: string) => Promise<ChargeBooks>;
  /** Every Pix of a client, in the order of their ids. */
  readonly allPix: (clientId: string) => Promise<BookedPix[]>;
  readonly control: <T>(method: 'GET' | 'POST' | 'DELETE' | 'PUT', path: string, body?: object) => Promise<T>;
};

/**
 * A bank that is killed inside a transaction leaves what it wrote to locked until the database ends that,
 * after 60 to 90 seconds.
 */
const PATIENCE = { timeoutMs: 120_000, everyMs: 200 } as const;
const PAGE = 1_000;

export function payerBank(simulator: string, pixKey: string): PayerBank {
  const control: PayerBank['control'] = async <T>(
    method: 'GET' | 'POST' | 'DELETE' | 'PUT',
    path: string,
    body?: object,
  ) => {
    const answer = await request(`${simulator}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    const text = await answer.body.text();
    if (answer.statusCode === 404) return undefined as T;
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
    return JSON.parse(text) as T;
  };
  const books = (txid: string): Promise<ChargeBooks> =>
    until(
      `the bank shows its books of ${txid}`,
      async () =>
        (await control<ChargeBooks | undefined>('GET', `/sim/charges/${txid}?pixKey=${pixKey}`)) ?? {
          txid,
          status: null,
          pix: [],
        },
      PATIENCE,
    );
  return {
    control,
    books,
    pay: async ({ txid, ...order }) => {
      const before = new Set((await books(txid)).pix.map((pix) => pix.end_to_end_id));
      const paid = await until(
        `the payer of ${txid} knows whether the money went`,
        async () => {
          try {
            const by = order.br_code === undefined ? { txid } : {};
            const answer = await control<Paid>('POST', '/sim/pay', { ...by, ...order });
            return { endToEndId: answer.accepted ? answer.end_to_end_id : null };
          } catch {
            const news = (await books(txid)).pix.find((pix) => !before.has(pix.end_to_end_id));
            return news && { endToEndId: news.end_to_end_id };
          }
        },
        PATIENCE,
      );
      return paid.endToEndId;
    },
    playBankReturn: async (endToEndId, amount) => {
      const order = { id: `MED${endToEndId}`, amount, nature: 'MED_FRAUDE', notify: 'now' };
      await until(
        `the bank has taken ${amount} of ${endToEndId} back`,
        async () => (await control<object | undefined>('POST', `/sim/pix/${endToEndId}/bank-returns`, order)) ?? false,
        PATIENCE,
      );
    },
    allPix: async (clientId) => {
      const all: BookedPix[] = [];
      for (let page: BookedPix[] | undefined; page === undefined || page.length === PAGE; ) {
        const after = all.at(-1)?.end_to_end_id ?? '';
        ({ items: page } = await control<{ items: BookedPix[] }>(
          'GET',
          `/sim/clients/${clientId}/pix?after=${after}&limit=${PAGE}`,
        ));
        all.push(...page);
      }
      return all;
    },
  };
}

type Paid = { readonly accepted: boolean; readonly end_to_end_id: string | null };
