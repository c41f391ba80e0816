import { randomBytes } from 'node:crypto';
import { cents, type Txid } from '@gx/core';
import { createLogger } from '@gx/runtime';
import { type BankSimulator, startBankSimulator } from '@gx/testkit';
import { apiPixProxy } from '@gx/testkit/api-pix';
import { API_PIX_DEFAULTS, apiPixProvider, type BankProfile, callbackToken } from '../src/index.ts';
import { type TestPayer, testPayer } from '../src/test-payer.ts';
import { callbackListener } from './callback-listener.ts';
import type { Case, ContractBank, ProviderWish } from './contract/bank.ts';
import { KIND, OPERATION } from './simulator-words.ts';

type Client = { readonly clientId: string; readonly clientSecret: string; readonly pixKey: string };
export type SimulatedBank = ContractBank & { readonly payer: TestPayer; readonly stop: () => Promise<void> };

const now = (): Date => new Date();
/** Documents, names and keys of people that the suite uses. */
const PERSONAL = ['52998224725', '12ABC34501DE35', '39053344705', 'Maria da Silva', 'maria@example.com'];

/** The simulator as a process of its own, behind the judging proxy; stop everything with `stop`. */
export async function simulatedBank(): Promise<SimulatedBank> {
  const simulator = await startBankSimulator('acquirer_bank');
  const { url, control } = simulator;
  const payer = testPayer({ url, now });
  return {
    payer,
    newTxid: () => randomBytes(16).toString('hex') as Txid,
    start: (wish) => startCase({ url, control, payer, wish: wish ?? {} }),
    stop: async () => {
      await payer.close();
      await simulator.stop();
    },
  };
}

type Setting = Pick<BankSimulator, 'url' | 'control'> & { readonly payer: TestPayer; readonly wish: ProviderWish };

/**
 * A client of its own at the bank, and a judging proxy in each direction, so that no case sees another one's
 * traffic.
 */
async function startCase({ url, control: sim, payer, wish }: Setting): Promise<Case> {
  const client = (await sim('POST', '/sim/clients', {})) as Client;
  const toBank = await apiPixProxy({ target: url });
  const listener = await callbackListener();
  const toUs = await apiPixProxy({ target: listener.url, callbacks: true });
  const baseUrl = wish.unreachable === true ? 'http://127.0.0.1:1' : toBank.url;
  const lines: string[] = [];
  const log = createLogger({
    service: 'contract',
    level: 'debug',
    destination: { write: (line) => void lines.push(line) },
  });
  const plain =
    wish.plain === true
      ? { payerQuery: false, pixOut: null, receiptPath: null, balancePath: null, infractionsPath: null }
      : {};
  const { pixOut, ...profile } = { ...profileOf(client, baseUrl), ...plain };
  const sends = wish.keysAlone === true ? KEYS_ALONE : pixOut;
  const provider = apiPixProvider({ ...profile, pixOut: sends }, { log, now, ...wish });
  return {
    provider: {
      ...provider,
      close: async () => {
        await provider.close();
        await Promise.all([toBank.close(), toUs.close(), listener.close()]);
      },
    },
    misbehave: async (how, operation, times) => {
      const { clientId } = client;
      await sim('POST', '/sim/scenarios', {
        clientId,
        operation: OPERATION[operation].simulator,
        times,
        ...KIND[how],
      });
    },
    behave: async () => void (await sim('DELETE', `/sim/scenarios?clientId=${client.clientId}`)),
    revokeTokens: async () => void (await sim('DELETE', `/sim/clients/${client.clientId}/tokens`)),
    pay: async (brCode, order) => {
      const outcome = await payer.simulatePayment(brCode, order);
      if (outcome.kind !== 'done' || outcome.value.endToEndId === null) throw new Error(JSON.stringify(outcome));
      return outcome.value.endToEndId;
    },
    contest: async (endToEndId, order = {}) => {
      const played = await payer.playDispute(endToEndId, {
        outcome: 'opened',
        reason: 'fraud',
        notify: 'never',
        ...order,
      });
      if (played.kind !== 'done') throw new Error(JSON.stringify(played));
      return played.value.id;
    },
    callbacks: listener.bodies,
    callbackUrl: `${toUs.url}/bank/contract/token`,
    requests: (operation) =>
      toBank.traffic.filter((line) => line.operation === OPERATION[operation].proxy).map(({ status }) => status),
    assertClean: ({ byBank = false, byCallback = false } = {}) => {
      if (byBank && toBank.takeViolations().length === 0) throw new Error('the bank was to break API Pix and did not');
      if (byCallback && toUs.takeViolations().length === 0)
        throw new Error('the callback was to break API Pix and did not');
      toBank.assertClean();
      toUs.assertClean();
      // Nothing that opens an account or names a person is ever logged, whatever went wrong.
      const leaked = [client.clientSecret, client.pixKey, ...PERSONAL].filter((canary) =>
        lines.some((line) => line.includes(canary)),
      );
      if (leaked.length > 0) throw new Error(`the log shows ${leaked.length} secrets`);
    },
  };
}

const KEYS_ALONE = { path: '/gn/pix', destinations: ['key'], keyOwnerPath: null, oneAtATime: true } as const;

const profileOf = ({ clientId, clientSecret, pixKey }: Client, baseUrl: string): BankProfile => ({
  ...API_PIX_DEFAULTS,
  id: 'contract',
  livemode: false,
  baseUrl,
  clientId,
  clientSecret,
  pixKey,
  providerFee: { fixedCents: cents(10), basisPoints: 0 },
  payerQuery: true,
  pixOut: {
    path: '/gn/pix',
    destinations: ['key', 'bank_account', 'br_code'],
    keyOwnerPath: '/gn/chaves/titular',
    oneAtATime: false,
  },
  receiptPath: '/comprovantes',
  balancePath: '/gn/saldo',
  infractionsPath: '/gn/infracoes',
  callbackToken: { kind: 'token_in_path', token: callbackToken('secret', 'contract') },
});
