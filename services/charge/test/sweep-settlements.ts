import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@gx/testkit';
import test from 'ava';
import { elementOf, locked, NAMED, notified, paidBy, withoutPayerFilter } from './locked.ts';
import { CALL, created, event, found, newTenant, PATIENT, pay, type Rig, setProfile, stored } from './rig.ts';

const HOUR_MS = 3_600_000;
const inAnHour = () => new Date(Date.now() + HOUR_MS);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

/** Lost callbacks; the rig sweeps every second, five settlements to a page. */
export function sweepsSettlements(rig: Rig): void {
  const watermark = async () =>
    (await rig.database.connection.collection('sweeps').findOne({ _id: rig.profileId as never })) ?? undefined;

  test.serial('lost callbacks are found by the sweep, over all pages, each once', async (t) => {
    const tenant = newTenant();
    const charges = await Promise.all(Array.from({ length: 12 }, () => created(rig, {}, tenant)));
    await rig.misbehave({ kind: '503', operation: 'pix_list' });
    await Promise.all(charges.map((charge) => pay(rig, charge, { notifyNever: true })));
    const before = await watermark();
    await rig.behave();
    for (const { id } of charges) await event(rig, id, 'charge.payment_accepted');
    t.deepEqual(rig.toUs.traffic, []);
    await until(
      'the watermark moved after the last page',
      async () => (await watermark())?.['readUntil'] > (before?.['readUntil'] ?? 0),
    );
    for (const { id } of charges) t.is((await stored(rig, id))?.['payments'].length, 1);
    rig.toBank.assertClean();
  });

  test.serial('what was decided about is looked up once, however often the bank lists it', async (t) => {
    const charge = await created(rig);
    const endToEndId = await pay(rig, charge, { notifyNever: true });
    await event(rig, charge.id, 'charge.payment_accepted');
    const swept = async () => {
      const before = (await watermark())?.['readUntil'];
      await until('it was swept again', async () => (await watermark())?.['readUntil'] > before);
    };
    // The one under way may have begun before the decision, and the next one remembers it.
    await swept();
    await swept();
    const { db } = rig.database.connection;
    await db?.command({ profile: 2 });
    await swept();
    await swept();
    await db?.command({ profile: 0 });
    const profile = await db?.collection('system.profile').find({ 'command.find': 'charges' }).toArray();
    const lookUps = profile?.filter(({ command }) => command.filter['payments.endToEndId']?.$in?.includes(endToEndId));
    t.deepEqual(lookUps, []);
  });

  test.serial('two replicas sweep at once: one payment, one event id', async (t) => {
    const second = await rig.replica();
    const charge = await created(rig);
    await pay(rig, charge, { notifyNever: true });
    await event(rig, charge.id, 'charge.payment_accepted');
    const swept = (await watermark())?.['readUntil'];
    await until('it was swept again', async () => (await watermark())?.['readUntil'] > swept);
    t.is((await stored(rig, charge.id))?.['payments'].length, 1);
    t.is(new Set(rig.ledger.events(charge.id).map(({ eventId }) => eventId)).size, 2);
    await second.stop();
  });

  test.serial('a page that cannot be read leaves the watermark where it is', async (t) => {
    await rig.misbehave({ kind: '500', operation: 'pix_list' });
    const charge = await created(rig);
    await pay(rig, charge, { notifyNever: true });
    const before = await until('the sweep failed', async () => {
      const mark = await watermark();
      return rig.toBank.traffic.some(({ operation, status }) => operation === 'listPix' && status === 500) && mark;
    });
    t.is((await rig.rpc.getCharge(CALL, charge)).status, 'WAITING_PAYMENT');
    t.is((await stored(rig, charge.id))?.['payments'].length, 0);
    await rig.behave();
    await event(rig, charge.id, 'charge.payment_accepted');
    t.true((await watermark())?.['readUntil'] >= before['readUntil']);
  });

  test.serial(
    'what a sweep found while the bank could not say more is queried by the next one, not in half an hour',
    async (t) => {
      await rig.misbehave({ kind: '503', operation: 'get' });
      const charge = await created(rig);
      const endToEndId = await pay(rig, charge, { notifyNever: true });
      const finds = rig.database.connection.collection<{ attempts: number }>('provider_callbacks');
      const find = { endToEndId, elementKey: /^swept:/, state: 'waiting' };
      await until('it waits', async () => {
        const put = await finds.updateOne({ ...find, claim: null }, { $set: { attempts: 4, dueAt: inAnHour() } });
        return put.modifiedCount === 1;
      });
      const reads = async () => (await rig.seen(charge.txid))['get'] ?? 0;
      const before = await reads();
      await until('three more sweeps have brought it forward', async () => (await reads()) >= before + 3, PATIENT);
      t.is(
        await finds.findOne({ ...find, attempts: { $gt: 4 } }),
        null,
        'a try that a sweep brings is none of its own',
      );
      await rig.behave();
      await event(rig, charge.id, 'charge.payment_accepted');
      t.is((await stored(rig, charge.id))?.['payments'].length, 1);
    },
  );

  test.serial(
    'a callback that waits is queried with what a sweep finds of its Pix: it may know who paid',
    async (t) => {
      t.teardown(await withoutPayerFilter(rig));
      const charge = await locked(rig);
      await rig.misbehave({ kind: '503', operation: '*' });
      const endToEndId = await paidBy(rig, charge, { taxId: NAMED, report_payer: 'never', notify: 'never' });
      await notified(rig, elementOf(endToEndId, charge.txid, { cpf: NAMED, nome: 'Maria' }));
      const callbacks = rig.database.connection.collection('provider_callbacks');
      const callback = {
        endToEndId,
        elementKey: { $not: /^swept:/ },
        state: 'waiting',
        claim: null,
        attempts: { $gt: 0 },
      };
      await until('it waits', async () => {
        const put = await callbacks.updateOne(callback, { $set: { attempts: 4, dueAt: inAnHour() } });
        return put.modifiedCount === 1;
      });
      await rig.behave();
      const { paymentAccepted } = await event(rig, charge.id, 'charge.payment_accepted');
      t.is(paymentAccepted?.endToEndId, endToEndId);
    },
  );

  test.serial('after three days without a sweep, a bank that lists no more than a day is caught up with', async (t) => {
    const bank = await bankOfShortLists(rig.toBank.url);
    t.teardown(async () => {
      await setProfile(rig.rpc, rig.profile);
      bank.close();
    });
    await setProfile(rig.rpc, { ...rig.profile, baseUrl: bank.url });
    await rig.misbehave({ kind: '503', operation: 'pix_list' });
    const before = rig.toBank.traffic.length;
    const charge = await created(rig);
    const endToEndId = await pay(rig, charge, {
      notifyNever: true,
      paidAtMs: hoursAgo(60).getTime(),
      force: true,
    });
    // A turn that began before would put the watermark back to now.
    await until('no turn gets to the end', () =>
      rig.toBank.traffic.slice(before).some(({ operation, status }) => operation === 'listPix' && status === 503),
    );
    const now = new Date();
    await rig.database.connection
      .collection('sweeps')
      .updateOne({ _id: rig.profileId as never }, { $set: { readUntil: hoursAgo(72), lookedBackAt: now } });
    await rig.behave();
    const callback = await found(rig, 'provider_callbacks', { endToEndId });
    t.is(callback['txid'], charge.txid);
    t.regex(callback['elementKey'], /^swept:/);
    await until('the watermark is at now again', async () => (await watermark())?.['readUntil'] > now);
  });
}

/** Declines a list of more than a day, as banks may; all else reaches `target`. */
async function bankOfShortLists(target: string) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', target);
    const span = Date.parse(searchParams.get('fim') ?? '') - Date.parse(searchParams.get('inicio') ?? '');
    if (pathname === '/v2/pix' && span > 24 * HOUR_MS) {
      response.writeHead(400, { 'content-type': 'application/problem+json' });
      response.end(
        JSON.stringify({ type: 'https://pix.bcb.gov.br/api/v2/error/PixConsultaInvalida', title: '', status: 400 }),
      );
      return;
    }
    const { method, headers } = request;
    const onward = send(new URL(request.url ?? '/', target), { method: method ?? 'GET', headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.once('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
