import { chargeEventCodec, encodedEvent, topicName } from '@gx/contracts';
import { newId } from '@gx/core';
import { sendForgeries, until } from '@gx/testkit';
import test from 'ava';
import { bankId, make, newTenant, paidOut, requestsOf, startRig, stored } from './rig.ts';

const rig = await startRig();
test.after.always('everything stops', rig.stop);

test('word of a bank that charge has not passed on makes nobody ask it, however it is forged; the same one signed does', async (t) => {
  await rig.misbehave({ kind: 'stuck', operation: 'pix_out_put', times: 1 });
  const tenant = newTenant();
  const { id } = await paidOut(rig, tenant);
  await until('the bank has it', async () => (await stored(rig, id))?.['acknowledged'] === true);
  await make(rig, id, { dueAt: new Date(Date.now() + 3_600_000) });
  const before = requestsOf(rig, 'GET', bankId(id));
  const type = 'charge.provider_callback_received';
  const attributes = { eventId: `evt_${newId('charge')}`, type, sequence: 1, tenant, traceparent: undefined };
  const calledBack = { bankProfileId: 'sim', pixOutId: bankId(id) };
  const bytes = (of: object) =>
    chargeEventCodec.encode({ ...attributes, occurredAtMs: Date.now(), providerCallbackReceived: of });
  const topicPrefix = rig.env['TOPIC_PREFIX'] ?? '';
  const forged = {
    topic: topicName(topicPrefix, 'chargeMoney'),
    event: encodedEvent(attributes, bytes(calledBack)),
    otherType: 'charge.payment_accepted',
    otherValue: bytes({ ...calledBack, endToEndId: 'E1' }),
  };
  await sendForgeries(forged, `${topicPrefix}payout`, rig.lines);
  t.is(requestsOf(rig, 'GET', bankId(id)), before);
  await rig.bus.callback(tenant, calledBack);
  await until('what charge has signed makes it ask', () => requestsOf(rig, 'GET', bankId(id)) > before, {
    timeoutMs: 30_000,
  });
});
