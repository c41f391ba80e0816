import { randomUUID } from 'node:crypto';
import { SERVICES } from '@gx/contracts';
import { isUnavailable, Refusal } from '@gx/core';
import { localClient } from './local-client.ts';
import { pollUntil } from './poll-until.ts';
import { DEMO_MERCHANTS, type Secrets } from './secrets.ts';
import { BANK_MERCHANT, type ServiceAddresses } from './service-plan.ts';
import type { StackAccount } from './stack-file.ts';

const DEADLINE_MS = 15_000;
const BANK_WITHIN_MS = 30_000;
/**
 * Decisions A54: what the demo bank takes per charge, and the platform's share. What it takes for a Pix-out
 * is ours.
 */
const PROVIDER_FEE_CENTS = 10;
const PIX_OUT_FEE_CENTS = 50;
const PLATFORM_FEE_BASIS_POINTS = 100;

type Merchant = (typeof DEMO_MERCHANTS)[number];
type KeysClient = ReturnType<typeof keysClient>;

const keysClient = ({ grpc, operators }: ServiceAddresses) =>
  localClient(SERVICES.keys, grpc.keys, {
    idempotent: [],
    deadlineMs: DEADLINE_MS,
    operatorsAddress: operators.keys,
  });
const call = () => ({ requestId: randomUUID() });

/** The demo merchants with their keys. Those of `known` are kept: a key's text can be had only once. */
export async function seedAccounts(
  addresses: ServiceAddresses,
  secrets: Secrets,
  known: readonly StackAccount[],
): Promise<StackAccount[]> {
  const keys = keysClient(addresses);
  try {
    await keys.waitForReady(DEADLINE_MS);
    return await Promise.all(
      DEMO_MERCHANTS.map((merchant) => {
        const kept = known.find(({ email }) => email === merchant.email);
        return kept ?? seedAccount(keys, merchant, secrets.passwords[merchant.email] ?? '');
      }),
    );
  } finally {
    keys.close();
  }
}

async function seedAccount(keys: KeysClient, merchant: Merchant, password: string): Promise<StackAccount> {
  const { name, userName, email } = merchant;
  await createUnlessThere(keys, { name, userName, email, password, platformFeeBasisPoints: PLATFORM_FEE_BASIS_POINTS });
  const { accessToken, account } = await keys.login(call(), { email, password });
  const [test, live] = await Promise.all([
    keys.issueKey(call(), { accessToken, label: 'npm start', test: true }),
    keys.issueKey(call(), { accessToken, label: 'npm start', test: false }),
  ]);
  return { accountId: account?.id ?? '', name, email, password, testKey: test.apiKey, liveKey: live.apiKey };
}

/**
 * A start that died between creating an account and writing it down finds the account there: the login
 * decides.
 */
async function createUnlessThere(keys: KeysClient, account: Parameters<KeysClient['createAccount']>[1]): Promise<void> {
  try {
    await keys.createAccount(call(), account);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
  }
}

/**
 * The simulator becomes the bank of test mode. The live environment gets none: an operator sets it. Of a
 * stack that is started again the simulator stays where an operator put it.
 */
export async function seedBankProfile(addresses: ServiceAddresses, secrets: Secrets): Promise<void> {
  const charge = localClient(SERVICES.charge, addresses.operators.charge, { idempotent: [], deadlineMs: DEADLINE_MS });
  try {
    await charge.waitForReady(DEADLINE_MS);
    const set = () => charge.setBankProfile(call(), profileOf(addresses, secrets));
    if (!(await pollUntil(() => isAnswered(set), BANK_WITHIN_MS))) await set();
  } finally {
    charge.close();
  }
}

const profileOf = ({ simulator }: ServiceAddresses, { bank }: Secrets) => ({
  id: 'simulator',
  livemode: false,
  baseUrl: simulator,
  basePath: '/v2',
  tokenPath: '/oauth/token',
  ...bank,
  providerFeeFixed: PROVIDER_FEE_CENTS,
  providerFeeBasisPoints: 0,
  payerQuery: true,
  pixOutPath: '/gn/pix',
  pixOutDestinations: ['key', 'bank_account', 'br_code'],
  keyOwnerPath: '/gn/chaves/titular',
  infractionsPath: '/gn/infracoes',
  // Its directory belongs to no central bank: nobody has to wait for it.
  keyLookupsPerMinute: 60_000,
  keyLookupsAtOnce: 1_000,
  acquirerPath: '/acquirer/v1',
  receiptPath: '/comprovantes',
  balancePath: '/gn/saldo',
  pixOutFee: PIX_OUT_FEE_CENTS,
  keepPlace: true,
  merchantName: BANK_MERCHANT.name,
  merchantCity: BANK_MERCHANT.city,
  simulator: true,
});

/**
 * On a busy machine the simulator may not confirm in time; setting the same profile again changes nothing
 * else.
 */
async function isAnswered(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (cause) {
    if (isUnavailable(cause)) return false;
    throw cause;
  }
}
