import type { Charge } from '../../libs/contracts/gen/gx/charge/v1/charge.ts';
import type { Payout } from '../../libs/contracts/gen/gx/payout/v1/payout.ts';
import { canonicalEvent, legacyEvent } from '../../libs/contracts/src/wire/charge-event.ts';
import { canonicalPayoutEvent, withdrawalEvent } from '../../libs/contracts/src/wire/payout-event.ts';
import { TRANSPORT_ERRORS } from '../../services/webhooks/src/domain/delivery.ts';
import {
  DELIVERED_AS,
  EVENT_CATALOG,
  LEGACY_DEPRECATED_AT_MS,
} from '../../services/webhooks/src/domain/event-catalog.ts';
import {
  JITTER_MAX_MS,
  JITTER_SHARE,
  MAX_ATTEMPTS,
  RETRY_AFTER_MAX_MS,
  RETRY_WAITS_SECONDS,
} from '../../services/webhooks/src/domain/retry-schedule.ts';
import {
  canonicalSignature,
  legacySignature,
  signingKeys,
  standardSignature,
} from '../../services/webhooks/src/send/signature.ts';
import { block, code, codes, duration, page, table } from './markdown.ts';

const OCCURRED = {
  eventId: 'evt_4f1e0c2b7a9d4e5f8a6b1c3d5e7f9012',
  sequence: 3,
  occurredAtMs: Date.UTC(2026, 10, 21, 12, 0, 7),
  livemode: false,
};
const SECRET = '5c'.repeat(32);
const BODY = '{"id":"evt_1"}';
const SENT_AT_SECONDS = 1_795_262_400;

const CHARGE: Charge = {
  id: '0199f3a2-8b7c-7d21-9c44-1f6e5a0b3c2d',
  tenant: { accountId: '', livemode: false },
  surface: 'CHARGES',
  amount: 1_000,
  currency: 'BRL',
  status: 'PAID',
  paymentMethod: 'PIX',
  customer: { name: 'Maria Souza', document: null },
  pix: {
    brCode: '00020101021226…6304ABCD',
    qrCodeUrl: 'https://gateway.example/qr/0199f3a2-8b7c-7d21-9c44-1f6e5a0b3c2d.png',
    expiresAtMs: Date.UTC(2026, 10, 21, 13),
    txid: 'Vq3nX0c7JrTbY5mKd1LwZp8sHf2GaEu4',
  },
  checkoutUrl: 'https://checkout.example/0199f3a2-8b7c-7d21-9c44-1f6e5a0b3c2d',
  endToEndId: 'E000000002026112112000a1B2c3D4e5',
  paidAtMs: OCCURRED.occurredAtMs,
  metadataJson: '{"order":"1042"}',
  createdAtMs: Date.UTC(2026, 10, 21, 12),
  providerFee: 10,
  platformFee: 10,
} as unknown as Charge;

const PAYOUT: Payout = {
  id: '0199f3a2-8b7c-7d21-9c44-1f6e5a0b3c2e',
  tenant: null,
  amount: 1_000,
  currency: 'BRL',
  status: 'PAID',
  fee: 50,
  destination: { type: 'email', keyMasked: 'f***@example.com' },
  endToEndId: 'E000000002026112112000d4E5f6G7h8',
  metadataJson: '{"invoice":"77"}',
  createdAtMs: Date.UTC(2026, 10, 21, 12),
  paidAtMs: OCCURRED.occurredAtMs,
  approval: { required: false },
  returnedAmount: 0,
};

/** The webhook contract as a merchant's programmer needs it. */
export function eventsPage(): string {
  return page(
    'Webhook events',
    'Made from the tables and serializers of `services/webhooks` and `libs/contracts`.',
    '## Catalog',
    'What an endpoint may subscribe to; `GET /v1/webhooks/event-catalog` answers the same. An alias or wildcard stands for its family and is delivered under the concrete name, once per endpoint.',
    catalog(),
    `What happens to a charge or payout, and the names that it is delivered under: ${Object.entries(DELIVERED_AS)
      .map(([type, names]) => `${code(type)} as ${codes(names)}`)
      .join('; ')}. A payout that is cancelled is delivered as one that failed, with its own status.`,
    '## Bodies',
    'Canonical (`charge.*`, `payout.*`), as `GET /v1/events` shows them for 30 days, with or without a subscriber. `api_version` is that of the day on which the endpoint was registered. `sequence` orders the events of one charge or payout; numbers between them are internal. `data.object` is what `GET /v1/charges/{id}` answers, without the image, or `GET /v1/payouts/{id}`. Deduplicate on `id`: one event keeps it for ever. A dispute that is won makes a charge paid once more, by a `charge.paid` of its own: what you release, release by the id of the charge.',
    block('json', JSON.stringify(canonicalEvent('charge.paid', CHARGE, OCCURRED), null, 2)),
    block('json', JSON.stringify(canonicalPayoutEvent('payout.paid', PAYOUT, OCCURRED), null, 2)),
    'Legacy (`payment.*`, `withdrawal.*`):',
    block(
      'json',
      JSON.stringify(
        legacyEvent('payment.completed', CHARGE, { previousStatus: 'WAITING_PAYMENT', ...OCCURRED }),
        null,
        2,
      ),
    ),
    block(
      'json',
      JSON.stringify(
        withdrawalEvent('withdrawal.completed', PAYOUT, { previousStatus: 'PROCESSING', ...OCCURRED }),
        null,
        2,
      ),
    ),
    '`payment.refunded` has `data.refund` beside, the refund that moved: `{"id": "re_…", "amount": 400, "status": "IN_PROGRESS"}`, and `failureReason` of one that failed: the bank’s code for why. Method and fees are there while the transaction is `PAID` or `APPROVED`.',
    '## Signature',
    signature(),
    '## Retries',
    retries(),
  );
}

