import { until } from '@gx/testkit';
import test from 'ava';
import {
  arrives,
  bankId,
  CALL,
  event,
  holdOf,
  newKey,
  newTenant,
  order,
  paidOut,
  refusal,
  requestsOf,
  sentOf,
  startRig,
  stored,
  toKey,
} from './rig.ts';

const rig = await startRig({ env: { BANK_CALL_MS: '1500', BANK_MS: '5000', POLL_TIME_SCALE: '0.1' } });
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', rig.behave);

/** A CPF, and a CNPJ; a document key belongs to that document (decisions, section 7, Test mode). */
const CPF = '52998224725';
const CNPJ = '11222333000181';
const ACCOUNT = {
  ispb: '12345678',
  branch: '0001',
  account: '00123456',
  accountType: 'checking',
  holderName: 'Maria da Silva',
  holderDocument: CPF,
};
const EVP = '123e4567-e12b-12d1-a456-426655440000';
const STATIC = `00020126580014br.gov.bcb.pix0136${EVP}5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D`;

test.serial('a key of the expected owner is paid, after the directory was asked once', async (t) => {
  const { id } = await paidOut(rig, newTenant(), { ...toKey(CPF, 'cpf'), expectedRecipientTaxId: CPF });
  await event(rig, id, 'payout.paid');
  t.like(await sentOf(rig, id), { amount: 1_000, destination_key: CPF });
});

test.serial('a key of somebody else: failed recipient_mismatch, nothing sent, the money back', async (t) => {
  const tenant = newTenant();
  rig.ledger.available.set(tenant.accountId, 5_000);
  const { id, status } = await paidOut(rig, tenant, { ...toKey(CPF, 'cpf'), expectedRecipientTaxId: CNPJ });
  t.is(status, 'PROCESSING');
  const failed = await event(rig, id, 'payout.failed');
  t.is(failed.failed?.payout?.failureCode, 'recipient_mismatch');
  t.truthy(failed.failed?.payout?.failureMessage);
  t.is(requestsOf(rig, 'PUT', bankId(id)), 0);
  t.is(await sentOf(rig, id), undefined);
  t.is(holdOf(rig, id)?.state, 'VOIDED');
  t.is(rig.ledger.available.get(tenant.accountId), 5_000);
});

test.serial('a key that the directory does not have: failed, nothing sent', async (t) => {
  await rig.misbehave({ kind: 'key_not_found', operation: 'key_owner', times: 1 });
  const { id } = await paidOut(rig, newTenant(), { ...toKey(CPF, 'cpf'), expectedRecipientTaxId: CPF });
  const failed = await event(rig, id, 'payout.failed');
  t.is(failed.failed?.payout?.failureCode, 'key_not_found');
  t.is(requestsOf(rig, 'PUT', bankId(id)), 0);
});

for (const kind of ['429', '503', 'hang'] as const) {
  test.serial(`a directory that does not answer (${kind}): the payout waits, and is sent once it does`, async (t) => {
    await rig.misbehave({ kind, operation: 'key_owner', times: 1, ms: 3_000 });
    const { id } = await paidOut(rig, newTenant(), { ...toKey(CPF, 'cpf'), expectedRecipientTaxId: CPF });
    await until('it was looked at, and left', async () => {
      const document = await stored(rig, id);
      return document?.['claimedAt'] !== null && document?.['owner'] === null && document?.['polls'] > 0;
    });
    t.is(requestsOf(rig, 'PUT', bankId(id)), 0);
    await arrives(rig, id, 'PAID');
    t.is(requestsOf(rig, 'PUT', bankId(id)), 1);
    rig.toBank.takeViolations();
  });
}

test.serial('the bank compares owners too: what it refuses for that is recipient_mismatch', async (t) => {
  await rig.misbehave({ kind: 'owner_differs', operation: 'pix_out_put', times: 1 });
  const { id } = await paidOut(rig, newTenant(), { ...toKey(CPF, 'cpf'), expectedRecipientTaxId: CPF });
  const failed = await event(rig, id, 'payout.failed');
  t.is(failed.failed?.payout?.failureCode, 'recipient_mismatch');
});

