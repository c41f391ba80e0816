import { Refusal } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { expiresIn } from './closing.ts';
import { locked, NAMED, OTHER, paidBy } from './locked.ts';
import { CALL, created, event, newTenant, order, PATIENT, pay, type Rig, stored } from './rig.ts';

const NOBODYS = '019a0000-0000-7000-8000-000000000000';

/** What a payer is shown of a charge, by its id alone. */
export function showsCheckouts(rig: Rig): void {
  const standingOf = async (id: string) =>
    (await rig.rpc.getCheckoutStatuses(CALL, { ids: [id] })).standings[0] ?? { status: 'none', confirming: false };

  test('a payer is shown amount, merchant, description and code, and nothing that the merchant wrote about anybody', async (t) => {
    const customer = { name: 'Maria Canário', document: '52998224725', email: 'maria@canario.example' };
    const { id, charge } = await created(rig, { customer, description: 'Pedido 7', metadataJson: '{"canary":1}' });
    const checkout = await rig.rpc.getCheckout(CALL, { id });
    t.like(checkout, {
      standing: { id, status: 'WAITING_PAYMENT', confirming: false, expiresAtMs: charge.pix?.expiresAtMs },
      amount: 1_990,
      currency: 'BRL',
      paymentMethod: 'PIX',
      livemode: false,
      merchantName: 'Loja de Teste',
      description: 'Pedido 7',
      simulated: true,
      brCode: charge.pix?.brCode,
    });
    t.is(checkout.expectedPayer, undefined);
    t.is(checkout.returnUrl, undefined);
    t.notRegex(JSON.stringify(checkout), /can[aá]r|52998224725/i);
    for (const form of [`ch_${id}`, `tx_${id}`]) t.is((await rig.rpc.getCheckout(CALL, { id: form })).standing?.id, id);
  });

  test('what is no charge has no page, and is missing among the standings', async (t) => {
    const { id } = await created(rig);
    for (const nobodys of [NOBODYS, 'nonsense', '']) {
      const error = await t.throwsAsync(rig.rpc.getCheckout(CALL, { id: nobodys }), { instanceOf: Refusal });
      t.is(error?.code, 'not_found');
    }
    const { standings } = await rig.rpc.getCheckoutStatuses(CALL, { ids: [NOBODYS, 'nonsense', id] });
    t.deepEqual(
      standings.map((standing) => standing.id),
      [id],
    );
    t.deepEqual((await rig.rpc.getCheckoutStatuses(CALL, {})).standings, []);
    const tooMany = Array.from({ length: 1_001 }, () => id);
    const error = await t.throwsAsync(rig.rpc.getCheckoutStatuses(CALL, { ids: tooMany }), { instanceOf: Refusal });
    t.like(error, { code: 'invalid_request', more: { param: 'ids' } });
  });

  test('a payer lock names who may pay by a masked document; money of somebody else goes back, and why is shown', async (t) => {
    const charge = await locked(rig, NAMED);
    const before = await rig.rpc.getCheckout(CALL, { id: charge.id });
    t.is(before.expectedPayer, 'CPF ***.982.247-**');
    t.is(before.standing?.returnReason, undefined);
    await paidBy(rig, charge, { taxId: OTHER });
    const { standing } = await until(
      'it has gone back',
      async () => {
        const checkout = await rig.rpc.getCheckout(CALL, { id: charge.id });
        return checkout.standing?.status === 'REFUNDED' && checkout;
      },
      PATIENT,
    );
    t.is(standing?.returnReason, 'PAYER_MISMATCH');
    const polled = (await rig.rpc.getCheckoutStatuses(CALL, { ids: [charge.id] })).standings;
    t.deepEqual(polled, [standing]);
    t.notRegex(JSON.stringify([before, standing]), new RegExp(`${NAMED}|${OTHER}`));
  });

  test('a payment of another amount is shown as returned while the charge can still be paid', async (t) => {
    const { id, txid } = await created(rig);
    await paidBy(rig, { txid }, { amount: 1_000, force: true });
    const standing = await until(
      'it goes back',
      async () => {
        const [found] = (await rig.rpc.getCheckoutStatuses(CALL, { ids: [id] })).standings;
        return found?.returnReason !== undefined && found;
      },
      PATIENT,
    );
    t.like(standing, { status: 'WAITING_PAYMENT', returnReason: 'AMOUNT_MISMATCH' });
    t.truthy((await rig.rpc.getCheckout(CALL, { id })).brCode);
  });

  test('the button of the page pays a test charge once, by the payer whom its lock names', async (t) => {
    const { id } = await locked(rig, NAMED);
    t.true((await rig.rpc.simulateCheckoutPayment(CALL, { id })).accepted);
    const accepted = await event(rig, id, 'charge.payment_accepted');
    t.is(accepted.paymentAccepted?.wasHeld, false);
    t.false((await rig.rpc.simulateCheckoutPayment(CALL, { id })).accepted, 'pressed again');
    t.is((await rig.rpc.getCheckout(CALL, { id })).simulated, false);
  });

  test('the button does not exist for a live charge and for what is no charge: not found, and the bank is not queried', async (t) => {
    const { id } = await created(rig);
    await rig.database.connection.collection('charges').updateOne({ _id: id as never }, { $set: { livemode: true } });
    t.is((await rig.rpc.getCheckout(CALL, { id })).simulated, false);
    for (const other of [id, NOBODYS, 'nonsense']) {
      const error = await t.throwsAsync(rig.rpc.simulateCheckoutPayment(CALL, { id: other }), { instanceOf: Refusal });
      t.is(error?.code, 'not_found', other);
    }
    t.deepEqual((await stored(rig, id))?.['payments'], []);
  });

  test('a charge that the bank declined has no page', async (t) => {
    const { id } = await created(rig);
    await rig.database.connection
      .collection('charges')
      .updateOne({ _id: id as never }, { $set: { status: 'REJECTED', listed: false } });
    const error = await t.throwsAsync(rig.rpc.getCheckout(CALL, { id }), { instanceOf: Refusal });
    t.is(error?.code, 'not_found');
    t.deepEqual((await rig.rpc.getCheckoutStatuses(CALL, { ids: [id] })).standings, []);
  });

  test('money that was accepted is confirmed first: no code meanwhile, then the status', async (t) => {
    const known = await created(rig);
    await pay(rig, known);
    await until('it is being confirmed', async () => (await standingOf(known.id)).confirming);
    const between = await rig.rpc.getCheckout(CALL, { id: known.id });
    t.like(between, { standing: { status: 'WAITING_PAYMENT', confirming: true } });
    t.is(between.brCode, undefined);
    await rig.ledger.credit(await event(rig, known.id, 'charge.payment_accepted'));
    await until('it is paid', async () => (await standingOf(known.id)).status === 'PAID');
    const after = await rig.rpc.getCheckout(CALL, { id: known.id });
    t.like(after.standing, { status: 'PAID', confirming: false });
    t.is(after.brCode, undefined);
  });

  test('past its expiry no code is shown, whether or not the bank has confirmed the end', async (t) => {
    const { id } = await created(rig);
    await expiresIn(rig, id, -1);
    t.is((await rig.rpc.getCheckout(CALL, { id })).brCode, undefined);
  });

  test.serial(
    'the way back is kept beside the metadata; a merchant that cannot be looked up has no name and can be paid',
    async (t) => {
      const returnUrl = 'https://loja.example/pedidos/7?ok=1';
      const fresh = await rig.replica();
      const { charge } = await rig.rpc.createCharge(CALL, order(newTenant(), { returnUrl }));
      const id = charge?.id ?? '';
      t.is((await stored(rig, id))?.['returnUrl'], returnUrl);
      t.is(charge?.metadataJson, '{}');
      rig.accounts.down = true;
      const checkout = await fresh.rpc.getCheckout(CALL, { id }).finally(() => {
        rig.accounts.down = false;
      });
      await fresh.stop();
      t.is(checkout.returnUrl, returnUrl);
      t.is(checkout.merchantName, undefined);
      t.is(checkout.brCode, charge?.pix?.brCode);
    },
  );
}
