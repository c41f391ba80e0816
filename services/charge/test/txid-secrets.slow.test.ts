import { Refusal, type Tenant } from '@gx/core';
import { callbackToken } from '@gx/providers';
import { newCipher } from '@gx/runtime';
import { testHost, until } from '@gx/testkit';
import test from 'ava';
import { chargeBanks } from '../src/banks/bank-directory.ts';
import type { TxidSecrets } from '../src/domain/txid.ts';
import { bankProfileStore } from '../src/store/bank-profiles.ts';
import { CALL, created, event, newTenant, order, pay, type Rpc, startRig } from './rig.ts';

const [OLD, NEW] = [
  'the old secret of the tests that is long enough',
  'the new secret of the tests that is long enough',
];
const CUSTOMER_MAX = 4;
// The steps of docs/operations/rotate.md, each a replica beside those of the step before.
const STEPS = {
  learns: { TXID_SECRET: OLD, TXID_ACCEPTED_SECRETS: NEW },
  derives: { TXID_SECRET: NEW, TXID_ACCEPTED_SECRETS: OLD },
  forgets: { TXID_SECRET: NEW },
} as const;
const rig = await startRig({ ...STEPS.learns, VELOCITY_CUSTOMER_MAX: `${CUSTOMER_MAX}` });
test.after.always('everything stops', () => rig.stop());

const profile = () => rig.database.connection.collection('bank_profiles').findOne({ _id: rig.profileId as never });
const addressOf = async (): Promise<string> => String((await profile())?.['callbackUrl']);
const tokenOf = (address: string): string => address.split('/').at(-1) ?? '';
const isReceived = async (rpc: Rpc, token: string): Promise<boolean> => {
  const callback = { bankProfileId: rig.profileId, token, body: Buffer.from(JSON.stringify({ pix: [] })) };
  return rpc.receiveProviderCallback(CALL, callback).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'not_found') return false;
      throw error;
    },
  );
};

test.serial('while TXID_SECRET is replaced callbacks to the old and to the new address are received', async (t) => {
  const before = await addressOf();
  const open = await created(rig, {});
  const derives = await rig.replica(STEPS.derives);
  const after = await until('the bank knows the new address', async () => {
    const address = await addressOf();
    return address === before ? undefined : address;
  });
  for (const rpc of [rig.rpc, derives.rpc])
    for (const token of [tokenOf(before), tokenOf(after)]) t.true(await isReceived(rpc, token));
  t.false(await isReceived(derives.rpc, 'f'.repeat(64)));

  // A charge of before is paid: its callback comes to the new address, at a replica that still derives from
  // the old secret.
  await pay(rig, open);
  await event(rig, open.id, 'charge.payment_accepted');

  const forgets = await rig.replica(STEPS.forgets);
  t.true(await isReceived(forgets.rpc, tokenOf(after)));
  t.false(await isReceived(forgets.rpc, tokenOf(before)));
});

test.serial(
  'an address that a peer registered under a secret known here is not registered again, another one is',
  async (t) => {
    const profiles = bankProfileStore(rig.database.connection);
    const host = testHost('charge');
    const isLeft = async (...callbackSecrets: TxidSecrets): Promise<boolean | undefined> => {
      const banks = chargeBanks({
        host,
        profiles,
        cipher: newCipher(Buffer.alloc(32, 7)),
        callbackSecrets,
        callbackBaseUrl: rig.toUs.url,
        bankDeadlineMs: 1_000,
        pageSize: 10,
      });
      return (await banks.byId(rig.profileId))?.callbacksRegistered;
    };
    t.is(tokenOf(await addressOf()), callbackToken(NEW, rig.profileId));
    t.deepEqual(await Promise.all([isLeft(NEW), isLeft(OLD, NEW), isLeft(OLD)]), [true, true, false]);
    await host.stop();
  },
);

const ANA = { customer: { document: '52998224725' } };
const isId = (answer: string): boolean => /^[0-9a-f-]{36}$/.test(answer);
/** The charge's id, or why there is none. */
const create = (rpc: Rpc, tenant: Tenant): Promise<string> =>
  rpc.createCharge(CALL, order(tenant, ANA)).then(
    ({ charge }) => charge?.id ?? '',
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error)),
  );

test.serial(
  'while TXID_SECRET is replaced no customer has more charges than the limit, whichever step a replica is at',
  async (t) => {
    const steps = [rig.rpc, (await rig.replica(STEPS.derives)).rpc];
    const tenant = newTenant();
    const sent = await Promise.all(
      Array.from({ length: 3 * CUSTOMER_MAX }, (_, at) => create(steps[at % 2] ?? rig.rpc, tenant)),
    );
    t.is(sent.filter(isId).length, CUSTOMER_MAX);
    const all = [
      ...steps,
      (await rig.replica(STEPS.forgets)).rpc,
      (await rig.replica({ TXID_SECRET: OLD, TXID_ACCEPTED_SECRETS: '' })).rpc,
    ];
    for (const rpc of all) t.is(await create(rpc, tenant), 'fraud.customer_velocity_exceeded');
  },
);

test.serial(
  'charges that are over leave room under each name of their customer, whichever one they remember',
  async (t) => {
    const tenant = newTenant();
    const steps = [rig.rpc, (await rig.replica(STEPS.derives)).rpc, rig.rpc];
    for (const rpc of steps) {
      const ids = await Promise.all(Array.from({ length: CUSTOMER_MAX }, () => create(rpc, tenant)));
      t.true(ids.every(isId), `${ids}`);
      await Promise.all(ids.map((id) => rpc.cancelCharge(CALL, { tenant, id })));
    }
  },
);
