import { newId, PLATFORM_ACCOUNT, Refusal } from '@gx/core';
import { servers, until } from '@gx/testkit';
import test from 'ava';
import { returnAtBank } from './at-bank.ts';
import { locked, NAMED, notified, OTHER, paidBy, paymentOf } from './locked.ts';
import { CALL, created, event, found, newTenant, pay, type Rig, startRig } from './rig.ts';

const rig = await startRig();
/** Its only process reaches no broker. */
const mute = await startRig({ KAFKA_BROKERS: '127.0.0.1:9' }, rig.simulator);
test.after.always('everything stops', async () => {
  await mute.stop();
  await rig.stop();
});

test.serial('what a refund builds on: the settlement of a charge, of nobody else’s', async (t) => {
  const charge = await locked(rig);
  const { tenant, id: chargeId } = charge;
  const before = await rig.rpc.getSettlement(CALL, { tenant, chargeId });
  t.like(before, { posted: false, bankProfileId: rig.profileId, charge: { id: chargeId, status: 'WAITING_PAYMENT' } });
  t.false('endToEndId' in before);
  const paidAt = Date.now() - 3_000;
  const order = { taxId: NAMED, report_payer: 'notification', paid_at: new Date(paidAt).toISOString() } as const;
  const endToEndId = await paidBy(rig, charge, order);
  const accepted = await event(rig, charge.id, 'charge.payment_accepted');
  t.like(await rig.rpc.getSettlement(CALL, { tenant, chargeId }), { posted: false, endToEndId });
  await rig.ledger.credit(accepted);
  await event(rig, charge.id, 'charge.paid');
  t.like(await rig.rpc.getSettlement(CALL, { tenant, chargeId: `tx_${chargeId}` }), {
    posted: true,
    endToEndId,
    paidAtMs: paidAt,
    charge: { status: 'PAID', expectedPayerTaxId: NAMED, customer: { name: 'Maria' } },
  });
  for (const request of [
    { tenant: newTenant(), chargeId },
    { tenant: { ...tenant, livemode: true }, chargeId },
    { tenant, chargeId: newId('charge') },
    { tenant, chargeId: 'nonsense' },
  ]) {
    const error = await t.throwsAsync(rig.rpc.getSettlement(CALL, request), { instanceOf: Refusal });
    t.is(error?.code, 'not_found');
  }
  t.false(JSON.stringify(before).includes(OTHER));
});

test.serial('bank profiles are listed for the other services that talk to banks, their secret encrypted', async (t) => {
  const pixOut = { ...rig.profile, id: 'sends', pixOutPath: '/gn/pix', pixOutFee: 15 };
  await rig.rpc.setBankProfile(CALL, pixOut);
  t.teardown(() => rig.rpc.setBankProfile(CALL, rig.profile));
  const { profiles } = await rig.rpc.listBankProfiles(CALL, {});
  t.like(profiles[0], { id: 'sends', payerQuery: true, pixOutPath: '/gn/pix', pixOutFee: 15, simulator: true });
  const usual = { keyLookupsPerMinute: 20, keyLookupsAtOnce: 100 };
  t.like(profiles[0], { pixOutDestinations: ['key'], pixOutOneAtATime: false, ...usual });
  const all = {
    pixOutDestinations: ['bank_account', 'br_code', 'key'],
    keyOwnerPath: '/gn/chaves/titular',
    pixOutOneAtATime: true,
    keyLookupsPerMinute: 7,
    keyLookupsAtOnce: 9,
    dialect: {
      timeZone: 'America/Sao_Paulo',
      localMarkedUtc: true,
      errors: [{ means: 'absent', status: 400, names: ['cobranca_nao_encontrada'] }],
    },
  };
  await rig.rpc.setBankProfile(CALL, { ...pixOut, ...all });
  t.like((await rig.rpc.listBankProfiles(CALL, {})).profiles[0], all);
  const shown = (await rig.rpc.describeBankProfiles(CALL, {})).profiles[0];
  t.like(shown, { pixOutDestinations: all.pixOutDestinations, hasKeyOwners: true, pixOutOneAtATime: true });
  // A set says all of a profile: what it leaves out is gone.
  await rig.rpc.setBankProfile(CALL, pixOut);
  t.like((await rig.rpc.listBankProfiles(CALL, {})).profiles[0], { pixOutDestinations: ['key'], ...usual });
  t.false('keyOwnerPath' in ((await rig.rpc.listBankProfiles(CALL, {})).profiles[0] ?? {}));
  const sim = profiles.find(({ id }) => id === rig.profileId);
  t.like(sim, { livemode: false, basePath: '/v2', clientId: rig.bank.clientId, payerQuery: true, pixOutFee: 0 });
  t.false('pixOutPath' in (sim ?? {}));
  t.false(JSON.stringify(profiles).includes(rig.bank.clientSecret));
  t.true((sim?.clientSecretCiphertext ?? '').length > 0 && (sim?.clientSecretKeyId ?? '').length > 0);
  for (const [wrong, param] of [
    [{ pixOutPath: 'gn/pix' }, 'pix_out_path'],
    [{ pixOutPath: '/gn/pix', pixOutFee: -1 }, 'pix_out_fee'],
    [{ pixOutPath: '/gn/pix', pixOutDestinations: ['cheque'] }, 'pix_out_destinations'],
    [{ pixOutPath: '/gn/pix', keyOwnerPath: 'gn/chaves' }, 'key_owner_path'],
    [{ keyOwnerPath: '/gn/chaves' }, 'key_owner_path'],
    [{ receiptPath: 'comprovantes' }, 'receipt_path'],
    [{ receiptPath: '/comprovantes/' }, 'receipt_path'],
    [{ balancePath: 'gn/saldo' }, 'balance_path'],
    [{ dialect: { localMarkedUtc: true, errors: [] } }, 'dialect.local_marked_utc'],
    [{ dialect: { timeZone: 'Nowhere', localMarkedUtc: false, errors: [] } }, 'dialect.time_zone'],
  ] as const) {
    const error = await t.throwsAsync(rig.rpc.setBankProfile(CALL, { ...rig.profile, ...wrong }), {
      instanceOf: Refusal,
    });
    t.is(error?.more.param, param);
  }
});

