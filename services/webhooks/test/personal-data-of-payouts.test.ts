import { SERVICES } from '@gx/contracts';
import type { OpenPersonalDataRequest } from '@gx/contracts/charge';
import { newId, type Tenant } from '@gx/core';
import { placesOf, serveRpcs, testHost, until } from '@gx/testkit';
import test from 'ava';
import { newTenant, startHarness, untilDeliveries } from './harness.ts';
import { payoutPaid } from './payout-events.ts';

const TEXT = 'Aluguel de Filomena Gaiola';
const CIPHERTEXT = Buffer.from('what only payout opens').toString('base64');
const erased = new Set<string>();

/** Payout, as far as it opens what its events hide. */
const host = testHost('payout');
const handlers = {
  OpenPersonalData: (_ctx: unknown, { items }: OpenPersonalDataRequest) => ({
    items: items.map(({ personalData }) =>
      erased.has(personalData?.keyId ?? '')
        ? { erased: true, values: {} }
        : { erased: false, values: personalData?.ciphertext === CIPHERTEXT ? { description: TEXT } : {} },
    ),
  }),
};
const { port } = await serveRpcs(host, { definition: SERVICES.payout, handlers: handlers as never });
const harness = await startHarness({ PAYOUT_ADDRESS: `127.0.0.1:${port}` });
test.after.always(async () => {
  await harness.stop();
  await host.stop();
});

const CALL = { requestId: 'req_personal_data' };
const { client, publishPayouts, register, sink } = harness;

/** `payout.paid` of a payout whose text is under the key of this name. */
function hidden(tenant: Tenant, keyId: string) {
  const event = payoutPaid(tenant);
  const { paid } = event;
  if (!paid?.payout) throw new Error('an event without a payout');
  const personalData = { keyId, ciphertext: CIPHERTEXT, fields: ['description'] };
  return { ...event, paid: { ...paid, payout: { ...paid.payout, personalData } } };
}
const textsAt = (path: string): unknown[] =>
  sink.requests(path).map(({ body }) => JSON.parse(body).data.object.description);

test('an event of a payout: nothing of its payee is stored, the text is sent and shown, and null once the payee is erased', async (t) => {
  const tenant = newTenant();
  const keyId = newId('payout');
  await register(tenant, '/payee', ['payout.paid']);
  const event = hidden(tenant, keyId);
  await publishPayouts(event);
  const [delivery] = await untilDeliveries(harness, tenant, 1, ({ status }) => status === 'DELIVERED');
  t.deepEqual(textsAt('/payee'), [TEXT]);
  t.deepEqual(await placesOf(harness.database.connection, [TEXT]), []);
  const kept = async () => JSON.parse((await client.getEvent(CALL, { tenant, id: event.eventId })).bodyJson);
  t.is((await kept()).data.object.description, TEXT);
  erased.add(keyId);
  t.is((await kept()).data.object.description, null);
  await client.retryDelivery(CALL, { tenant, id: delivery?.id ?? '' });
  await until('it is sent again', () => sink.requests('/payee').length >= 2);
  t.deepEqual(textsAt('/payee'), [TEXT, null]);
});
