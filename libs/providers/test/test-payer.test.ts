import { cents } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { simulatedBank } from './simulated-bank.ts';

const bank = await simulatedBank();
test.after.always('the bank closes', bank.stop);

test('the payer’s side pays by BR Code, and the bank’s books show it', async (t) => {
  const it = await bank.start();
  t.teardown(() => it.provider.close());
  const txid = bank.newTxid();
  const body = it.provider.chargeRequest({ amount: cents(3700), expiresInSeconds: 60 });
  const created = await it.provider.createCharge({ txid, body });
  const brCode = created.kind === 'done' ? (created.value.brCode ?? '') : '';
  t.like(await bank.payer.simulatedProviderState(txid), { kind: 'done', value: { txid, status: 'ATIVA', pix: [] } });

  const short = await bank.payer.simulatePayment(brCode, { amount: cents(3699) });
  t.like(short, { kind: 'done', value: { accepted: false, endToEndId: null, rejection: { code: 'AM12' } } });

  const paid = await bank.payer.simulatePayment(brCode, { paidAt: new Date(), notify: 'never' });
  t.like(paid, { kind: 'done', value: { accepted: true, rejection: null } });
  const endToEndId = paid.kind === 'done' ? paid.value.endToEndId : null;
  t.like(await bank.payer.simulatedProviderState(txid), {
    value: { status: 'CONCLUIDA', pix: [{ endToEndId, amount: cents(3700), devolutions: [] }] },
  });

  const twice = await bank.payer.simulatePayment(brCode);
  t.like(twice, { kind: 'done', value: { accepted: false } });
});

test('the bank’s books of a sent Pix show how it ended and what came back, and nobody’s key', async (t) => {
  const it = await bank.start();
  t.teardown(() => it.provider.close());
  const send = async (key: string): Promise<string> => {
    const id = bank.newTxid();
    const body = it.provider.pixOutRequest({ amount: cents(1234), destination: { kind: 'key', key } });
    t.is((await it.provider.sendPix({ id, kind: 'key', body })).kind, 'pending');
    return id;
  };
  const booksOf = (id: string, status: string) =>
    until('it ends', async () => {
      const books = await bank.payer.getPixOutBooks(id);
      return books.kind === 'done' && books.value?.status === status && books.value;
    });
  await it.misbehave('sends_a_part_back', 'send', 1);
  const sent = await send('maria@example.com');
  await until('a part is back', async () => {
    const books = await bank.payer.getPixOutBooks(sent);
    return books.kind === 'done' && books.value?.returns.length === 1;
  });
  const { end_to_end_id, created_at, settled_at, returns, ...rest } = await booksOf(sent, 'REALIZADO');
  t.deepEqual(rest, {
    id: sent,
    amount: cents(1234),
    status: 'REALIZADO',
    destination: 'ma***@example.com',
    reason: null,
  });
  t.like(returns, [{ amount: cents(34) }]);
  t.true(created_at <= (settled_at ?? '') && end_to_end_id.length === 32);
  const failed = await booksOf(await send('fail-ac07@example.com'), 'NAO_REALIZADO');
  t.like(failed, { reason: 'AC07: Conta do usuário recebedor encerrada.', settled_at: null, returns: [] });
  t.deepEqual(await bank.payer.getPixOutBooks(bank.newTxid()), { kind: 'done', value: null });
});

test('a code that is none is rejected as a payer’s app would, an unknown charge has no books', async (t) => {
  t.like(await bank.payer.simulatePayment('00020101021226'), { kind: 'done', value: { accepted: false } });
  t.deepEqual(await bank.payer.simulatedProviderState(bank.newTxid()), { kind: 'done', value: null });
});

test('an order that the simulator cannot read is declined', async (t) => {
  t.like(await bank.payer.simulatePayment('x', { payer: { taxId: '1' } }), { kind: 'declined', status: 400 });
});
