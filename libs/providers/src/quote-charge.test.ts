import type { Txid } from '@gx/core';
import test from 'ava';
import { quoteCharge } from './quote-charge.ts';

const TXID = 'a'.repeat(32) as Txid;
const COB = {
  txid: TXID,
  status: 'CONCLUIDA',
  revisao: 0,
  calendario: { criacao: '2026-11-21T12:00:00.000Z', expiracao: 3600 },
  valor: { original: '10.00', modalidadeAlteracao: 0 },
  loc: { id: 7, location: 'pix.example/qr/v2/x', tipoCob: 'cob' },
  location: 'pix.example/qr/v2/x',
  pixCopiaECola: '000201',
  solicitacaoPagador: 'Pedido 7',
  pix: [
    {
      endToEndId: `E${'0'.repeat(31)}`,
      txid: TXID,
      valor: '10.00',
      horario: '2026-11-21T12:00:05.000Z',
      devolucoes: [
        {
          id: 'D1',
          rtrId: 'D2',
          valor: '1.00',
          status: 'DEVOLVIDO',
          horario: { solicitacao: '2026-11-21T12:01:00.000Z' },
        },
      ],
    },
  ],
};
const quoted = (raw: object): object => {
  const outcome = quoteCharge(raw, TXID);
  return outcome.kind === 'done' ? JSON.parse(JSON.stringify(outcome.value.quoted)) : outcome;
};

test('a charge is quoted as the bank words it', (t) => {
  t.deepEqual(quoted(COB), COB);
  t.is((quoteCharge(COB, TXID) as { value: { status: string } }).value.status, 'CONCLUIDA');
});

test('nobody is in a quotation: neither debtor nor payer, neither their words nor the account’s key, nor what we do not know', (t) => {
  const person = { cpf: '52998224725', nome: 'Ana' };
  const [pix] = COB.pix;
  const statement = {
    ...COB,
    chave: 'secret-key',
    devedor: person,
    client_secret: 'x',
    infoAdicionais: [{ nome: 'x', valor: 'y' }],
    pix: [{ ...pix, chave: 'secret-key', pagador: person, infoPagador: 'from Ana', gnExtras: { pagador: person } }],
  };
  t.deepEqual(quoted(statement), COB);
});

test('a field of another form is left out, and a bank may leave out everything but id and status', (t) => {
  t.deepEqual(quoted({ txid: TXID, status: 'ATIVA', valor: 7, pix: { a: 1 }, revisao: 'x', loc: { id: 'x' } }), {
    txid: TXID,
    status: 'ATIVA',
    loc: {},
  });
});

test('an answer about another charge, or about none, is no quotation', (t) => {
  t.like(quoted({ ...COB, txid: 'b'.repeat(32) }), { kind: 'unknown', cause: { reason: 'unexpected_answer' } });
  for (const raw of [null, [], 'x', {}, { txid: TXID }])
    t.like(quoteCharge(raw, TXID), { kind: 'unknown', cause: { reason: 'unreadable_answer' } });
});
