import { until } from '@gx/testkit';
import { violationsOf } from '@gx/testkit/api-pix';
import test from 'ava';
import { type BankUnderTest, type Fields, newTxid, startBank, text } from './bank-under-test.ts';
import { type BankCustomer, calledBack, shop } from './shop.ts';

let bank: BankUnderTest;
const closing: (() => unknown)[] = [];
test.before(async () => {
  bank = await startBank({ teardown: (stop) => void closing.unshift(stop) });
});
test.after.always(async () => {
  for (const stop of closing) await stop();
});

const payCode = (it: BankCustomer, id: string, pixCopiaECola: string, valor?: string) =>
  it.api('PUT', `/gn/pix/${id}/qrcode`, {
    valor,
    pagador: { chave: it.pixKey, infoPagador: 'Boleto 7' },
    pixCopiaECola,
  });
const ended = (it: BankCustomer, id: string): Promise<Fields> =>
  until('it ended', async () => {
    const shown = (await it.api('GET', `/gn/pix/enviados/id-envio/${id}`)).body;
    return text(shown['status']) !== 'EM_PROCESSAMENTO' && shown;
  });
const cobOf = async (it: BankCustomer, txid: string): Promise<Fields> => (await it.api('GET', `/cob/${txid}`)).body;
const booksOf = async ({ clientId }: BankCustomer): Promise<Fields> =>
  (await bank.send('GET', `/sim/clients/${clientId}/books`)).body;

test('a code of a charge here pays that charge: one Pix for both, each side with its own callback', async (t) => {
  const [payer, receiver, id] = [await shop(t, bank), await shop(t, bank), newTxid()];
  const { txid, pixCopiaECola } = await receiver.cob();
  t.like(await payCode(payer, id, pixCopiaECola, '37.00'), { status: 201, body: { valor: '37.00' } });
  const out = await ended(payer, id);
  t.like(out, { status: 'REALIZADO', favorecido: { chave: receiver.pixKey } });
  const [arrived] = await until(
    'the receiver’s callback',
    () => calledBack(receiver).length === 1 && calledBack(receiver),
  );
  t.deepEqual(violationsOf('pix', arrived), []);
  t.like(arrived, { txid, valor: '37.00', infoPagador: 'Boleto 7', endToEndId: out['endToEndId'] });
  const [done] = await until('the sender’s', () => calledBack(payer).length === 1 && calledBack(payer));
  t.like(done, { status: 'REALIZADO', gnExtras: { idEnvio: id } });
  t.like(await cobOf(receiver, txid), { status: 'CONCLUIDA', pix: { length: 1 } });
  const found = await receiver.api('GET', `/pix?${await windowOf()}&cnpj=11222333000181`);
  t.like(found.body, { pix: [{ txid }] });
  t.like(await booksOf(payer), { balance: -3700 });
  t.like(await booksOf(receiver), { balance: 3700 });
});

async function windowOf(): Promise<string> {
  const at = (ms: number): string => new Date(Date.now() + ms).toISOString();
  return `inicio=${at(-60_000)}&fim=${at(60_000)}`;
}

test('a code without our amount is paid with the charge’s', async (t) => {
  const [payer, receiver, id] = [await shop(t, bank), await shop(t, bank), newTxid()];
  const { pixCopiaECola } = await receiver.cob({ valor: { original: '5.00' } });
  t.like(await payCode(payer, id, pixCopiaECola), { status: 201, body: { valor: '5.00' } });
  t.like(await ended(payer, id), { status: 'REALIZADO' });
});

