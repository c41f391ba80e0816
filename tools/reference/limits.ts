import { KEY_LEASE_MS, REVOCATION_WAIT_MS } from '../../libs/contracts/src/admission.ts';
import { DETAILS_MAX } from '../../libs/core/src/envelope.ts';
import { EVIDENCE_LIMITS } from '../../libs/core/src/evidence-limits.ts';
import { AMOUNT_MAX } from '../../libs/core/src/money.ts';
import { PIX_KEY_MAX } from '../../libs/core/src/pix-key.ts';
import { HTTP_LIMITS } from '../../libs/runtime/src/http/http-server.ts';
import { SIMULATED_MAX } from '../../services/charge/src/commands/simulate-payment.ts';
import { EVIDENCE_MAX } from '../../services/charge/src/domain/answer-dispute.ts';
import { BAD_KEYS_PER_MINUTE } from '../../services/gateway/src/admission/bad-keys.ts';
import { USABLE } from '../../services/gateway/src/edge/idempotency-key.ts';
import { JSON_BODY_MAX_BYTES, JSON_DEPTH_MAX } from '../../services/gateway/src/edge/json-body.ts';
import { EMAIL_MAX, EXPIRES_IN, NAME_MAX, PHONE_MAX } from '../../services/gateway/src/input/charge-body.ts';
import { CURRENCY } from '../../services/gateway/src/input/currency-code.ts';
import {
  ID_MAX as ENDPOINT_ID_MAX,
  EVENT_NAME_MAX,
  EVENTS_MAX,
  URL_MAX,
} from '../../services/gateway/src/input/endpoint-body.ts';
import { KEY_LENGTH } from '../../services/gateway/src/input/idempotency-key.ts';
import { LABEL_MAX } from '../../services/gateway/src/input/key-body.ts';
import {
  LINK_TOKEN_MAX,
  LOGIN_EMAIL_MAX,
  NEW_PASSWORD,
  PASSWORD_MAX,
  TOTP_CODE,
} from '../../services/gateway/src/input/login-body.ts';
import {
  MAX_BYTES,
  MAX_DEPTH,
  MAX_KEY_LENGTH,
  MAX_KEYS,
  RESERVED,
  RETURN_URL_MAX,
} from '../../services/gateway/src/input/metadata.ts';
import { METHODS, METHODS_MAX } from '../../services/gateway/src/input/payment-body.ts';
import {
  ACCOUNT,
  BR_CODE_MAX,
  BRANCH,
  HOLDER_NAME_MAX,
  ISPB,
  PIX_KEY_GIVEN_MAX,
} from '../../services/gateway/src/input/payout-body.ts';
import { REASON_MAX, STRATEGIES } from '../../services/gateway/src/input/refund-body.ts';
import { BANK_RETURN_ID, DAY_MS, TIMES_MAX } from '../../services/gateway/src/input/simulate-payment-body.ts';
import { OTHER_TAX_ID_MAX } from '../../services/gateway/src/input/tax-id.ts';
import { USER_NAME_MAX } from '../../services/gateway/src/input/user-body.ts';
import { LIMITED_PER_MINUTE } from '../../services/gateway/src/request-log/start-request-log.ts';
import { SHARES } from '../../services/keys/src/credentials/passwords.ts';
import { LIST_MAX } from '../../services/keys/src/domain/api-key.ts';
import { ADDRESS_KNOWN_MS, ADDRESSES_MAX } from '../../services/keys/src/domain/known-address.ts';
import { TOTP_WAIT_SECONDS, WRONG_CODES_FREE } from '../../services/keys/src/domain/totp.ts';
import { REFUNDS_MAX } from '../../services/refund/src/domain/refund-request.ts';
import { MAX_ATTEMPTS } from '../../services/webhooks/src/domain/retry-schedule.ts';
import { BODY_KEPT_BYTES } from '../../services/webhooks/src/send/decoded.ts';
import { listLimits } from './list-limits.ts';
import { code, codes, number, page, table } from './markdown.ts';
import { contract } from './openapi.ts';
import { retries } from './retries.ts';

const KIB = 1_024;
const MIB = KIB * KIB;

/** Limits that are constants of the code; those that a deployment sets are on the configuration page. */
export function limitsPage(): string {
  return page(
    'Limits',
    'Made from the constants that enforce them. What a deployment can change is in [configuration](configuration.md).',
    '## Requests',
    table(
      ['what', 'limit'],
      [
        ['JSON body', `${JSON_BODY_MAX_BYTES / KIB} KiB, ${JSON_DEPTH_MAX} levels deep`],
        [
          'headers together',
          `${HTTP_LIMITS.maxHeaderSize / KIB} KiB, complete within ${HTTP_LIMITS.headersTimeout / 1_000} s`,
        ],
        ['`details` of an error', `the first ${DETAILS_MAX}`],
        ['whole request', `${HTTP_LIMITS.requestTimeout / 1_000} s`],
        [
          code('Idempotency-Key'),
          `${KEY_LENGTH.min} to ${KEY_LENGTH.max} ASCII characters (${code(USABLE.source)}); HTTP removes blanks at its edges`,
        ],
        ['requests with bad keys', `${BAD_KEYS_PER_MINUTE} in any 60 s for a client address and process`],
      ],
    ),
    '## Charges',
    charges(),
    '## Payments',
    payments(),
    '## Lists',
    listLimits(),
    '## Refunds',
    refunds(),
    '## Payouts',
    payouts(),
    '## Disputes',
    disputes(),
    '## Login',
    login(),
    '## Users',
    users(),
    '## Keys and webhooks',
    keysAndWebhooks(),
    '## Test mode',
    testMode(),
    '## What is tried again',
    retries(),
  );
}