const triggers = (on: Rig) => {
  const all = on.ledger.events('').filter(({ type }) => type === 'charge.provider_callback_received');
  return [
    ...new Map(
      all.map(({ eventId, tenant, providerCallbackReceived }) => [eventId, { tenant, ...providerCallbackReceived }]),
    ).values(),
  ];
};

test.serial('word of a devolution or a Pix-out is passed on to the refund service', async (t) => {
  const charge = await created(rig);
  const endToEndId = await pay(rig, charge);
  await rig.ledger.credit(await event(rig, charge.id, 'charge.payment_accepted'));
  await event(rig, charge.id, 'charge.paid');
  t.is(await returnAtBank(rig, endToEndId, '1.00'), 201);
  const trigger = await until('the devolution', () => triggers(rig).find((one) => one.endToEndId === endToEndId));
  t.like(trigger, { bankProfileId: rig.profileId, tenant: { accountId: PLATFORM_ACCOUNT as string, livemode: false } });
  t.false('pixOutId' in trigger);
  t.is((await rig.rpc.getCharge(CALL, charge)).status, 'PAID');
  const sent = {
    endToEndId: 'E00000000202611210000pixout00001',
    chave: rig.bank.pixKey,
    tipo: 'SOLICITACAO',
    status: 'REALIZADO',
    valor: '3.00',
    horario: new Date().toISOString(),
    gnExtras: { idEnvio: 'refund0001' },
  };
  await notified(rig, sent);
  t.like(await until('the Pix-out', () => triggers(rig).find((one) => one.pixOutId === 'refund0001')), {
    bankProfileId: rig.profileId,
  });
  await found(rig, 'provider_callbacks', { pixOutId: 'refund0001', outcome: 'forwarded', state: 'handled' });
  rig.toUs.takeViolations();
});

test.serial('without a broker such a callback is not handled; its money is decided about all the same', async (t) => {
  const charge = await created(mute);
  const endToEndId = await paidBy(mute, charge, { amount: 1_000, force: true, notify: 'never' });
  t.is(await returnAtBank(mute, endToEndId, '10.00'), 201);
  await paymentOf(mute, charge.id, 'returned');
  const callbacks = () => mute.database.connection.collection('provider_callbacks');
  t.is((await callbacks().findOne({ endToEndId, devolved: true }))?.['state'], 'waiting');
  const heir = await mute.replica({ KAFKA_BROKERS: servers().kafkaBrokers.join(',') });
  t.teardown(heir.stop);
  // However often it was tried in vain until now, and however long it would rest because of that.
  const due = () => callbacks().updateMany({ state: 'waiting', claim: null }, { $set: { dueAt: new Date(0) } });
  await until(
    'it is passed on',
    async () => {
      await due();
      return triggers(mute).some((one) => one.endToEndId === endToEndId);
    },
    { timeoutMs: 90_000, everyMs: 250 },
  );
  await until(
    'and handled',
    async () => (await callbacks().findOne({ endToEndId, devolved: true }))?.['state'] === 'handled',
  );
  t.is(triggers(mute).length, 1);
});
