/** What differs from run to run, by the name of its field, and what the documentation shows there. */
const FIELDS: Readonly<Record<string, string>> = {
  txid: 'Vq3nX0c7JrTbY5mKd1LwZp8sHf2GaEu4',
  providerTransactionId: 'Vq3nX0c7JrTbY5mKd1LwZp8sHf2GaEu4',
  apiKey: 'gx_test_EXAMPLE4kTqXnR7vBz2wLmYc',
  prefix: 'gx_test_EXAMPLE4',
  fingerprint: '5c'.repeat(32),
  ip: '203.0.113.7',
  accessToken: 'eyJhbGciOiJ….eyJzdWIiOiJ….Vq3nX0c7Jr…',
  otpauthUrl:
    'otpauth://totp/gx:ana%40example.com?secret=JBSWY3DPEHPK3PXP…&issuer=gx&algorithm=SHA1&digits=6&period=30',
  location: 'bank.example/qr/v2/98b623fa042f47eb9112e42dff752eae',
  'X-Service-Signature': `t=1795262407,v1=${'5c'.repeat(32)}`,
  'webhook-timestamp': '1795262407',
  'webhook-signature': 'v1,TIL0fRpz5B8lIXSvDKVOrK31B5XLjCBHKN4ibPUDzvA=',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00',
};
const NUMBERS: Readonly<Record<string, number>> = { durationMs: 12, p50Ms: 42_000, p95Ms: 118_000 };

/** The same by its form. */
const FORMS: readonly (readonly [form: RegExp, shown: string])[] = [
  [/^https?:\/\/127\.0\.0\.1:\d+\/(?=qr\/)/, 'https://gateway.example/'],
  [/^https?:\/\/127\.0\.0\.1:\d+\/(?=\w{8}-)/, 'https://checkout.example/'],
  [/^https?:\/\/127\.0\.0\.1:\d+\//, 'https://shop.example/'],
  [/^wt_[0-9a-f]+$/, 'wt_8b69c3deb7cb91700000000000060042524c'],
  [/^evt_[0-9a-f]{32}$/, 'evt_4f1e0c2b7a9d4e5f8a6b1c3d5e7f9012'],
  [/^E\d{20}\w{11}$/, 'E000000002026112112000a1B2c3D4e5'],
  [/^MED[0-9a-f]+$/, 'MED4f1e0c2b7a9d4e5f8a6b'],
  [/^000201.*6304[0-9A-F]{4}$/s, '00020101021226…6304ABCD'],
  [/^((?:data:image\/png;base64,)?(?:iVBORw0KGgo|JVBERi0xLjQK)).*$/s, '$1…'],
  [/^[A-Z2-7]{32}$/, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  [/^[0-9a-f]{64}$/, '5c'.repeat(32)],
  [/^[0-9a-f]{32}$/, '5c'.repeat(16)],
  [/^[\w.-]+@example\.com$/, 'ana@example.com'],
];

/** Names of times, in the order in which they come: a later one is shown later. */
const MOMENTS: readonly (readonly [name: RegExp, shown: string])[] = [
  [/paid|delivered|updated|occurred|received/i, '2026-11-21T12:00:07.000Z'],
  [/expires|next/i, '2026-11-21T13:00:00.000Z'],
  [/scheduled/i, '2026-11-22T12:00:00.000Z'],
  [/./, '2026-11-21T12:00:00.000Z'],
];
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
/** Of a longer list its beginning shows all there is to see. */
const SHOWN_OF_LIST = 2;

/**
 * An answer with ids, times, secrets and addresses that are the same whenever the test runs: what is one
 * thing in it stays one thing.
 */
export function canonicalAnswer(body: unknown): unknown {
  const ids = new Map<string, string>();
  const idOf = (found: string): string => {
    const known = ids.get(found) ?? `0199f3a2-8b7c-7d21-9c44-1f6e5a0b3c${String(ids.size + 10)}`;
    ids.set(found, known);
    return known;
  };
  const walk = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.slice(0, SHOWN_OF_LIST).map((item) => walk(item, name));
    if (typeof value === 'string') return shown(value, name).replace(UUID, idOf);
    if (typeof value === 'number') return NUMBERS[name] ?? (name === 'id' ? 42 : value);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, key)]));
  };
  return walk(body, '');
}

function shown(text: string, name: string): string {
  const field = FIELDS[name];
  if (field !== undefined) return field;
  if (TIME.test(text)) return MOMENTS.find(([of]) => of.test(name))?.[1] ?? text;
  if (DATE.test(text) && name !== 'api_version') return '2026-11-21';
  return FORMS.reduce((now, [form, as]) => now.replace(form, as), text);
}

/** What kind of value stands where: for answers whose values follow from whatever else was done before. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shapeOf(item)]));
}