const notPaid = test.macro({
  async exec(t, prepare: (receiver: BankCustomer, txid: string) => Promise<unknown>, code: string, valor?: string) {
    const [payer, receiver, id] = [await shop(t, bank), await shop(t, bank), newTxid()];
    const { txid, pixCopiaECola } = await receiver.cob();
    await prepare(receiver, txid);
    const before = await cobOf(receiver, txid);
    const received = (await booksOf(receiver))['received'];
    t.is((await payCode(payer, id, pixCopiaECola, valor ?? '37.00')).status, 201);
    t.like(await ended(payer, id), { status: 'NAO_REALIZADO', gnExtras: { erro: { codigo: code } } });
    const [reported] = await until('the callback', () => calledBack(payer).length === 1 && calledBack(payer));
    t.like(reported, { status: 'NAO_REALIZADO', gnExtras: { erro: { codigo: code } } });
    t.deepEqual(await cobOf(receiver, txid), before);
    t.deepEqual((await booksOf(receiver))['received'], received);
    t.like(await booksOf(payer), { balance: 0, available: 0 });
  },
  title: (rule) => `a charge that cannot be paid makes the Pix fail, and stays as it is: ${rule}`,
});
test('another amount', notPaid, async () => undefined, 'AM12', '36.99');
test('paid already', notPaid, (_, txid) => bank.pay({ txid, notify: 'never' }), 'BE17');
test(
  'removed',
  notPaid,
  (receiver, txid) => receiver.api('PATCH', `/cob/${txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }),
  'BE17',
);
test(
  'expired',
  notPaid,
  async (receiver, txid) => {
    await receiver.api('PATCH', `/cob/${txid}`, { calendario: { expiracao: 1 } });
    const criacao = (await cobOf(receiver, txid))['calendario']?.['criacao'];
    await until('it has expired', () => Date.now() > Date.parse(text(criacao)) + 1_000);
  },
  'BE17',
);

test('of two Pix for one charge at once one pays it, the other fails', async (t) => {
  const [payer, receiver] = [await shop(t, bank), await shop(t, bank)];
  const { txid, pixCopiaECola } = await receiver.cob();
  const ids = [newTxid(), newTxid(), newTxid()];
  await Promise.all(ids.map((id) => payCode(payer, id, pixCopiaECola, '37.00')));
  const ends = await Promise.all(ids.map(async (id) => text((await ended(payer, id))['status'])));
  t.deepEqual(ends.toSorted(), ['NAO_REALIZADO', 'NAO_REALIZADO', 'REALIZADO']);
  t.like(await cobOf(receiver, txid), { status: 'CONCLUIDA', pix: { length: 1 } });
  t.like(await booksOf(payer), { balance: -3700 });
});

test('a Pix that fails does not pay the charge; one that arrives late pays it then', async (t) => {
  const [payer, receiver, id] = [await shop(t, bank), await shop(t, bank), newTxid()];
  const { txid, pixCopiaECola } = await receiver.cob();
  const order = { clientId: payer.clientId, operation: 'pix_out_put', times: 1 };
  await bank.scenario({ ...order, kind: 'stuck' });
  await payCode(payer, id, pixCopiaECola, '37.00');
  const end = (body: object) => bank.send('POST', `/sim/pix-out/${id}`, body);
  t.like(await end({ status: 'NAO_REALIZADO' }), { status: 200 });
  t.like(await cobOf(receiver, txid), { status: 'ATIVA' });
  t.like(await end({ status: 'REALIZADO' }), { status: 200, body: { status: 'REALIZADO' } });
  t.like(await cobOf(receiver, txid), { status: 'CONCLUIDA' });
});

test('what the receiver of a charge sends back is back with the sender, in the same step', async (t) => {
  const [payer, receiver, id] = [await shop(t, bank), await shop(t, bank), newTxid()];
  const { pixCopiaECola } = await receiver.cob();
  await payCode(payer, id, pixCopiaECola, '37.00');
  const e2e = text((await ended(payer, id))['endToEndId']);
  await until('the callback', () => calledBack(payer).length === 1);
  const returned = await receiver.api('PUT', `/pix/${e2e}/devolucao/a1`, { valor: '7.00' });
  const shown = (await payer.api('GET', `/gn/pix/enviados/id-envio/${id}`)).body;
  t.like(shown, { status: 'REALIZADO', devolucoes: [{ rtrId: returned.body['rtrId'], valor: '7.00' }] });
  const [, back] = await until('the callback of the return', () => calledBack(payer).length === 2 && calledBack(payer));
  t.like(back, { gnExtras: { idEnvio: id }, devolucoes: [{ valor: '7.00', status: 'DEVOLVIDO' }] });
  t.like(await booksOf(payer), { balance: -3000, came_back: { count: 1, amount: 700 } });
  t.like(await booksOf(receiver), { balance: 3000 });

  const path = `/sim/pix/${e2e}/bank-returns?clientId=${receiver.clientId}`;
  t.is((await bank.send('POST', path, { nature: 'MED_FRAUDE', status: 'EM_PROCESSAMENTO', id: 'm1' })).status, 202);
  t.like(await booksOf(payer), { balance: -3000 });
  t.is((await bank.send('POST', path, { nature: 'MED_FRAUDE', status: 'DEVOLVIDO', id: 'm1' })).status, 202);
  t.like(await booksOf(payer), { balance: 0, came_back: { count: 2, amount: 3700 } });
});

test('a client that pays its own charge has both sides of the Pix', async (t) => {
  const [it, id] = [await shop(t, bank), newTxid()];
  const { txid, pixCopiaECola } = await it.cob();
  await payCode(it, id, pixCopiaECola, '37.00');
  t.like(await ended(it, id), { status: 'REALIZADO' });
  t.like(await cobOf(it, txid), { status: 'CONCLUIDA' });
  t.like(await booksOf(it), { balance: 0, received: { amount: 3700 }, sent: { REALIZADO: { amount: 3700 } } });
});