type Row = { readonly description: string; readonly legacy?: true; readonly covers?: readonly string[] };

function catalog(): string {
  const rows: [string, Row][] = Object.entries(EVENT_CATALOG);
  return table(
    ['event', 'envelope', 'description'],
    rows.map(([name, { description, legacy, covers }]) => [
      code(name),
      legacy ? 'legacy' : 'canonical',
      covers === undefined ? description : `${description} (${codes(covers)})`,
    ]),
  );
}

function signature(): string {
  const example = table(
    ['header', 'canonical', 'legacy'],
    [
      [
        code('X-Service-Signature'),
        `${code('t=<unix seconds>,v1=<hmac>')} over ${code('<t>.<body>')}`,
        `${code('sha256=<hmac>')} over ${code('<body>')}`,
      ],
      [code('X-Service-Delivery-Id'), 'new at each attempt', 'the same'],
      [code('X-Service-Event-Type'), 'the name it is delivered under', 'the same'],
      [code('webhook-id'), "the event's id", `${code('<event id>_<name>')}, a point in the name as ${code('_')}`],
      [code('webhook-timestamp'), 'unix seconds, of this attempt', 'the same'],
      [
        code('webhook-signature'),
        `${code('v1,<base64>')} over ${code('<webhook-id>.<webhook-timestamp>.<body>')}`,
        'the same',
      ],
      [
        code('Deprecation'),
        'none',
        `since when the name is deprecated (RFC 9745): ${code(`@${LEGACY_DEPRECATED_AT_MS / 1_000}`)}`,
      ],
    ],
  );
  const vectors = table(
    ['secret', 'body', 'header'],
    [
      [code(SECRET), code(BODY), code(canonicalSignature(signingKeys(SECRET), BODY, SENT_AT_SECONDS))],
      [code(SECRET), code(BODY), code(legacySignature(signingKeys(SECRET), BODY))],
      [
        code(SECRET),
        code(BODY),
        code(standardSignature(signingKeys(SECRET), { id: 'evt_1', unixSeconds: SENT_AT_SECONDS, body: BODY })),
      ],
    ],
  );
  return [
    'HMAC-SHA256 in lower-case hex over the raw bytes of the body. The key is the text of the secret, 64 hex characters, not the bytes they stand for.',
    example,
    'Read the body as bytes before any parser touches it, compare in constant time, and refuse a `t` that is more than 300 s away. Each attempt is signed at its own moment with the secret of that moment.',
    'The three `webhook-` headers are those of [Standard Webhooks](https://www.standardwebhooks.com), beside our own: give any of its libraries the secret as it is, with or without `whsec_` before it. The key is then what the text says in base64. `webhook-id` is the same however often a webhook is sent. To try your code:',
    vectors,
  ].join('\n\n');
}

function retries(): string {
  const total = RETRY_WAITS_SECONDS.reduce((sum, wait) => sum + wait, 0);
  return [
    `2xx delivers; every other answer, a redirect included, is tried again, ${MAX_ATTEMPTS} attempts in all over ${duration(total)}. To each wait 0 to ${JITTER_SHARE * 100} % is added, at most ${duration(JITTER_MAX_MS / 1_000)}. On 429 and 503 a ${code('Retry-After')} can postpone the next attempt by up to ${duration(RETRY_AFTER_MAX_MS / 1_000)}, never hasten it. After the last attempt the delivery is ${code('FAILED')}.`,
    table(
      ['before attempt', 'wait'],
      RETRY_WAITS_SECONDS.map((wait, index) => [String(index + 2), duration(wait)]),
    ),
    `When there was no answer, ${code('lastError')} of the delivery is one of ${codes(TRANSPORT_ERRORS)}.`,
  ].join('\n\n');
}
