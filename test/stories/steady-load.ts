import { randomUUID } from 'node:crypto';
import type { Body, Merchant } from './merchant.ts';

export type Load = {
  /** Charges that were answered 201. */
  readonly created: Body[];
  /** Anything else that came back, with what was asked. */
  readonly failures: string[];
  readonly stop: () => Promise<void>;
};
export type LoadOptions = {
  readonly clients: number;
  readonly pay?: boolean;
  readonly read?: boolean;
  readonly everyMs?: number;
};

/**
 * Merchants that create charges (and payers that pay them, and merchants that read them again) one after the
 * other until told to stop. A connection that a stopping server closes between two requests is opened again,
 * as every HTTP client does; a request that was sent and not answered is a failure.
 */
export function startLoad(merchants: readonly Merchant[], options: LoadOptions): Load {
  const { clients, pay = false, read = false, everyMs = 0 } = options;
  const created: Body[] = [];
  const failures: string[] = [];
  let going = true;
  const client = async (index: number): Promise<void> => {
    const shop = merchants[index % merchants.length];
    if (shop === undefined) throw new Error('no merchant');
    while (going) {
      let begun = performance.now();
      const fail = (what: string, { status, body }: { readonly status: number; readonly body: Body }): void => {
        const ms = Math.round(performance.now() - begun);
        failures.push(`${what} ${status} after ${ms} ms ${JSON.stringify(body)}`);
      };
      try {
        const answer = await shop.create({ amount: 1_000 }, randomUUID());
        if (answer.status !== 201) fail('create', answer);
        else {
          created.push(answer.body);
          begun = performance.now();
          const paid = pay ? await shop.pay(answer.body.id) : undefined;
          if (paid !== undefined && paid.status !== 202) fail('pay', paid);
          begun = performance.now();
          const seen = read ? await shop.get(answer.body.id) : undefined;
          if (seen !== undefined && seen.status !== 200) fail('get', seen);
        }
      } catch (error) {
        failures.push(`no answer: ${String(error)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  };
  const running = Array.from({ length: clients }, (_, index) => client(index));
  return {
    created,
    failures,
    stop: async () => {
      going = false;
      await Promise.all(running);
    },
  };
}
