import { until } from '@gx/testkit';
import { violationsOf } from '@gx/testkit/api-pix';
import test from 'ava';
import { type BankUnderTest, type Fields, newTxid, type Reply, startBank, text } from './bank-under-test.ts';
import { type BankCustomer, calledBack, shop, typeOf } from './shop.ts';

let bank: BankUnderTest;
const closing: (() => unknown)[] = [];
test.before(async () => {
  bank = await startBank({ teardown: (stop) => void closing.unshift(stop) });
});
test.after.always(async () => {
  for (const stop of closing) await stop();
});

/** The CPF that the directory makes of the key, and another one. */
const MARIA = 'maria@example.com';
const ACCOUNT = {
  nome: 'João da Silva',
  cpf: '52998224725',
  codigoBanco: '09089356',
  agencia: '1',
  conta: '123453219',
  tipoConta: 'cacc',
};
/** The static code of the manual of the central bank, to the key 123e4567-e12b-12d1-a456-426655440000. */
const STATIC =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
/** One of 1.00, of another key (pix.md 1.1). */
const STATIC_OF_1 =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-42665544000052040000530398654041.005802BR5915Call_me_Awesome6009Sao_Paulo622905259134e2866f71427abf001000063047029';

const send = (it: BankCustomer, id: string, body: object): Promise<Reply> =>
  it.api('PUT', `/gn/pix/${id}`, { valor: '12.34', pagador: { chave: it.pixKey }, ...body });
const payCode = (it: BankCustomer, id: string, pixCopiaECola: string, more: object = {}): Promise<Reply> =>
  it.api('PUT', `/gn/pix/${id}/qrcode`, { pagador: { chave: it.pixKey }, pixCopiaECola, ...more });
const ask = async (it: BankCustomer, id: string): Promise<Fields> =>
  (await it.api('GET', `/gn/pix/enviados/id-envio/${id}`)).body;
const ended = (it: BankCustomer, id: string): Promise<Fields> =>
  until('it ended', async () => {
    const shown = await ask(it, id);
    return text(shown['status']) !== 'EM_PROCESSAMENTO' && shown;
  });
const ownerOf = async (it: BankCustomer, chave: string): Promise<Reply> =>
  it.api('POST', '/gn/chaves/titular', { chave });

test('the directory names the owner of a key, of a CPF key that person, and nobody for what is no key', async (t) => {
  const it = await shop(t, bank);
  t.like(await ownerOf(it, '52998224725'), { status: 200, body: { titular: { cpf: '52998224725' } } });
  const maria = (await ownerOf(it, MARIA)).body;
  t.deepEqual(violationsOf('keyOwner', maria), []);
  t.deepEqual((await ownerOf(it, MARIA)).body, maria);
  t.like((await ownerOf(it, it.pixKey)).body, { titular: { cnpj: '11222333000181', nome: 'Loja de Teste' } });
  const nobody = await ownerOf(it, '52998224720');
  t.deepEqual([nobody.status, typeOf(nobody.body)], [404, 'ChaveNaoEncontrada']);
  t.is((await it.api('POST', '/gn/chaves/titular', { chave: 1 })).status, 400);
});

test('a scenario makes a key nobody’s, or somebody else’s', async (t) => {
  const it = await shop(t, bank);
  const order = { clientId: it.clientId, operation: 'key_owner', times: 1 };
  await bank.scenario({ ...order, kind: 'key_not_found' });
  t.is((await ownerOf(it, MARIA)).status, 404);
  await bank.scenario({ ...order, kind: 'owner_differs' });
  const other = text((await ownerOf(it, MARIA)).body['titular']?.['cpf']);
  t.not(other, text((await ownerOf(it, MARIA)).body['titular']?.['cpf']));
});

test('a Pix to a key of somebody else than named is refused, to its owner it goes', async (t) => {
  const [it, id] = [await shop(t, bank), newTxid()];
  const cpf = text((await ownerOf(it, MARIA)).body['titular']?.['cpf']);
  const other = await send(it, id, { favorecido: { chave: MARIA, cpf: '52998224725' } });
  t.like(other, { status: 400, body: { nome: 'favorecido_documento_divergente' } });
  t.is((await send(it, id, { favorecido: { chave: MARIA, cpf, cnpj: '11222333000181' } })).status, 400);
  t.is((await send(it, id, { favorecido: { chave: MARIA, cpf } })).status, 201);
  t.like(await ended(it, id), { status: 'REALIZADO', favorecido: { chave: MARIA } });
});

