import { cents, type Txid } from '@gx/core';
import test from 'ava';
import { amend, atRevision, type Cob, type CobStatus, expiresAt, remove, removeByBank, revise } from './cob.ts';
import { judge, judgeKeyPayment, REJECTIONS } from './payer-bank.ts';

const criacao = new Date('2026-11-21T12:00:00.000Z');
const after = (seconds: number): Date => new Date(criacao.getTime() + seconds * 1000);
const terms = { calendario: { expiracao: 3600 }, valor: { original: '37.00' }, chave: 'k' };
const cob = (over: Partial<Cob> = {}): Cob => ({
  clientId: 'c',
  txid: 'a'.repeat(26) as Txid,
  status: 'ATIVA',
  revisao: 0,
  criacao,
  terms,
  location: { id: 1, token: 't', url: 'bank.test/qr/v2/t' },
  brCode: null,
  earlier: [],
  ...over,
});
const ENDED: CobStatus[] = ['CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP'];

test('an equal body revises an active cob all the same, and the creation stays', (t) => {
  const once = revise(cob(), terms);
  t.true(once.ok);
  if (!once.ok) return;
  t.is(once.cob.revisao, 1);
  t.deepEqual(once.cob.criacao, criacao);
  t.deepEqual(once.cob.terms, terms);
});

test('each revision is kept and can be looked at', (t) => {
  const first = revise(cob(), { ...terms, valor: { original: '38.00' } });
  const second = first.ok ? amend(first.cob, { valor: { modalidadeAlteracao: 1 } }) : first;
  if (!second.ok) return t.fail();
  const values = [0, 1, 2].map((revisao) => atRevision(second.cob, revisao)?.terms.valor);
  t.deepEqual(values, [{ original: '37.00' }, { original: '38.00' }, { original: '38.00', modalidadeAlteracao: 1 }]);
  t.is(atRevision(second.cob, 3), undefined);
});

for (const status of ENDED)
  test(`a cob that is ${status} takes no revision and no removal`, (t) => {
    t.false(revise(cob({ status }), terms).ok);
    t.false(amend(cob({ status }), {}).ok);
    t.false(remove(cob({ status })).ok);
    t.false(removeByBank(cob({ status })).ok);
  });

test('removal is a revision; removal by the bank is none', (t) => {
  const removed = remove(cob());
  const removedByBank = removeByBank(cob());
  t.deepEqual(removed.ok && [removed.cob.status, removed.cob.revisao], ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 1]);
  t.deepEqual(removedByBank.ok && [removedByBank.cob.status, removedByBank.cob.revisao], ['REMOVIDA_PELO_PSP', 0]);
});

test('a cob expires so long after its creation as its terms say', (t) => {
  t.deepEqual(expiresAt(cob()), after(3600));
});

const judged = test.macro({
  exec(t, _rule: string, on: Partial<Cob>, order: { amount?: number; at?: Date; force?: boolean }, expected: string) {
    const { amount, at = after(60), force = false } = order;
    const answer = judge(cob(on), { ...(amount === undefined ? {} : { amount: cents(amount) }), at, force });
    t.is(answer.accepted ? `pays ${answer.amount}` : answer.reason, expected);
  },
  title: (_, rule) => `payer's bank: ${rule}`,
});
const changeable = { terms: { ...terms, valor: { original: '37.00', modalidadeAlteracao: 1 as const } } };

test(judged, 'pays the amount of the charge when the order names none', {}, {}, 'pays 3700');
test(judged, 'pays the exact amount', {}, { amount: 3700 }, 'pays 3700');
test(judged, 'refuses a centavo less', {}, { amount: 3699 }, 'wrong_amount');
test(judged, 'refuses a centavo more', {}, { amount: 3701 }, 'wrong_amount');
test(judged, 'pays another amount where the payer may change it', changeable, { amount: 1 }, 'pays 1');
test(judged, 'pays in the last millisecond', {}, { at: after(3600) }, 'pays 3700');
test(judged, 'refuses a millisecond later', {}, { at: new Date(after(3600).getTime() + 1) }, 'expired');
test(judged, 'refuses a paid charge', { status: 'CONCLUIDA' }, {}, 'already_paid');
test(judged, 'refuses a removed charge', { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }, {}, 'removed');
test(judged, 'refuses one that the bank removed', { status: 'REMOVIDA_PELO_PSP' }, {}, 'removed');
test(judged, 'forced: a wrong amount arrives', {}, { amount: 1, force: true }, 'pays 1');
test(judged, 'forced: a late one arrives', {}, { at: after(9999), force: true }, 'pays 3700');
test(judged, 'forced: a second one arrives', { status: 'CONCLUIDA' }, { force: true }, 'pays 3700');
test(judged, 'forced or not, nothing is no payment', {}, { amount: 0, force: true }, 'zero_amount');

test('a static code is paid at its amount, and at any if it names none', (t) => {
  const order = { at: criacao, force: false };
  t.deepEqual(judgeKeyPayment(cents(100), order), { accepted: true, amount: cents(100) });
  t.deepEqual(judgeKeyPayment(cents(100), { ...order, amount: cents(99) }), {
    accepted: false,
    reason: 'wrong_amount',
  });
  t.deepEqual(judgeKeyPayment(undefined, { ...order, amount: cents(99) }), { accepted: true, amount: cents(99) });
  t.deepEqual(judgeKeyPayment(undefined, order), { accepted: false, reason: 'zero_amount' });
});

test('every rejection has an SPI code of four characters and a sentence', (t) => {
  for (const { code, message } of Object.values(REJECTIONS)) {
    t.regex(code, /^[A-Z]{2}\d{2}$/);
    t.regex(message, /^[A-Z].+\.$/);
  }
});
