import { newId } from '@gx/core';
import { type SinkRequest, until } from '@gx/testkit';
import { created, paid } from '../../services/webhooks/test/charge-events.ts';
import { newTenant, startHarness } from '../../services/webhooks/test/harness.ts';
import type { VerificationCase } from './samples.ts';

/** What a merchant's server received, and the secret that signed it. */
export type CapturedDelivery = { readonly request: SinkRequest; readonly secret: string };
export type Capture = { readonly deliveries: readonly CapturedDelivery[]; readonly secrets: readonly string[] };

const NAMES = ['charge.created', 'charge.paid', 'payment.completed'];
const CHARGES_AT_ONCE = 50;
/** Customers' names, which are in the body: what JSON, UTF-8 and line ends can do to a text. */
const TEXTS: readonly string[] = [
  'Maria da Silva',
  'João Ninguém Çelik',
  'e\u0301 decomposed, \u00e9 composed',
  '山田太郎',
  'محمد بن سلمان',
  '👩‍👩‍👧‍👦 🇧🇷',
  'quotes " and \\ and / and \\u0041',
  'lines\nand\r\ntabs\tand\u0000 and \u001f',
  'separators \u2028 and \u2029',
  '</script><!-- & &amp; \u007f',
  '\ufeff mark first, \u200b\u202e between',
  '{"id":"evt_1"}',
  'x'.repeat(5_000),
  '𝕏'.repeat(500),
  '',
];

/**
 * Real deliveries of the service, two canonical and one legacy for each charge; after half of them the secret
 * is rotated.
 */
export async function captureDeliveries(charges: number): Promise<Capture> {
  const harness = await startHarness();
  try {
    const tenant = newTenant();
    const { id: endpointId, secret: first } = await harness.register(tenant, '/shop', NAMES);
    const firstHalf = Math.ceil(charges / 2);
    await deliver(harness, tenant, 0, firstHalf);
    const split = harness.sink.requests('/shop').length;
    const rotated = await harness.client.rotateEndpointSecret({ requestId: 'req_test' }, { tenant, id: endpointId });
    await deliver(harness, tenant, firstHalf, charges);
    const deliveries = harness.sink
      .requests('/shop')
      .map((request, nth) => ({ request, secret: nth < split ? first : rotated.secret }));
    return { deliveries, secrets: [rotated.secret, first] };
  } finally {
    await harness.stop();
  }
}

async function deliver(
  { publish, sink }: Awaited<ReturnType<typeof startHarness>>,
  tenant: ReturnType<typeof newTenant>,
  from: number,
  to: number,
): Promise<void> {
  for (let nth = from; nth < to; nth += CHARGES_AT_ONCE) {
    const events = Array.from({ length: Math.min(CHARGES_AT_ONCE, to - nth) }, (_, more) => {
      const fields = { chargeId: newId('charge'), name: `${TEXTS[(nth + more) % TEXTS.length]} ${nth + more}` };
      return [created(tenant, fields), paid(tenant, fields)];
    });
    await publish(...events.flat());
  }
  await until(`${to} charges are announced`, () => sink.requests('/shop').length === to * NAMES.length);
}

const TOLERANCE_SECONDS = 300;
const STRANGER = '0123456789abcdef'.repeat(4);

/** A request of which it is known whether it is to be accepted, and why. */
export type Trial = { readonly of: string; readonly accepted: boolean; readonly verification: VerificationCase };

/**
 * What a receiver may meet of each delivery: the delivery itself under both signatures, and copies with one
 * thing wrong. The older form of our own signature covers no time; the guide has nobody verify it.
 */
export const trialsOf = ({ deliveries, secrets }: Capture): readonly Trial[] =>
  deliveries.flatMap(({ request, secret }, nth) => {
    const header = (name: string): string => String(request.headers[name] ?? '');
    const timestamp = header('webhook-timestamp');
    const all = {
      id: header('webhook-id'),
      timestamp,
      body: Buffer.from(request.body),
      secrets,
      now: Number(timestamp),
    };
    const own = header('x-service-signature');
    const signed: readonly VerificationCase[] = [
      { ...all, kind: 'standard', signature: header('webhook-signature') },
      ...(own.startsWith('t=') ? [{ ...all, kind: 'own' as const, signature: own }] : []),
    ];
    const others = [STRANGER, ...secrets.filter((one) => one !== secret)];
    return signed.flatMap((right) => [
      ...accepted(right),
      ...refused(right, { secrets: others, body: changed(right.body, nth) }),
    ]);
  });

const accepted = (right: VerificationCase): Trial[] => [
  { of: 'delivery', accepted: true, verification: right },
  { of: 'latest time', accepted: true, verification: { ...right, now: right.now + TOLERANCE_SECONDS } },
  { of: 'earliest time', accepted: true, verification: { ...right, now: right.now - TOLERANCE_SECONDS } },
];

const refused = (right: VerificationCase, wrong: Pick<VerificationCase, 'secrets' | 'body'>): Trial[] =>
  Object.entries({
    'changed body': { body: wrong.body },
    'other secrets': { secrets: wrong.secrets },
    'stale time': { now: right.now + TOLERANCE_SECONDS + 1 },
    'time to come': { now: right.now - TOLERANCE_SECONDS - 1 },
    'cut signature': { signature: right.signature.slice(0, -1) },
    'no signature': { signature: '' },
    ...(right.kind === 'own' ? {} : { 'other id': { id: `${right.id}0` }, 'no time': { timestamp: '' } }),
  }).map(([of, change]) => ({ of, accepted: false, verification: { ...right, ...change } }));

/** A copy with one byte changed; which one depends on `nth`. */
function changed(bytes: Buffer, nth: number): Buffer {
  const copy = Buffer.from(bytes);
  const at = (nth * 7_919) % copy.length;
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
