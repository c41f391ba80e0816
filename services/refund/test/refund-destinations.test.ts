import { apiPixProvider, moneyOutProfile, responseOf } from '@gx/providers';
import { newCipher } from '@gx/runtime';
import { testHost } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { requestsOf } from './at-bank.ts';
import { encryptedText } from './encrypted-text.ts';
import {
  CALL,
  ENCRYPTION_KEY,
  newTenant,
  order,
  type PaidCharge,
  PROFILE,
  paid,
  profileOf,
  refunded,
  refusal,
  startRig,
} from './rig.ts';

const OWNER_PATH = '/gn/chaves/titular';
/** A bank that says who owns a key. */
const NAMING = 'naming';

const rig = await startRig();
const naming = { ...profileOf(NAMING, rig.bank, rig.toBank.url, '/gn/pix'), keyOwnerPath: OWNER_PATH };
rig.charges.profiles.push(naming);
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', rig.behave);

const [ANA, BIA, SHOP] = ['52998224725', '11144477735', '11222333000181'] as const;
const MAIL = 'ana@example.com';

/** Whose the bank says that a key is. */
async function ownerOf(t: ExecutionContext, key: string): Promise<string> {
  const host = testHost('owner');
  const provider = apiPixProvider(
    moneyOutProfile({ ...naming, certificateKey: null }, newCipher(ENCRYPTION_KEY)),
    host,
  );
  t.teardown(async () => {
    await provider.close();
    await host.stop();
  });
  const owner = responseOf(await provider.getKeyOwner(key));
  if (owner == null) throw new Error('nobody has this key');
  return owner.document.value;
}

type Payer = { readonly reported?: string; readonly locked?: string };
/** A charge of an account whose refunds go to payers alone. */
async function narrowed({ reported, locked }: Payer, profileId = PROFILE): Promise<PaidCharge> {
  const tenant = newTenant();
  rig.accounts.bound(tenant, { payerOnly: true });
  return paid(rig, {
    tenant,
    profileId,
    ...(reported === undefined ? {} : { settlement: { payerTaxId: encryptedText(reported) } }),
    ...(locked === undefined ? {} : { charge: { expectedPayerTaxId: locked } }),
  });
}
const to = (destinationKey: string) => ({ amount: 1, destinationKey, passFeeToTenant: true });

async function isRefused(t: ExecutionContext, it: PaidCharge, key: string): Promise<void> {
  const { code, more } = await refusal(rig.rpc.createRefund(CALL, order(it, to(key))));
  t.deepEqual(
    [code, more.reason, more.param],
    ['unprocessable_entity', 'destination_not_allowed', 'destinationKey'],
    key,
  );
  t.is(await rig.database.connection.collection('refunds').countDocuments({ accountId: it.tenant.accountId }), 0);
}
const lookups = (): number => requestsOf(rig, 'POST', OWNER_PATH);

test.serial(
  'an account that was not narrowed sends a cashout to any key, and no bank is queried whose it is',
  async (t) => {
    const it = await paid(rig, { profileId: NAMING, settlement: { payerTaxId: encryptedText(ANA) } });
    for (const key of [BIA, MAIL, '+5511987654321']) t.is((await refunded(rig, it, to(key))).strategy, 'CASHOUT');
    t.is(lookups(), 0);
  },
);

test.serial('narrowed to the payer: their own CPF or CNPJ, however it is punctuated', async (t) => {
  const it = await narrowed({ reported: ANA });
  t.is((await refunded(rig, it, to(ANA))).strategy, 'CASHOUT');
  t.is((await refunded(rig, it, to('529.982.247-25'))).strategy, 'CASHOUT');
  t.is((await refunded(rig, await narrowed({ reported: SHOP }), to('11.222.333/0001-81'))).strategy, 'CASHOUT');
});

test.serial(
  '422 destination_not_allowed for the document of somebody else; nothing stays, and the key is free',
  async (t) => {
    const it = await narrowed({ reported: ANA });
    await isRefused(t, it, BIA);
    const request = order(it, to(BIA));
    await refusal(rig.rpc.createRefund(CALL, request));
    rig.accounts.bound(it.tenant, {});
    t.false((await rig.rpc.createRefund(CALL, request)).replayed);
  },
);

test.serial('whom the bank reported goes before the payer lock, which goes before nobody', async (t) => {
  await isRefused(t, await narrowed({ reported: ANA, locked: BIA }), BIA);
  t.is((await refunded(rig, await narrowed({ locked: BIA }), to(BIA))).strategy, 'CASHOUT');
  await isRefused(t, await narrowed({}), ANA);
});

test.serial('the word of the merchant on its customer makes nobody the payer', async (t) => {
  const tenant = newTenant();
  rig.accounts.bound(tenant, { payerOnly: true });
  await isRefused(t, await paid(rig, { tenant, profileId: PROFILE, charge: { customer: { document: ANA } } }), ANA);
});

test.serial('of any other key the bank that can say is queried, once for each refund', async (t) => {
  const before = lookups();
  const owner = await ownerOf(t, MAIL);
  t.is((await refunded(rig, await narrowed({ reported: owner }, NAMING), to(MAIL))).strategy, 'CASHOUT');
  await isRefused(t, await narrowed({ reported: BIA }, NAMING), MAIL);
  t.is(lookups(), before + 3, 'one query is of the test');
  await isRefused(t, await narrowed({}, NAMING), MAIL);
  await isRefused(t, await narrowed({ reported: ANA }, NAMING), BIA);
  t.is(lookups(), before + 3, 'an unknown payer and a document need no bank');
});

test.serial('where nobody can say whose a key is, it is refused', async (t) => {
  await isRefused(t, await narrowed({ reported: await ownerOf(t, MAIL) }), MAIL);
});

test.serial('503 while the bank gives no answer whose a key is; the same key goes on', async (t) => {
  const it = await narrowed({ reported: await ownerOf(t, MAIL) }, NAMING);
  await rig.misbehave({ operation: 'key_owner', kind: '503', times: 5 });
  const request = order(it, to(MAIL));
  t.is((await refusal(rig.rpc.createRefund(CALL, request))).code, 'service_unavailable');
  await rig.behave();
  t.is((await rig.rpc.createRefund(CALL, request)).refund?.strategy, 'CASHOUT');
});

test.serial('narrowed to the payer: what goes back without a named key is not touched by it', async (t) => {
  const it = await narrowed({ reported: ANA });
  t.is((await refunded(rig, it, { amount: 1, strategy: 'CASHOUT', passFeeToTenant: true })).strategy, 'CASHOUT');
  t.is((await refunded(rig, it, { amount: 1, strategy: 'DEVOLUTION' })).strategy, 'DEVOLUTION');
  const unknown = await narrowed({});
  t.is((await refunded(rig, unknown, { amount: 1 })).strategy, 'DEVOLUTION');
});

test.serial('a malformed key, or one beside a devolution, is 400 as for every account', async (t) => {
  const it = await narrowed({ reported: ANA });
  for (const change of [{ destinationKey: 'no key' }, { strategy: 'DEVOLUTION', destinationKey: BIA }] as const) {
    const { code, more } = await refusal(rig.rpc.createRefund(CALL, order(it, change)));
    t.deepEqual([code, more.param], ['invalid_request', 'destinationKey']);
  }
});
