import { API_VERSION } from '../../libs/contracts/src/wire/envelope.ts';
import { schemas } from '../../services/gateway/src/contract/openapi.ts';
import {
  EVENT_CATALOG,
  type EventName,
  isLegacy,
  LEGACY_DEPRECATED_AT_MS,
  PAYOUT_DELIVERED_AS,
} from '../../services/webhooks/src/domain/event-catalog.ts';
import { standardId } from '../../services/webhooks/src/send/signature.ts';

type Json = Record<string, unknown>;
const ref = (pointer: string): Json => ({ $ref: `#/${pointer}` });

/** Names that are delivered: aliases and wildcards are subscribed to alone. */
const NAMES = Object.entries(EVENT_CATALOG)
  .filter(([, row]) => !('covers' in row))
  .map(([name]) => name as EventName);
const OF_PAYOUTS: ReadonlySet<string> = new Set(Object.values(PAYOUT_DELIVERED_AS).flat());

/**
 * What a merchant's endpoint is sent, as AsyncAPI 3.0; made from the event catalog and the schemas of the
 * answers.
 */
export function asyncApiPage(): string {
  const { Charge, ChargeEvent, LegacyEvent, Payout, PayoutEvent, WithdrawalEvent } = schemas();
  const document = {
    asyncapi: '3.0.0',
    info: {
      title: 'gx: webhooks',
      version: API_VERSION,
      description:
        'One POST for each event and endpoint, repeated until a 2xx. Deduplicate on the event’s `id`; check `X-Service-Signature` over the bytes that came before anything is believed.',
    },
    defaultContentType: 'application/json',
    channels: {
      endpoint: {
        address: null,
        description: 'The URL of a registered endpoint, or the `webhookUrl` of a transaction.',
        messages: Object.fromEntries(NAMES.map((name) => [keyOf(name), ref(`components/messages/${keyOf(name)}`)])),
        bindings: { http: {} },
      },
    },
    operations: {
      deliver: {
        action: 'send',
        channel: ref('channels/endpoint'),
        bindings: { http: { method: 'POST' } },
        messages: NAMES.map((name) => ref(`channels/endpoint/messages/${keyOf(name)}`)),
      },
    },
    components: {
      messages: Object.fromEntries(NAMES.map((name) => [keyOf(name), messageOf(name)])),
      schemas: { Charge, ChargeEvent, LegacyEvent, Payout, PayoutEvent, WithdrawalEvent },
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** A dot would be a step in some tools' paths. */
const keyOf = (name: string): string => name.replaceAll('.', '_');

function messageOf(name: EventName): Json {
  const legacy = isLegacy(name);
  return {
    name,
    title: name,
    summary: EVENT_CATALOG[name].description,
    ...(legacy ? { tags: [{ name: 'legacy' }] } : {}),
    headers: headersOf(name, legacy),
    payload: legacy ? ofName(legacySchema(name), { event: name }) : ofName(canonicalSchema(name), { type: name }),
  };
}

const canonicalSchema = (name: EventName): string => (OF_PAYOUTS.has(name) ? 'PayoutEvent' : 'ChargeEvent');
const legacySchema = (name: EventName): string => (OF_PAYOUTS.has(name) ? 'WithdrawalEvent' : 'LegacyEvent');

/** The shared shape, and what in it says which event it is. */
const ofName = (schema: string, constants: Readonly<Record<string, string>>): Json => ({
  allOf: [
    ref(`components/schemas/${schema}`),
    ...Object.entries(constants).map(([field, value]) => ({
      required: [field],
      properties: { [field]: { const: value } },
    })),
  ],
});

const Deprecation = {
  type: 'string',
  const: `@${LEGACY_DEPRECATED_AT_MS / 1_000}`,
  description: 'Since when the name is deprecated, in Unix seconds (RFC 9745).',
};

const headersOf = (name: EventName, legacy: boolean): Json => ({
  type: 'object',
  required: [
    ...['X-Service-Signature', 'X-Service-Delivery-Id', 'X-Service-Event-Type'],
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    ...(legacy ? ['Deprecation'] : []),
  ],
  properties: {
    'X-Service-Signature': {
      type: 'string',
      pattern: legacy ? '^sha256=[0-9a-f]{64}$' : '^t=\\d+,v1=[0-9a-f]{64}$',
      description: legacy
        ? 'HMAC-SHA256 of the body under the endpoint’s secret.'
        : 'HMAC-SHA256 of `<t>.<body>` under the endpoint’s secret; refuse a `t` that is more than 300 s away.',
    },
    'X-Service-Delivery-Id': { type: 'string', pattern: '^att_', description: 'Another one on every attempt.' },
    'X-Service-Event-Type': { type: 'string', const: name },
    'webhook-id': {
      type: 'string',
      pattern: `^${standardId('evt_[0-9a-f]{32}', name, legacy)}$`,
      description: legacy
        ? 'Of Standard Webhooks: the event’s id and the name that it is sent under, the same on every attempt.'
        : 'Of Standard Webhooks: the event’s id, the same on every attempt.',
    },
    'webhook-timestamp': {
      type: 'string',
      pattern: '^\\d+$',
      description: 'Of Standard Webhooks: Unix seconds of this attempt; refuse one that is more than 300 s away.',
    },
    'webhook-signature': {
      type: 'string',
      pattern: '^v1,[A-Za-z0-9+/]{43}=$',
      description:
        'Of Standard Webhooks: HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, in base64; the key is what the endpoint’s secret says in base64.',
    },
    ...(legacy ? { Deprecation } : {}),
  },
});
