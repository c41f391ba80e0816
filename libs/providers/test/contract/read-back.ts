import { cents, type EndToEndId } from '@gx/core';
import type { ExecutionContext } from 'ava';
import type { ProviderCharge } from '../../src/index.ts';
import { done, type PreparedCase, paidCharge, type Rule } from './rule.ts';

/** What the bank shows of a charge. */
export function readBackRules(rule: Rule): void {
  const paid = async (t: ExecutionContext, it: PreparedCase) => {
    const endToEndId = await paidCharge(t, it);
    const charge = done(t, await it.provider.getCharge(it.txid)) as ProviderCharge;
    return { endToEndId, charge };
  };

  rule('a paid charge shows its Pix, and the Pix shows itself', {}, async (t, it) => {
    const { endToEndId, charge } = await paid(t, it);
    t.is(charge.status, 'concluded');
    const [element] = charge.payments;
    t.is(element?.kind, 'payment');
    if (element?.kind !== 'payment') return;
    t.like(element.payment, { endToEndId, txid: it.txid, amount: cents(3700), devolutions: [] });
    t.true(Math.abs(element.payment.paidAt.getTime() - Date.now()) < 60_000);
    t.deepEqual(done(t, await it.provider.getPayment(endToEndId)), element.payment);
    const quoted = done(t, await it.provider.quoteCharge(it.txid));
    t.is(quoted?.status, 'CONCLUIDA', 'and the bank’s own words are the bank’s');
    t.like(quoted?.quoted, { pix: [{ endToEndId }] });
    it.assertClean();
  });

  rule('cancel: an active charge is removed, a paid one is declined and stays', {}, async (t, it) => {
    done(t, await it.provider.createCharge(it));
    t.is(done(t, await it.provider.cancelCharge(it.txid)).status, 'removed_by_receiver');
    t.is(done(t, await it.provider.getCharge(it.txid))?.status, 'removed_by_receiver');
    t.is((await it.provider.cancelCharge(it.txid)).kind, 'declined');
    it.assertClean();
  });

  rule('cancel: a paid charge is declined and stays paid', {}, async (t, it) => {
    await paid(t, it);
    t.is((await it.provider.cancelCharge(it.txid)).kind, 'declined');
    t.is(done(t, await it.provider.getCharge(it.txid))?.status, 'concluded');
    it.assertClean();
  });

  rule('what the bank does not have is null, not an error', {}, async (t, it) => {
    t.is(done(t, await it.provider.getCharge(it.txid)), null);
    t.is(done(t, await it.provider.quoteCharge(it.txid)), null);
    t.is(done(t, await it.provider.getPayment(`E00000000202611211000${'a'.repeat(11)}` as EndToEndId)), null);
    it.assertClean();
  });

  rule('a bank in maintenance has not answered that a charge is absent', {}, async (t, it) => {
    await it.misbehave('is_unavailable', 'get', 1);
    t.like(await it.provider.getCharge(it.txid), { kind: 'unknown' });
    it.assertClean();
  });
}
