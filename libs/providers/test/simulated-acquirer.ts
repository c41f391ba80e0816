import { randomBytes } from 'node:crypto';
import { cents } from '@gx/core';
import { createLogger } from '@gx/runtime';
import { type BankSimulator, startBankSimulator } from '@gx/testkit';
import { ACQUIRER_DEFAULTS, type AcquirerProfile, acquirerOrderProvider, callbackToken } from '../src/index.ts';
import { callbackListener } from './callback-listener.ts';
import {
  type ContractAcquirer,
  type OrderCase,
  type OrderFault,
  type OrderOperation,
  type OrderWish,
  PERSONAL,
} from './order-contract/case.ts';

/** The simulator's words for what the suite asks of an acquirer. */
// biome-ignore format: one row per fault, read as a table
const KIND: Readonly<Record<OrderFault, object>> = {
  breaks_after_accepting:         { kind: 'reset_after_accept' },
  breaks_before_accepting:        { kind: 'reset_before_accept' },
  hangs:                          { kind: 'hang' },
  hangs_after_accepting:          { kind: 'hang', accept: true },
  is_unavailable:                 { kind: '503' },
  is_unavailable_after_accepting: { kind: '503', accept: true },
  times_out:                      { kind: '504' },
  refuses_the_request:            { kind: '400' },
  refuses_the_right:              { kind: '403' },
  answers_html:                   { kind: 'non_json' },
  rate_limits:                    { kind: '429' },
  batches_strangers:              { kind: 'strangers' },
  takes_a_while:                  { kind: 'slow', ms: 600 },
  fails_as_card_closed:           { kind: 'fails', motivo: 'card_closed' },
  never_ends:                     { kind: 'stuck' },
};
const OPERATION: Readonly<Record<OrderOperation, string>> = {
  token: 'token',
  create: 'order_put',
  get: 'order_get',
  cancel: 'order_cancel',
  list: 'order_list',
  get_receipt: 'order_receipt',
  refund: 'order_refund_put',
  get_refund: 'order_refund_get',
  callback: 'callback_order',
};

type Client = { readonly clientId: string; readonly clientSecret: string };

export type SimulatedAcquirer = ContractAcquirer & { readonly url: string; readonly stop: () => Promise<void> };

/** The simulator as a process of its own; stop it with `stop`. */
export async function simulatedAcquirer(): Promise<SimulatedAcquirer> {
  const { url, control, stop } = await startBankSimulator('acquirer_bank');
  return {
    url,
    newReference: () => randomBytes(12).toString('hex'),
    start: (wish) => startCase({ url, control }, wish ?? {}),
    stop,
  };
}

/** A client of its own at the acquirer, so that no case sees another one's traffic. */
async function startCase(
  { url, control: sim }: Pick<BankSimulator, 'url' | 'control'>,
  wish: OrderWish,
): Promise<OrderCase> {
  const client = (await sim('POST', '/sim/clients', {})) as Client;
  const { clientId, clientSecret } = client;
  const listener = await callbackListener();
  const lines: string[] = [];
  const log = createLogger({
    service: 'contract',
    level: 'debug',
    destination: { write: (line) => void lines.push(line) },
  });
  const profile = profileOf(client, wish.unreachable === true ? 'http://127.0.0.1:1' : url);
  const provider = acquirerOrderProvider(profile, { log, now: () => new Date(), ...wish });
  return {
    provider: {
      ...provider,
      close: async () => {
        await provider.close();
        await listener.close();
      },
    },
    misbehave: async (how, operation, times) =>
      void (await sim('POST', '/sim/scenarios', { clientId, operation: OPERATION[operation], times, ...KIND[how] })),
    behave: async () => void (await sim('DELETE', `/sim/scenarios?clientId=${clientId}`)),
    revokeTokens: async () => void (await sim('DELETE', `/sim/clients/${clientId}/tokens`)),
    play: async (reference, outcome, how = {}) => {
      const answer = await sim('POST', `/sim/orders/${reference}/outcome`, { outcome, ...how });
      if ((answer as { accepted: boolean }).accepted !== true) throw new Error(JSON.stringify(answer));
    },
    callbacks: listener.bodies,
    callbackUrl: `${listener.url}/bank/contract/token/orders`,
    requests: async (operation, reference) => {
      const { counts } = (await sim('GET', `/sim/requests/${reference}`)) as { counts: Record<string, number> };
      return counts[OPERATION[operation]] ?? 0;
    },
    assertNothingLogged: () => {
      const leaked = [clientSecret, ...PERSONAL].filter((canary) => lines.some((line) => line.includes(canary)));
      if (leaked.length > 0) throw new Error(`the log shows ${leaked.length} secrets`);
    },
  };
}

const profileOf = ({ clientId, clientSecret }: Client, baseUrl: string): AcquirerProfile => ({
  ...ACQUIRER_DEFAULTS,
  id: 'contract',
  livemode: false,
  baseUrl,
  clientId,
  clientSecret,
  providerFee: { fixedCents: cents(10), basisPoints: 0 },
  callbackToken: { kind: 'token_in_path', token: callbackToken('secret', 'contract') },
});