const KEY_IN_BODY = `${KEY_LENGTH.min} to ${KEY_LENGTH.max} characters, no control characters among them`;
const METADATA = `${MAX_KEYS} keys of at most ${MAX_KEY_LENGTH} characters, ${MAX_DEPTH} levels deep, ${MAX_BYTES / KIB} KiB as JSON; numbers come back as written, up to 1e308`;
const METADATA_LEFT_OUT = `${codes([...RESERVED])}, and every name that begins with ${code('_')}`;
const NAME = `up to ${NAME_MAX} characters; an empty text is left out, as null is`;
const EMAIL = `${EMAIL_MAX} characters; an empty text is left out`;
const OTHER_TAX_ID = `CPF, CNPJ, or another tax id of at most ${OTHER_TAX_ID_MAX} characters`;

type Schema = { readonly minLength?: number; readonly maxLength?: number; readonly anyOf?: readonly Schema[] };
type Body = {
  readonly content: Readonly<Record<string, { readonly schema: { readonly properties: Record<string, Schema> } }>>;
};
type Contract = { readonly paths: Readonly<Record<string, { readonly post?: { readonly requestBody: Body } }>> };

/** The rows of a body's fields: these, and one for each other text, by the length that its schema has. */
function fields(path: string, rows: readonly (readonly [string, string])[]): string {
  const { paths } = contract() as unknown as Contract;
  const { properties = {} } = paths[path]?.post?.requestBody.content['application/json']?.schema ?? {};
  const known = new Set(rows.map(([field]) => field));
  const others = Object.entries(properties).flatMap(([name, schema]) => {
    const { minLength, maxLength }: Schema = Object.assign({}, schema, ...(schema.anyOf ?? []));
    if (maxLength === undefined || known.has(code(name))) return [];
    return [[code(name), `${minLength === undefined ? '' : `${minLength} to `}${number(maxLength)} characters`]];
  });
  return table(['field', 'limit'], [...rows, ...others]);
}

const charges = (): string =>
  fields('/v1/charges', [
    [code('amount'), `1 to ${number(AMOUNT_MAX)} centavos`],
    [code('expires_in'), `at least ${EXPIRES_IN.min} s; above ${number(EXPIRES_IN.cap)} s it is taken as that`],
    [code('customer.name'), NAME],
    [code('customer.email'), EMAIL],
    [code('customer.phone'), `8 to 15 digits, ${PHONE_MAX} characters; an empty text is left out`],
    [code('metadata'), METADATA],
    [`${code('metadata')}, left out`, METADATA_LEFT_OUT],
  ]);

const payments = (): string =>
  fields('/v1/payments', [
    [code('idempotencyKey'), KEY_IN_BODY],
    [code('amount'), `1 to ${number(AMOUNT_MAX)}, in the smallest unit of the currency`],
    [code('currency'), `${code(CURRENCY.source)}; PIX is in BRL`],
    [code('paymentMethods'), `1 to ${METHODS_MAX} of ${codes(METHODS)}; one that is named twice is one`],
    [code('customerName'), NAME],
    [code('customerDocument'), OTHER_TAX_ID],
    [code('customerEmail'), EMAIL],
    [
      code('metadata'),
      `${METADATA}; ${code('returnUrl')} an https URL of at most ${number(RETURN_URL_MAX)} characters, ${code('phone')} for MBWAY in E.164`,
    ],
    [`${code('metadata')}, left out`, METADATA_LEFT_OUT],
  ]);

const refunds = (): string =>
  table(
    ['what', 'limit'],
    [
      [
        'refunds of a charge',
        `${number(REFUNDS_MAX)}, failed ones among them; returns of money that may not be kept do not count. Beyond it 422 ${code('refund_limit_reached')} ([ADR 77](../adr/0077-a-charge-has-so-many-refunds.md))`,
      ],
      [code('idempotencyKey'), KEY_IN_BODY],
      [code('amount'), `1 to ${number(AMOUNT_MAX)} centavos, and never more than is left of the charge`],
      [code('reason'), `${REASON_MAX} characters`],
      [code('strategy'), codes(STRATEGIES)],
      [
        code('destinationKey'),
        `CPF, CNPJ, phone with ${code('+55')}, e-mail in lower case of at most ${PIX_KEY_MAX} characters, or random key`,
      ],
    ],
  );