test('a Pix to a key that nobody can have is refused', async (t) => {
  const [it, id] = [await shop(t, bank), newTxid()];
  for (const chave of ['ninguem', '52998224720', '+14155550100'])
    t.like(await send(it, id, { favorecido: { chave } }), {
      status: 400,
      body: { nome: 'chave_favorecido_nao_encontrada' },
    });
});

test('a Pix goes to a bank account, whose holder is shown masked', async (t) => {
  const [it, id] = [await shop(t, bank), newTxid()];
  t.is((await send(it, id, { favorecido: { contaBanco: ACCOUNT } })).status, 201);
  const shown = await ended(it, id);
  t.like(shown, { status: 'REALIZADO', favorecido: { contaBanco: { ...ACCOUNT, cpf: '***.982.247-**' } } });
  t.like((await bank.send('GET', `/sim/pix-out/${id}`)).body, {
    destination: '09089356/***3219',
    destination_key: null,
  });
});

test('an account that is none is refused', async (t) => {
  const [it, id] = [await shop(t, bank), newTxid()];
  const { cpf, ...nameless } = ACCOUNT;
  for (const contaBanco of [
    nameless,
    { ...ACCOUNT, cnpj: '11222333000181' },
    { ...ACCOUNT, codigoBanco: '237' },
    { ...ACCOUNT, agencia: '12345' },
    { ...ACCOUNT, conta: '1-2' },
    { ...ACCOUNT, tipoConta: 'corrente' },
  ])
    t.like(await send(it, id, { favorecido: { contaBanco } }), { status: 400, body: { nome: 'valor_invalido' } });
  t.is((await send(it, id, { favorecido: { chave: MARIA, contaBanco: ACCOUNT } })).status, 400);
});

test('a static code is paid, with its amount or with ours where it has none', async (t) => {
  const it = await shop(t, bank);
  const [open, fixed] = [newTxid(), newTxid()];
  t.like(await payCode(it, open, STATIC, { valor: '12.34' }), { status: 201, body: { valor: '12.34' } });
  t.like(await payCode(it, fixed, STATIC_OF_1), { status: 201, body: { valor: '1.00' } });
  t.like(await ended(it, open), {
    status: 'REALIZADO',
    favorecido: { chave: '123e4567-e12b-12d1-a456-426655440000' },
  });
  t.like(await ended(it, fixed), { status: 'REALIZADO', valor: '1.00' });
  t.is((await payCode(it, newTxid(), STATIC)).status, 400);
});

test('a static code of another amount fails, and nothing is paid', async (t) => {
  const [it, id] = [await shop(t, bank), newTxid()];
  t.is((await payCode(it, id, STATIC_OF_1, { valor: '1.01' })).status, 201);
  t.like(await ended(it, id), { status: 'NAO_REALIZADO', gnExtras: { erro: { codigo: 'AM12' } } });
  t.like((await bank.send('GET', `/sim/clients/${it.clientId}/books`)).body, { balance: 0 });
});

test('a code that cannot be read, or of another bank’s location, is refused', async (t) => {
  const [it, id] = [await shop(t, bank), newTxid()];
  const foreign =
    '00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB';
  for (const code of ['x', `${STATIC.slice(0, -4)}0000`, foreign])
    t.like(await payCode(it, id, code, { valor: '1.00' }), { status: 400, body: { nome: 'qrcode_invalido' } });
});

test('an id serves once, by whatever destination', async (t) => {
  const [it, id] = [await shop(t, bank), newTxid()];
  t.is((await payCode(it, id, STATIC, { valor: '12.34' })).status, 201);
  t.like(await payCode(it, id, STATIC, { valor: '12.34' }), { status: 409, body: { nome: 'id_envio_duplicado' } });
  t.is((await send(it, id, { favorecido: { chave: MARIA } })).status, 409);
  t.is((await send(it, id, { favorecido: { contaBanco: ACCOUNT } })).status, 409);
  t.like(await ended(it, id), { status: 'REALIZADO' });
  t.like((await bank.send('GET', `/sim/clients/${it.clientId}/books`)).body, {
    sent: { EM_PROCESSAMENTO: { count: 0 }, REALIZADO: { count: 1 } },
  });
});

test('version 3 of the address is the same', async (t) => {
  const [it, id] = [await shop(t, bank), newTxid()];
  const body = { valor: '12.34', pagador: { chave: it.pixKey }, favorecido: { chave: MARIA } };
  const authorization = `Bearer ${await it.token()}`;
  t.is((await bank.send('PUT', `/v3/gn/pix/${id}`, body, { authorization })).status, 201);
  t.like(await ended(it, id), { status: 'REALIZADO' });
  await until('the callback', () => calledBack(it).length === 1);
});
