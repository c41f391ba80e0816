import { cents } from '@gx/core';
import test from 'ava';
import type { Failure } from './outcome.ts';
import { queryTransfer } from './query-transfer.ts';

/** A bank that declines an order and shows nothing under its id. */
async function lookAfter(declined: Omit<Extract<Failure, { kind: 'declined' }>, 'kind' | 'message'>) {
  const log = { warn: () => undefined } as never;
  const rail = {
    send: async () => ({ kind: 'declined', message: '', ...declined }) as const,
    poll: async () => ({ kind: 'done', value: null }) as const,
  };
  const transfer = { merchant: 'm', amount: cents(100), attempts: 1, acknowledged: false, logFields: {}, rail };
  const budget = { totalMs: 5_000, callMs: 1_000 };
  const { result } = await queryTransfer(
    log,
    { ...transfer, onOtherAmount: () => undefined },
    { budget, checkBeforeSend: async () => undefined },
  );
  return result?.kind;
}

for (const [what, declined, kind] of [
  ['a refusal', { code: 'saldo_insuficiente', status: 422 }, 'declined'],
  ['that the id is taken, in any words', { code: 'devolucao_id_duplicado', status: 409, means: 'taken' }, 'open'],
  ['an absence that names the Pix', { code: 'PixNaoEncontrado', status: 404, means: 'absent' }, 'declined'],
  [
    'the same in other letters and by another status',
    { code: 'pix_nao_encontrado', status: 400, means: 'absent' },
    'declined',
  ],
  ['an absence of something else', { code: 'devolucao_nao_encontrada', status: 400, means: 'absent' }, 'open'],
  ['that there are no elements', { code: '4769515', status: 400, means: 'empty' }, 'open'],
  ['a 404 of a form without meaning', { code: '404', status: 404 }, 'open'],
] as const)
  test(`an order is declined by ${what}, and the bank shows nothing under its id: ${kind}`, async (t) => {
    t.is(await lookAfter(declined), kind);
  });
