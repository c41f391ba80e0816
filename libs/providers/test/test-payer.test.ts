import { cents } from '@gx/core';
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

test('a code that is none is rejected as a payer’s app would, an unknown charge has no books', async (t) => {
  t.like(await bank.payer.simulatePayment('00020101021226'), { kind: 'done', value: { accepted: false } });
  t.deepEqual(await bank.payer.simulatedProviderState(bank.newTxid()), { kind: 'done', value: null });
});

test('an order that the simulator cannot read is declined', async (t) => {
  t.like(await bank.payer.simulatePayment('x', { payer: { taxId: '1' } }), { kind: 'declined', status: 400 });
});
