import { authority, until } from '@gx/testkit';
import { violationsOf } from '@gx/testkit/api-pix';
import test, { type ExecutionContext } from 'ava';
import { type BankUnderTest, newTxid, type Receiver, startBank, text } from './bank-under-test.ts';
import { type CallbackSink, callbackSink } from './callback-sink.ts';

let bank: BankUnderTest;
const closing: (() => unknown)[] = [];
test.before(async () => {
  bank = await startBank({ teardown: (stop) => void closing.unshift(stop) });
});
test.after.always(async () => {
  for (const stop of closing) await stop();
});

type Shop = Receiver & { readonly sink: CallbackSink };

async function shop(t: ExecutionContext, at: BankUnderTest = bank): Promise<Shop> {
  const sink = await callbackSink();
  t.teardown(sink.stop);
  const client = await at.client();
  await client.api('PUT', `/webhook/${client.pixKey}`, { webhookUrl: sink.url });
  return { ...client, sink };
}

const elements = ({ sink }: Shop, n = 0): Record<string, unknown>[] => JSON.parse(sink.callbacks[n]?.body ?? '{}').pix;
const states = async ({ clientId }: Shop, at: BankUnderTest = bank) =>
  (await at.send('GET', `/sim/clients/${clientId}/callbacks`)).body as unknown as Record<string, number>;

test('a payment is noticed once, at {webhookUrl}/pix, in the standard form, without the payer and without a trace', async (t) => {
  const client = await shop(t);
  const { txid } = await client.cob();
  const { end_to_end_id } = await bank.pay({ txid });
  await until('the callback is delivered', async () => (await states(client))['delivered'] === 1);
  t.is(client.sink.callbacks.length, 1);
  const [callback] = client.sink.callbacks;
  t.is(callback?.path, '/bank/perfil/senha/pix');
  t.is(callback?.headers['content-type'], 'application/json');
  t.is(callback?.headers['traceparent'], undefined);
  t.deepEqual(violationsOf('callback', JSON.parse(callback?.body ?? '')), []);
  t.like(elements(client)[0], { endToEndId: end_to_end_id, txid, valor: '37.00', chave: client.pixKey });
  t.false('pagador' in (elements(client)[0] ?? {}));
});

test('the payer stands in the callback where the bank reports it there', async (t) => {
  const client = await shop(t);
  const { txid } = await client.cob();
  await bank.pay({ txid, report_payer: 'notification', payer: { taxId: '52998224725', name: 'Maria' } });
  await until('the callback', () => client.sink.callbacks.length === 1);
  t.like(elements(client)[0], { pagador: { cpf: '52998224725', nome: 'Maria' } });
});

test('twenty copies arrive, all of one Pix', async (t) => {
  const client = await shop(t);
  const { txid } = await client.cob();
  await bank.pay({ txid, times: 20 });
  await until('all copies', () => client.sink.callbacks.length === 20);
  t.is(new Set(client.sink.callbacks.map(({ body }) => body)).size, 1);
  await until('delivered as one', async () => (await states(client))['delivered'] === 1);
});

test('a lost callback: the money is in the books and no callback comes', async (t) => {
  const client = await shop(t);
  const { txid } = await client.cob();
  t.like(await bank.pay({ txid, notify: 'never' }), { accepted: true, calledBack: false });
  t.like((await client.api('GET', `/cob/${txid}`)).body, { status: 'CONCLUIDA' });
  t.deepEqual(await states(client), {});
});

test('a late callback comes after its time', async (t) => {
  const client = await shop(t);
  const { txid } = await client.cob();
  const paidAt = performance.now();
  await bank.pay({ txid, notify: 400 });
  await until('the callback', () => client.sink.callbacks.length === 1);
  t.true(performance.now() - paidAt >= 400);
});

test('batched with strangers: an unknown Pix before it, a malformed element after it', async (t) => {
  const client = await shop(t);
  const { txid } = await client.cob();
  await bank.pay({ txid, with_strangers: true });
  await until('the callback', () => client.sink.callbacks.length === 1);
  const [unknown, own, malformed] = elements(client);
  t.is(own?.['txid'], txid);
  t.like(malformed, { endToEndId: 42 });
  t.is((await client.api('GET', `/cob/${text(unknown?.['txid'])}`)).status, 404);
  t.is((await client.api('GET', `/pix/${text(unknown?.['endToEndId'])}`)).status, 404);
});

test('a scenario says how the next payments are noticed; the order itself wins over it', async (t) => {
  const client = await shop(t);
  const { clientId } = client;
  await bank.scenario({ clientId, operation: 'callback', kind: 'never', times: 1 });
  await bank.scenario({ clientId, operation: 'callback', kind: 'copies', copies: 3, times: 2 });
  const [lost, thrice, once] = [await client.cob(), await client.cob(), await client.cob()];
  t.like(await bank.pay({ txid: lost.txid }), { calledBack: false });
  await bank.pay({ txid: thrice.txid });
  await until('three copies', () => client.sink.callbacks.length === 3);
  await bank.pay({ txid: once.txid, times: 1 });
  await until('one more', async () => (await states(client))['delivered'] === 2);
  t.is(client.sink.callbacks.length, 4);
});