test.serial('a bank account: paid to its last four digits, and compared with its holder', async (t) => {
  const paid = await paidOut(rig, newTenant(), { bankAccount: ACCOUNT, expectedRecipientTaxId: CPF });
  t.deepEqual(paid.destination, { type: 'bank_account', keyMasked: '****3456' });
  await event(rig, paid.id, 'payout.paid');
  const other = await paidOut(rig, newTenant(), { bankAccount: ACCOUNT, expectedRecipientTaxId: CNPJ });
  const failed = await event(rig, other.id, 'payout.failed');
  t.is(failed.failed?.payout?.failureCode, 'recipient_mismatch');
  t.is(await sentOf(rig, other.id), undefined);
});

test.serial('a static code is paid, and is the same destination as its key', async (t) => {
  const tenant = newTenant();
  const { id, destination } = await paidOut(rig, tenant, { brCode: STATIC });
  t.like(destination, { type: 'br_code' });
  await event(rig, id, 'payout.paid');
  const alike = await refusal(rig.rpc.createPayout(CALL, order(tenant, toKey(EVP, 'evp'))));
  t.is(alike.more.reason, 'duplicate_suspected');
});

test.serial('a code of a charge of this bank pays that charge', async (t) => {
  const payee = await rig.simulator.control<typeof rig.bank>('POST', '/sim/clients', {});
  const { brCode, txid } = await chargeAt(payee);
  const { id } = await paidOut(rig, newTenant(), { brCode, amount: 1_500 });
  await event(rig, id, 'payout.paid');
  const { items } = await rig.simulator.control<{ items: { txid: string; amount: number }[] }>(
    'GET',
    `/sim/clients/${payee.clientId}/pix`,
  );
  t.like(items, [{ txid, amount: 1_500 }]);
});

/** A charge of 15.00 as another client of the bank makes it. */
async function chargeAt(client: typeof rig.bank): Promise<{ brCode: string; txid: string }> {
  const authorization = `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`;
  const form = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  const token = await fetch(`${rig.simulator.url}/oauth/token`, {
    method: 'POST',
    headers: form,
    body: 'grant_type=client_credentials',
  });
  const { access_token } = (await token.json()) as { access_token: string };
  const txid = 'payoutcharge00000000000000000001';
  const put = await fetch(`${rig.simulator.url}/v2/cob/${txid}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ calendario: { expiracao: 3600 }, valor: { original: '15.00' }, chave: client.pixKey }),
  });
  const { pixCopiaECola } = (await put.json()) as { pixCopiaECola: string };
  return { brCode: pixCopiaECola, txid };
}

test.serial('422 capability_missing: an expected owner of a dynamic code, which no bank can tell', async (t) => {
  const payee = await rig.simulator.control<typeof rig.bank>('POST', '/sim/clients', {});
  const { brCode } = await chargeAt(payee);
  const refused = await refusal(
    rig.rpc.createPayout(CALL, order(newTenant(), { brCode, amount: 1_500, expectedRecipientTaxId: CPF })),
  );
  t.is(refused.more.reason, 'capability_missing');
  t.is(refused.more.param, 'expected_recipient_tax_id');
});

test.serial('400: no destination, two of them, and documents that are none', async (t) => {
  const refusedFor = async (change: object): Promise<string> => {
    const { code, more } = await refusal(rig.rpc.createPayout(CALL, { ...order(newTenant()), ...change }));
    return `${code} ${more.param}`;
  };
  t.is(await refusedFor({ pixKey: null }), 'invalid_request destination');
  t.is(await refusedFor({ bankAccount: ACCOUNT }), 'invalid_request destination');
  t.is(await refusedFor({ expectedRecipientTaxId: '52998224724' }), 'invalid_document expected_recipient_tax_id');
  t.is(await refusedFor(toKey(newKey(), 'iban')), 'invalid_request destination.pix_key_type');
  t.is(
    await refusedFor({ pixKey: null, bankAccount: { ...ACCOUNT, holderDocument: '1' } }),
    'invalid_document destination.bank_account.holder_document',
  );
});
