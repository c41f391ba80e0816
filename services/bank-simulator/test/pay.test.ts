import { crc16 } from '@gx/core';
import test from 'ava';
import { type BankUnderTest, type Fields, newTxid, startBank, text } from './bank-under-test.ts';

let bank: BankUnderTest;
const closing: (() => unknown)[] = [];
test.before(async () => {
  bank = await startBank({ teardown: (stop) => void closing.unshift(stop) });
});
test.after.always(async () => {
  for (const stop of closing) await stop();
});

const books = async (txid: string): Promise<Fields> => (await bank.send('GET', `/sim/charges/${txid}`)).body;
const reencrypted = (code: string): string => code.slice(0, -4) + crc16(code.slice(0, -4));
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

test('a charge paid by its BR Code: concluded, one Pix, and the books agree', async (t) => {
  const { api, cob } = await bank.client();
  const { txid, pixCopiaECola } = await cob();
  const paid = await bank.pay({ br_code: pixCopiaECola, amount: 3700 });
  t.like(paid, { accepted: true, rejection: null });
  t.regex(text(paid['end_to_end_id']), /^E00000000\d{12}[a-zA-Z0-9]{11}$/);
  const { body } = await api('GET', `/cob/${txid}`);
  t.like(body, { status: 'CONCLUIDA', revisao: 0, pix: [{ endToEndId: paid['end_to_end_id'], txid, valor: '37.00' }] });
  t.like(await books(txid), { txid, status: 'CONCLUIDA', pix: [{ amount: 3700, devolutions: [] }] });
});

const refused = test.macro({
  async exec(t, _rule: string, change: (code: string) => string, code: string, reason: string) {
    const { cob } = await bank.client();
    const { txid, pixCopiaECola } = await cob();
    const answer = await bank.pay({ br_code: change(pixCopiaECola) });
    t.like(answer, { accepted: false, end_to_end_id: null, rejection: { code, reason } });
    t.like(await books(txid), { status: 'ATIVA', pix: { length: 0 } });
  },
  title: (_, rule) => `refused by the payer's bank: ${rule}`,
});
test(refused, 'a bad CRC', (code) => `${code.slice(0, -4)}0000`, 'ED05', 'bad_crc');
test(refused, 'a mistyped character', (code) => code.replace('Loja', 'Loje'), 'ED05', 'bad_crc');
test(refused, 'a code cut short', (code) => code.slice(0, -10), 'ED05', 'malformed_br_code');
test(
  refused,
  'a wrong length under a right CRC',
  (code) => reencrypted(code.replace('5913', '5912')),
  'ED05',
  'malformed_br_code',
);
test(
  refused,
  'the location of another bank',
  (code) => reencrypted(code.replace('bank.test', 'bank.tesx')),
  'AG03',
  'foreign_location',
);
test(
  refused,
  'a location that shows nothing',
  (code) => reencrypted(code.replace(/v2\/[0-9a-f]{4}/, 'v2/zzzz')),
  'BE17',
  'unknown_location',
);

