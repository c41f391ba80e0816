import { monitorEventLoopDelay } from 'node:perf_hooks';
import { chargeEventCodec, encodedEvent } from '@gx/contracts';
import { newId } from '@gx/core';
import { signedParts, toMessage } from '@gx/runtime/kafka';
import { testEventKeys } from '@gx/testkit';
import { optionsOf } from './options.ts';

const OPTIONS = optionsOf({ requests: 5_000, warmUp: 1_000 });
/** As many as a relay sends at once; a consumer may be given more. */
const BATCH = 500;
const TOPIC = 'gx.charge.money.v1';

/** What a signature costs: processor time of an event, and how long the event loop stands. */
export async function benchEventSignatures(): Promise<void> {
  const keys = testEventKeys('charge');
  const parts = Array.from({ length: BATCH }, () => signedParts(TOPIC, toMessage(eventOf())));
  const signatures = await Promise.all(parts.map((one) => keys.sign(one)));
  const bytes = parts[0]?.value.length ?? 0;
  await measured('sign', () => Promise.all(parts.map((one) => keys.sign(one))));
  await measured('verify', async () => {
    const refusals = await Promise.all(parts.map((one, nth) => keys.refusalOf({ ...one, signature: signatures[nth] })));
    if (refusals.some((refusal) => refusal !== undefined)) throw new Error('an event is refused');
  });
  console.log(`events of ${bytes} bytes, ${BATCH} at once`);
}

async function measured(name: string, batch: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < OPTIONS.warmUp; done += BATCH) await batch();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const [cpu, startedAt] = [process.cpuUsage(), performance.now()];
  for (let done = 0; done < OPTIONS.requests; done += BATCH) await batch();
  const [{ user, system }, ms] = [process.cpuUsage(cpu), performance.now() - startedAt];
  delay.disable();
  const loopMs = (delay.percentile(99) / 1e6).toFixed(1);
  console.log(
    `${name.padEnd(8)} ${((user + system) / OPTIONS.requests).toFixed(0)} µs of processor an event, ${((1_000 * ms) / OPTIONS.requests).toFixed(0)} µs of time; the event loop stands ${loopMs} ms (p99)`,
  );
}

function eventOf() {
  const [chargeId, tenant] = [newId('charge'), { accountId: newId('account'), livemode: true }];
  const attributes = { eventId: `evt_${chargeId}`, type: 'charge.payment_accepted', sequence: 2, tenant };
  const paymentAccepted = { endToEndId: `E${chargeId}`, amount: 1_000, currency: 'BRL', paidAtMs: Date.now() };
  const value = chargeEventCodec.encode({ ...attributes, chargeId, occurredAtMs: Date.now(), paymentAccepted });
  return encodedEvent({ ...attributes, traceparent: undefined }, value);
}
