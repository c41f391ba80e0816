import { addMillis, type EndToEndId, parseTaxId, type TaxDocument } from '@gx/core';
import type { ExecutionContext } from 'ava';
import type { PayerQuestion } from '../../src/index.ts';
import type { PaymentOrder } from '../../src/test-payer.ts';
import { done, type PreparedCase, paidCharge, type Rule } from './rule.ts';

const PAYER = '12ABC34501DE35';
const DECOY = '39053344705';
/** The second look soon after the first: what is proven is the order of the looks, not the wait. */
const SOON = { confirmMissAfterMs: 150 };

const documentOf = (text: string): TaxDocument => parseTaxId(text) as TaxDocument;

/** Who paid: a match or a mismatch only when nothing else can be meant. */
export function payerRules(rule: Rule): void {
  const paid = async (t: ExecutionContext, it: PreparedCase, order: PaymentOrder = {}): Promise<EndToEndId> =>
    paidCharge(t, it, { payer: { taxId: PAYER, name: 'Maria da Silva' }, ...order });
  const question = async (t: ExecutionContext, it: PreparedCase, endToEndId: EndToEndId): Promise<PayerQuestion> => {
    const paidAt = done(t, await it.provider.getPayment(endToEndId))?.paidAt ?? new Date(0);
    return { txid: it.txid, endToEndId, taxId: documentOf(PAYER), paidAt };
  };
  const lists = (it: PreparedCase): number => it.requests('list_settlements').length;

  rule('payer: named in the Pix, where the bank names it, in every copy', {}, async (t, it) => {
    const endToEndId = await paid(t, it, { reportPayer: 'notification' });
    t.deepEqual(done(t, await it.provider.getPayment(endToEndId))?.payer, documentOf(PAYER));
    const [element] = done(t, await it.provider.getCharge(it.txid))?.payments ?? [];
    t.deepEqual(element?.kind === 'payment' ? element.payment.payer : null, documentOf(PAYER));
    it.assertClean();
  });

  rule('payer: the one who paid matches, by one list without the filter and one with it', SOON, async (t, it) => {
    t.true(it.provider.capabilities().payerQuery);
    const query = await question(t, it, await paid(t, it));
    t.is(await it.provider.confirmPayer(query), 'match');
    t.is(lists(it), 2);
    it.assertClean();
  });

  rule('payer: a decoy misses, and only after it missed twice', SOON, async (t, it) => {
    const query = await question(t, it, await paid(t, it));
    const startedAt = performance.now();
    t.is(await it.provider.confirmPayer({ ...query, taxId: documentOf(DECOY) }), 'mismatch');
    t.true(performance.now() - startedAt >= 150);
    t.is(lists(it), 4);
    it.assertClean();
  });

  rule('payer: without a word on it the second look comes 3 s after the first', {}, async (t, it) => {
    const query = await question(t, it, await paid(t, it));
    const startedAt = performance.now();
    t.is(await it.provider.confirmPayer({ ...query, taxId: documentOf(DECOY) }), 'mismatch');
    t.true(performance.now() - startedAt >= 3_000);
    it.assertClean();
  });

  rule(
    'payer: a filter that lags for a moment is a match in the end, never a mismatch',
    { confirmMissAfterMs: 4_500 },
    async (t, it) => {
      const query = await question(t, it, await paid(t, it, { indexLagMs: 3_000 }));
      t.is(await it.provider.confirmPayer(query), 'match');
      t.is(lists(it), 4);
      it.assertClean();
    },
  );

  rule('payer: a list that lags is waited for', SOON, async (t, it) => {
    const query = await question(t, it, await paid(t, it, { listLagMs: 3_000 }));
    t.is(await it.provider.confirmPayer(query), 'match');
    t.true(lists(it) > 2);
    it.assertClean();
  });

  rule('payer: a list that does not show the Pix in time proves nothing', SOON, async (t, it) => {
    const query = await question(t, it, await paid(t, it, { listLagMs: 60_000 }));
    for (const taxId of [PAYER, DECOY].map(documentOf)) {
      t.is(await it.provider.confirmPayer({ ...query, taxId }, { deadlineMs: 500 }), 'unavailable');
    }
    it.assertClean();
  });

  rule('payer: no time for the second look: a miss proves nothing', { confirmMissAfterMs: 5_000 }, async (t, it) => {
    const query = await question(t, it, await paid(t, it));
    t.is(await it.provider.confirmPayer({ ...query, taxId: documentOf(DECOY) }, { deadlineMs: 2_000 }), 'unavailable');
    it.assertClean();
  });

  for (const [how, byBank] of [
    ['is_unavailable', false],
    ['times_out', false],
    ['breaks_before_accepting', false],
    ['refuses_the_request', false],
    ['answers_html', true],
    ['ignores_the_filter', false],
    ['does_not_echo_the_filter', false],
  ] as const) {
    for (const taxId of [PAYER, DECOY].map(documentOf)) {
      const whom = taxId.value === PAYER ? 'the payer' : 'a decoy';
      rule(`payer: a filter by payer that ${how} proves nothing about ${whom}`, SOON, async (t, it) => {
        const query = await question(t, it, await paid(t, it));
        await it.misbehave(how, 'list_by_payer');
        t.is(await it.provider.confirmPayer({ ...query, taxId }), 'unavailable');
        it.assertClean({ byBank });
      });
    }
  }

  rule('payer: a hanging bank is left in time', SOON, async (t, it) => {
    const query = await question(t, it, await paid(t, it));
    await it.misbehave('hangs', 'list_by_payer');
    t.is(await it.provider.confirmPayer(query, { deadlineMs: 400 }), 'unavailable');
    it.assertClean();
  });

  rule(
    'payer: the decoy gives away a bank that echoes a filter and ignores it: it must not have the capability',
    SOON,
    async (t, it) => {
      const query = await question(t, it, await paid(t, it));
      await it.misbehave('echoes_and_ignores_the_filter', 'list_by_payer');
      t.is(await it.provider.confirmPayer({ ...query, taxId: documentOf(DECOY) }), 'match');
      it.assertClean();
    },
  );

  rule('payer: such a bank is found out where it names the payer as well', SOON, async (t, it) => {
    const query = await question(t, it, await paid(t, it, { reportPayer: 'notification' }));
    await it.misbehave('echoes_and_ignores_the_filter', 'list_by_payer');
    t.is(await it.provider.confirmPayer({ ...query, taxId: documentOf(DECOY) }), 'unavailable');
    it.assertClean();
  });

  rule('payer: an unknown txid, or another Pix of the charge, proves nothing', SOON, async (t, it) => {
    const query = await question(t, it, await paid(t, it));
    const deadline = { deadlineMs: 400 };
    const strangers = { txid: '7978c0c97ea847e78e8849634473c1f1', endToEndId: `E${'9'.repeat(31)}` };
    t.is(await it.provider.confirmPayer({ ...query, txid: strangers.txid as typeof it.txid }, deadline), 'unavailable');
    t.is(
      await it.provider.confirmPayer({ ...query, endToEndId: strangers.endToEndId as EndToEndId }, deadline),
      'unavailable',
    );
    const elsewhen = addMillis(query.paidAt, -48 * 3_600_000);
    t.is(await it.provider.confirmPayer({ ...query, paidAt: elsewhen }, deadline), 'unavailable');
    it.assertClean();
  });

  rule('payer: every page of both lists is read', { ...SOON, pageSize: 1 }, async (t, it) => {
    const first = await paid(t, it);
    const { brCode } = done(t, await it.provider.getCharge(it.txid)) ?? {};
    const order = { notify: 'never', force: true, payer: { taxId: PAYER } } as const;
    for (let i = 0; i < 2; i += 1) await it.pay(brCode ?? '', order);
    const last = await it.pay(brCode ?? '', { ...order, payer: { taxId: DECOY } });
    t.is(await it.provider.confirmPayer(await question(t, it, first)), 'match');
    t.is(lists(it), 4 + 3);
    t.is(await it.provider.confirmPayer({ ...(await question(t, it, last)), taxId: documentOf(DECOY) }), 'match');
    t.is(await it.provider.confirmPayer(await question(t, it, last)), 'mismatch');
    it.assertClean();
  });

  rule('payer: a bank without the filter is not called', { plain: true }, async (t, it) => {
    t.false(it.provider.capabilities().payerQuery);
    const query = await question(t, it, await paid(t, it));
    t.is(await it.provider.confirmPayer(query), 'unavailable');
    t.is(lists(it), 0);
    it.assertClean();
  });
}