test("refused by the payer's bank: a charge that is paid, removed or expired, or another amount", async (t) => {
  const { api, cob } = await bank.client();
  const charges = await Promise.all([cob(), cob(), cob(), cob(), cob({ calendario: { expiracao: 1 } })]);
  const [paid, removed, returnedByBank, wrong, expired] = charges.map(({ txid }) => txid);
  await bank.pay({ txid: paid });
  await api('PATCH', `/cob/${removed}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
  await bank.send('POST', `/sim/charges/${returnedByBank}/remove`);
  const rows: [object, string, string][] = [
    [{ txid: paid }, 'BE17', 'already_paid'],
    [{ txid: removed }, 'BE17', 'removed'],
    [{ txid: returnedByBank }, 'BE17', 'removed'],
    [{ txid: wrong, amount: 3699 }, 'AM12', 'wrong_amount'],
    [{ txid: wrong, amount: 3701 }, 'AM12', 'wrong_amount'],
    [{ txid: expired, at: inSeconds(2) }, 'BE17', 'expired'],
    [{ txid: newTxid() }, 'BE17', 'unknown_charge'],
    [{ pix_key: 'ninguem', amount: 1 }, 'AC03', 'unknown_key'],
  ];
  for (const [order, code, reason] of rows)
    t.like(await bank.pay(order), { accepted: false, end_to_end_id: null, rejection: { code, reason } });
  t.like(await books(text(returnedByBank)), { status: 'REMOVIDA_PELO_PSP', pix: { length: 0 } });
});

test('a charge is payable to its last second, and not after', async (t) => {
  const { cob } = await bank.client();
  const { txid, calendario } = await cob({ calendario: { expiracao: 60 } });
  const end = new Date(text(calendario?.['criacao'])).getTime() + 60_000;
  t.like(await bank.pay({ txid, paid_at: new Date(end + 1).toISOString() }), { accepted: false });
  t.like(await bank.pay({ txid, paid_at: new Date(end).toISOString() }), { accepted: true });
  t.like(await books(txid), { pix: [{ received_at: new Date(end).toISOString() }] });
});

test('forced money arrives: a wrong amount concludes, a late one too, a removed charge stays removed', async (t) => {
  const { api, cob } = await bank.client();
  const [wrong, late, removed] = await Promise.all([cob(), cob(), cob()]);
  await api('PATCH', `/cob/${removed.txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
  t.like(await bank.pay({ txid: wrong.txid, amount: 1, force: true }), { accepted: true });
  t.like(await bank.pay({ txid: late.txid, at: inSeconds(9999), force: true }), { accepted: true });
  t.like(await bank.pay({ txid: removed.txid, force: true }), { accepted: true });
  t.like(await books(wrong.txid), { status: 'CONCLUIDA', pix: [{ amount: 1 }] });
  t.like(await books(late.txid), { status: 'CONCLUIDA', pix: [{ amount: 3700 }] });
  t.like(await books(removed.txid), { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR', pix: [{ amount: 3700 }] });
  const { body } = await api('GET', `/cob/${removed.txid}`);
  t.like(body, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR', pix: { length: 1 } });
});

test('forced twice: two Pix with end-to-end ids of their own', async (t) => {
  const { cob } = await bank.client();
  const { txid } = await cob();
  const ids = [await bank.pay({ txid }), await bank.pay({ txid, force: true })].map(
    (answer) => answer['end_to_end_id'],
  );
  t.is(new Set(ids).size, 2);
  t.like(await books(txid), { status: 'CONCLUIDA', pix: { length: 2 } });
});

test('of twenty payers at once one is accepted', async (t) => {
  const { cob } = await bank.client();
  const { txid, pixCopiaECola } = await cob();
  const answers = await Promise.all(Array.from({ length: 20 }, () => bank.pay({ br_code: pixCopiaECola })));
  t.is(answers.filter(({ accepted }) => accepted).length, 1);
  t.like(await books(txid), { status: 'CONCLUIDA', pix: { length: 1 } });
});

test('a forced Pix under a txid of nobody is money without a charge', async (t) => {
  const { api, pixKey } = await bank.client();
  const txid = newTxid();
  const answer = await bank.pay({ txid, pix_key: pixKey, amount: 500, force: true });
  t.like(answer, { accepted: true });
  t.is((await api('GET', `/cob/${txid}`)).status, 404);
  t.like((await api('GET', `/pix/${text(answer['end_to_end_id'])}`)).body, { txid, valor: '5.00' });
  t.like((await bank.send('GET', `/sim/charges/${txid}?pixKey=${pixKey}`)).body, {
    status: null,
    pix: [{ amount: 500 }],
  });
});

test('a static code is paid to its key, under its own reference', async (t) => {
  const { api, pixKey } = await bank.client({ pixKey: `123e4567-e12b-12d1-a456-${newTxid().slice(0, 12)}` });
  const body = `00020126580014br.gov.bcb.pix0136${pixKey}52040000530398654041.005802BR5904Loja6009Sao Paulo62090505PED7x6304`;
  const code = body + crc16(body);
  t.like(await bank.pay({ br_code: code, amount: 99 }), { rejection: { reason: 'wrong_amount' } });
  const answer = await bank.pay({ br_code: code });
  t.like((await api('GET', `/pix/${text(answer['end_to_end_id'])}`)).body, {
    txid: 'PED7x',
    valor: '1.00',
    chave: pixKey,
  });
});

test('the payer is named in the Pix, or found by the filter alone, or never: then the filter is not echoed', async (t) => {
  const { api, cob } = await bank.client();
  const payer = { tax_id: '529.982.247-25', name: 'Maria' };
  const seen = async (report_payer: string) => {
    const { txid } = await cob();
    await bank.pay({ txid, payer, report_payer });
    const window = `inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z&txid=${txid}`;
    const [all, hit, decoy] = await Promise.all(
      ['', '&cpf=52998224725', '&cpf=12345678909'].map(
        async (query) => (await api('GET', `/pix?${window}${query}`)).body['pix'],
      ),
    );
    const lengths = [all, hit, decoy].map((list) => (list as unknown as unknown[]).length);
    const { parametros } = (await api('GET', `/pix?${window}&cpf=52998224725`)).body;
    const echoed = (parametros as unknown as { cpf?: string }).cpf;
    return { lengths, pagador: (all as unknown as { pagador?: unknown }[])[0]?.pagador, echoed };
  };
  t.deepEqual(await seen('notification'), {
    lengths: [1, 1, 0],
    pagador: { cpf: '52998224725', nome: 'Maria' },
    echoed: '52998224725',
  });
  t.deepEqual(await seen('query'), { lengths: [1, 1, 0], pagador: undefined, echoed: '52998224725' });
  t.deepEqual(await seen('never'), { lengths: [1, 0, 0], pagador: undefined, echoed: undefined });
});

test('a lagging index hides the Pix from the payer filter, not from the list', async (t) => {
  const { api, cob } = await bank.client();
  const { txid } = await cob();
  await bank.pay({ txid, payer: { taxId: '52998224725' }, index_lag_ms: 60_000 });
  const window = `inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z&txid=${txid}`;
  t.like((await api('GET', `/pix?${window}`)).body, { pix: { length: 1 } });
  t.like((await api('GET', `/pix?${window}&cpf=52998224725`)).body, { pix: { length: 0 } });
});

test('a Pix settled in the past is found by both its instants', async (t) => {
  const { api, cob } = await bank.client();
  const { txid } = await cob();
  await bank.pay({ txid, paid_at: '2026-01-01T12:00:00-03:00', force: true });
  for (const [inicio, fim] of [
    ['2026-01-01T15:00:00Z', '2026-01-01T15:00:00Z'],
    [inSeconds(-60), inSeconds(60)],
  ]) {
    const { body } = await api('GET', `/pix?inicio=${inicio}&fim=${fim}`);
    t.like(body, { pix: [{ txid, horario: '2026-01-01T15:00:00.000Z' }] });
  }
});

test('400 an order that cannot be read', async (t) => {
  for (const order of [
    {},
    { txid: 'x', amount: 0 },
    { txid: 'x', times: 101 },
    { txid: 'x', at: 'ontem' },
    { txid: 'x', payer: { taxId: '1' } },
  ])
    t.is((await bank.send('POST', '/sim/pay', order)).status, 400, JSON.stringify(order));
});