test('a forged or malformed callback is sent as the tester wrote it', async (t) => {
  const client = await shop(t);
  const { pixKey } = client;
  const forged = {
    pix: [{ endToEndId: `E${'0'.repeat(31)}`, txid: newTxid(), valor: '1.00', horario: '2026-01-01T00:00:00Z' }],
  };
  for (const body of [forged, { pix: 'no list' }, 'not JSON'])
    t.is((await bank.send('POST', '/sim/callbacks', { pixKey, body })).status, 202);
  await until('all three', () => client.sink.callbacks.length === 3);
  const bodies = client.sink.callbacks.map(({ body }) => body).toSorted();
  t.deepEqual(bodies, ['not JSON', JSON.stringify(forged), '{"pix":"no list"}'].toSorted());
});

test('without a webhook, or without a txid, no callback goes out', async (t) => {
  const client = await bank.client();
  const { txid } = await client.cob();
  t.like(await bank.pay({ txid }), { accepted: true, calledBack: false });
  const withWebhook = await shop(t);
  t.like(await bank.pay({ pix_key: withWebhook.pixKey, amount: 100 }), { accepted: true, calledBack: false });
});

test('what is not answered 2xx comes again: errors, redirects, silence', async (t) => {
  const slow = await startBank(t, { SIM_CALLBACK_TIMEOUT_MS: '400', SIM_CALLBACK_RETRY_SCALE: '0.01' });
  const client = await shop(t, slow);
  client.sink.reply = (n) => ([500, 302, 404, 'hang', 204] as const)[n] ?? 200;
  const { txid } = await client.cob();
  await slow.pay({ txid });
  await until('delivered at last', async () => (await states(client, slow))['delivered'] === 1);
  t.true(client.sink.callbacks.length >= 5);
  t.is(new Set(client.sink.callbacks.map(({ body }) => body)).size, 1);
});

test('after ten attempts the bank gives up', async (t) => {
  const hasty = await startBank(t, { SIM_CALLBACK_RETRY_SCALE: '0.00001' });
  const client = await shop(t, hasty);
  client.sink.reply = () => 503;
  const { txid } = await client.cob();
  await hasty.pay({ txid });
  await until('given up', async () => (await states(client, hasty))['given_up'] === 1);
  t.is(client.sink.callbacks.length, 10);
});

test('a queued callback survives a restart, and goes where the webhook is by then', async (t) => {
  const before = await startBank(t);
  const client = await shop(t, before);
  client.sink.reply = () => 503;
  const [failing, late] = [await client.cob(), await client.cob()];
  await before.pay({ txid: failing.txid });
  await before.pay({ txid: late.txid, notify: 600 });
  await until('a first attempt failed', () => client.sink.callbacks.length > 0);
  await before.host.stop();

  client.sink.reply = () => 200;
  const failed = client.sink.callbacks.length;
  const after = await startBank(t, { MONGO_DB: before.db });
  await until('both delivered', async () => (await states(client, after))['delivered'] === 2);
  const txids = client.sink.callbacks.slice(failed).map(({ body }) => JSON.parse(body).pix[0].txid);
  t.deepEqual(txids.toSorted(), [failing.txid, late.txid].toSorted());
});

test('tokens, scenarios, clients and the signing key survive a restart too', async (t) => {
  const before = await startBank(t);
  const client = await before.client();
  const token = await client.token();
  const { txid } = await client.cob();
  await before.scenario({ clientId: client.clientId, operation: 'get', kind: '503', times: 1 });
  const { keys } = (await before.send('GET', '/.well-known/jwks.json')).body;
  await before.host.stop();
  const after = await startBank(t, { MONGO_DB: before.db });
  const statuses = [];
  for (const _ of [1, 2]) {
    const { status } = await after.send('GET', `/v2/cob/${txid}`, undefined, { authorization: `Bearer ${token}` });
    statuses.push(status);
  }
  t.deepEqual(statuses, [503, 200]);
  t.deepEqual((await after.send('GET', '/.well-known/jwks.json')).body['keys'], keys);
});

const [receivers, banks] = [authority('receivers'), authority('banks')];

test('a receiver by https that asks for a certificate of the bank is shown it, and believed by its authority alone', async (t) => {
  const [own, shown] = [receivers.issue('receiver'), banks.issue('bank')];
  const sink = await callbackSink(0, { ...own, ca: banks.cert, requestCert: true, rejectUnauthorized: true });
  t.teardown(sink.stop);
  const stranger = await callbackSink(0, { ...banks.issue('stranger') });
  t.teardown(stranger.stop);
  const at = await startBank(t, {
    SIM_CALLBACK_CERTIFICATE: shown.cert,
    SIM_CALLBACK_PRIVATE_KEY: shown.key,
    SIM_CALLBACK_AUTHORITY: receivers.cert,
  });
  for (const [{ url, callbacks }, came] of [
    [sink, 1],
    [stranger, 0],
  ] as const) {
    const client = await at.client();
    await client.api('PUT', `/webhook/${client.pixKey}`, { webhookUrl: url });
    const { txid } = await client.cob();
    await at.pay({ txid });
    const isDone = async () => {
      const { delivered = 0, given_up: givenUp = 0 } = await states({ ...client, sink }, at);
      return delivered + givenUp === 1;
    };
    await until('the callback is delivered or given up', isDone);
    t.is(callbacks.length, came);
  }
});