const disputes = (): string =>
  table(
    ['what', 'limit'],
    [
      [code('text'), `1 to ${number(EVIDENCE_LIMITS.textMax)} characters`],
      [code('files'), `1 to ${EVIDENCE_LIMITS.filesMax}`],
      ['one file', `${EVIDENCE_LIMITS.fileBytesMax / MIB} MiB, before base64`],
      ['evidence of a dispute', `${EVIDENCE_MAX} times`],
      ['request with evidence', `${EVIDENCE_LIMITS.bodyBytesMax / MIB} MiB`],
    ],
  );

const IN_ACCOUNT = 'destination.bank_account';
const payouts = (): string =>
  fields('/v1/payouts', [
    [code('amount'), `1 to ${number(AMOUNT_MAX)} centavos`],
    [code('destination.pix_key'), `${PIX_KEY_GIVEN_MAX} characters`],
    [code('destination.br_code'), `${BR_CODE_MAX} characters`],
    [code(`${IN_ACCOUNT}.ispb`), code(ISPB.source)],
    [code(`${IN_ACCOUNT}.branch`), code(BRANCH.source)],
    [code(`${IN_ACCOUNT}.account`), code(ACCOUNT.source)],
    [code(`${IN_ACCOUNT}.holder_name`), `${HOLDER_NAME_MAX} characters`],
    [code('metadata'), METADATA],
  ]);

const WRONG_CODES = `${WRONG_CODES_FREE}, then a wait of ${TOTP_WAIT_SECONDS.first} s, twice as long after each further one, up to ${number(TOTP_WAIT_SECONDS.max)} s`;
const login = (): string =>
  table(
    ['field', 'limit'],
    [
      [code('email'), `1 to ${LOGIN_EMAIL_MAX} characters`],
      [code('password'), `1 to ${number(PASSWORD_MAX)} characters`],
      [code('totp'), `${code(TOTP_CODE.source)}; each code counts once`],
      [code('code'), code(TOTP_CODE.source)],
      ['wrong codes of a second factor in a row', WRONG_CODES],
      [code('currentPassword'), `1 to ${number(PASSWORD_MAX)} characters`],
      [code('token'), `1 to ${LINK_TOKEN_MAX} characters`],
      [code('newPassword'), `${NEW_PASSWORD.min} to ${NEW_PASSWORD.max} characters`],
      [
        'addresses that are known of a user',
        `the newest ${ADDRESSES_MAX}, for ${ADDRESS_KNOWN_MS / DAY_MS} days after a login from there`,
      ],
      [
        'logins from other addresses, in a process of `keys`',
        `one every ${SHARES.strangers.turnMs} ms, and ${SHARES.strangers.waiting} that wait; then 429`,
      ],
    ],
  );

const users = (): string =>
  table(
    ['field', 'limit'],
    [
      [code('email'), `1 to ${LOGIN_EMAIL_MAX} characters`],
      [code('name'), `1 to ${USER_NAME_MAX} characters`],
      [code('token'), `1 to ${LINK_TOKEN_MAX} characters`],
      [code('password'), `${NEW_PASSWORD.min} to ${NEW_PASSWORD.max} characters`],
    ],
  );

const keysAndWebhooks = (): string =>
  table(
    ['what', 'limit'],
    [
      [`${code('label')} of an API key`, `${LABEL_MAX} characters`],
      ['a list of API keys', `the newest ${number(LIST_MAX)}`],
      [
        'recorded of the requests of a key over its rate limit',
        `${LIMITED_PER_MINUTE} in any 60 s, for a gateway process`,
      ],
      ['how long a gateway may trust a key record', `${number(KEY_LEASE_MS)} ms from before the read behind it`],
      ['a revocation or rotation answers', `no sooner than ${number(REVOCATION_WAIT_MS)} ms after its commit`],
      ['URL of an endpoint', `${number(URL_MAX)} characters`],
      ['events of an endpoint', `1 to ${EVENTS_MAX} names`],
      [`${code('event')} of a test`, `${EVENT_NAME_MAX} characters`],
      [`${code('id')} in the body of a rotation`, `${ENDPOINT_ID_MAX} characters, and the one of the path`],
      ['attempts of a delivery', String(MAX_ATTEMPTS)],
      ['kept of an endpoint’s answer', `${BODY_KEPT_BYTES / KIB} KiB`],
    ],
  );

const testMode = (): string =>
  table(
    ['what', 'limit'],
    [
      [code('amount'), `1 to ${number(AMOUNT_MAX)}, in the smallest unit of the currency`],
      [code('payer.name'), `1 to ${NAME_MAX} characters`],
      [code('notify'), `${codes(['now', 'never'])}, or 0 to ${number(DAY_MS)} ms`],
      [code('times'), `1 to ${TIMES_MAX}`],
      [`${code('id')} of a bank return`, code(BANK_RETURN_ID.source)],
      [
        'simulated payments, disputes and bank returns of a charge',
        `${SIMULATED_MAX}; beyond it 422 ${code('payment_rejected')} to ${code('force')}, ${code('dispute')}, ${code('chargeback')} and a further bank return`,
      ],
    ],
  );
