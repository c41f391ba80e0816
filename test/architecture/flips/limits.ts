/**
 * A number that a request is held to, or that stands where nobody says one, and where it stands: what leads
 * up to it is the first group of `find`.
 */
export type Limit = {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  /** Both, unless one of them changes nothing that anybody could see: another rule says the same. */
  readonly by?: readonly (1 | -1)[];
};

const INPUT = 'services/gateway/src/input';
const constant = (file: string, name: string): Limit => ({
  name: `${name} of ${file.slice(file.lastIndexOf('/') + 1)}`,
  file,
  find: `^((?:export )?const ${name} = )`,
});
const inside = (file: string, name: string, find: string, by?: Limit['by']): Limit => ({
  name,
  file,
  find: `(${find})`,
  ...(by === undefined ? {} : { by }),
});
const short = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

/** How many of a list are asked for at least. */
const LISTS = ['charge-list', 'payment-list', 'delivery-list', 'event-list', 'log-list'].map((name) =>
  inside(`${INPUT}/${name}.ts`, `${name}, least limit`, 'limit: queryNumber\\(\\{ min: '),
);

/** The smallest amount, at the edge and once more behind it. */
const AMOUNTS = [
  inside(`${INPUT}/amount.ts`, 'amount of a request, least', '\\.int\\(\\{ error: RULE \\}\\)\\.min\\('),
  ...['services/charge/src/domain/charge-request.ts', 'services/refund/src/domain/refund-request.ts'].map((file) =>
    inside(file, `amount of ${short(file)}, least`, '\\(amount\\) \\|\\| amount < '),
  ),
];

/** The length of a key that a body carries, at the edge and once more behind it. */
const KEYS = [`${INPUT}/idempotency-key.ts`, 'services/refund/src/domain/refund-request.ts'].flatMap((file) => [
  inside(file, `KEY_LENGTH of ${short(file)}, least`, '^(?:export )?const KEY_LENGTH = \\{ min: '),
  inside(file, `KEY_LENGTH of ${short(file)}, most`, '^(?:export )?const KEY_LENGTH = \\{ min: 8, max: '),
]);

/** How often a code of a second factor may be wrong, and what that costs. */
const WRONG_CODES = [
  constant('services/keys/src/domain/totp.ts', 'WRONG_CODES_FREE'),
  inside('services/keys/src/domain/totp.ts', 'first wait after wrong codes', 'TOTP_WAIT_SECONDS = \\{ first: '),
  inside(
    'services/keys/src/domain/totp.ts',
    'longest wait after wrong codes',
    'TOTP_WAIT_SECONDS = \\{ first: 60, max: ',
  ),
];

/** What stands where nobody says a number. */
const DEFAULTS = [
  inside('services/keys/src/config.ts', 'window of an account, usual', 'DEFAULT_EXPIRES_IN_SECONDS: [^}]*fallback: '),
  inside('services/webhooks/src/config.ts', 'deadline of an attempt, usual', 'WEBHOOK_TIMEOUT_MS: [^}]*fallback: '),
  inside('services/webhooks/src/domain/retry-schedule.ts', 'maxAttempts', '^export const MAX_ATTEMPTS = .*length \\+ '),
  inside(`${INPUT}/payment-list.ts`, 'page, usual', 'page: queryNumber\\(.*fallback: '),
  inside(`${INPUT}/delivery-list.ts`, 'offset, usual', 'offset: queryNumber\\(.*fallback: '),
  inside(`${INPUT}/event-list.ts`, 'events list, usual limit', 'limit: queryNumber\\(.*fallback: '),
  inside(`${INPUT}/log-list.ts`, 'logs, usual limit', 'limit: queryNumber\\(.*fallback: '),
];

/**
 * A phone has two rules of its length that say the same: whatever is above both is seen, one of them alone
 * loosened is not.
 */
const PHONES = [
  inside(`${INPUT}/charge-body.ts`, 'phone, least digits', '/\\^\\\\d\\{'),
  inside(`${INPUT}/charge-body.ts`, 'phone, most digits', '/\\^\\\\d\\{8,'),
  inside(`${INPUT}/charge-body.ts`, 'PHONE_MAX', '^(?:export )?const PHONE_MAX = ', [-1]),
  inside(`${INPUT}/charge-body.ts`, 'phone, most characters', '^const PHONE = .*\\{6,', [-1]),
  inside(`${INPUT}/payment-body.ts`, 'phone in E.164, least digits', '^const PHONE = .*\\{'),
  inside(`${INPUT}/payment-body.ts`, 'phone in E.164, most digits', '^const PHONE = .*\\{6,'),
];

/** Who logs in, and how often anybody may ask. */
const ACCESS = [
  constant(`${INPUT}/login-body.ts`, 'LOGIN_EMAIL_MAX'),
  inside(
    `${INPUT}/login-body.ts`,
    'e-mail of a login, shortest',
    'loginBody = z.object\\(\\{\\s+email: text\\(LOGIN_EMAIL_MAX, ',
  ),
  inside(`${INPUT}/login-body.ts`, 'digits of a code', 'TOTP_CODE = /\\^\\[0-9\\]\\{'),
  ...WRONG_CODES,
  constant(`${INPUT}/login-body.ts`, 'PASSWORD_MAX'),
  inside(`${INPUT}/login-body.ts`, 'password, shortest', 'password: text\\(PASSWORD_MAX, '),
  inside(`${INPUT}/login-body.ts`, 'current password, shortest', 'currentPassword: text\\(PASSWORD_MAX, '),
  inside(
    `${INPUT}/login-body.ts`,
    'e-mail of a reset, shortest',
    'resetBody = z.object\\(\\{ email: text\\(LOGIN_EMAIL_MAX, ',
  ),
  constant(`${INPUT}/login-body.ts`, 'LINK_TOKEN_MAX'),
  inside(`${INPUT}/login-body.ts`, 'token of a link, shortest', 'linkToken = text\\(LINK_TOKEN_MAX, '),
  inside(`${INPUT}/user-body.ts`, 'acceptance, shortest name', 'name: text\\(USER_NAME_MAX, '),
  inside(`${INPUT}/user-body.ts`, 'e-mail of a user, shortest', 'email: text\\(LOGIN_EMAIL_MAX, '),
  constant(`${INPUT}/user-body.ts`, 'USER_NAME_MAX'),
  inside(`${INPUT}/user-body.ts`, 'name of a user, shortest', 'name: optional\\(text\\(USER_NAME_MAX, '),
  inside(`${INPUT}/log-list.ts`, 'digits of a fingerprint', '0-9a-f\\]\\{'),
  ...[
    'RATE_LIMIT_TEST_PER_MINUTE',
    'RATE_LIMIT_LIVE_PER_MINUTE',
    'RATE_LIMIT_ACCOUNT_TIMES',
    'LOGIN_ATTEMPTS_PER_MINUTE',
    'LOGIN_ATTEMPTS_OF_ADDRESS_PER_MINUTE',
    'LOGIN_FAILURES_PER_HOUR',
  ].map((name) => inside('services/gateway/src/config.ts', `${name}, usual`, `^  ${name}: setting\\('[^']*', \\w+\\(`)),
];

/** The forms of a key of the directory. */
const PIX_KEY_FILE = 'libs/core/src/pix-key.ts';
const PIX_KEYS = [
  constant(PIX_KEY_FILE, 'PIX_KEY_MAX'),
  inside(PIX_KEY_FILE, 'digits of a phone as a key, fewest', '55\\[1-9\\]\\\\d\\{'),
  inside(PIX_KEY_FILE, 'digits of a phone as a key, most', '55\\[1-9\\]\\\\d\\{9,'),
  inside(PIX_KEY_FILE, 'an e-mail as a key, longest name', '~-\\]\\{1,'),
];

/** The limits of the specification and of docs/reference/limits.md that requests are held to. */
export const LIMITS: readonly Limit[] = [
  ...AMOUNTS,
  ...KEYS,
  ...LISTS,
  ...DEFAULTS,
  ...PHONES,
  ...ACCESS,
  ...PIX_KEYS,
  inside('services/charge/src/domain/charge-request.ts', 'key of charge-request.ts, least', 'if \\(length < '),
  inside(
    'services/charge/src/domain/charge-request.ts',
    'key of charge-request.ts, most',
    'length < 8 \\|\\| length > ',
  ),
  constant('services/refund/src/domain/refund-request.ts', 'REASON_MAX'),
  constant('services/refund/src/domain/refund-request.ts', 'REFUNDS_MAX'),
  inside(`${INPUT}/currency-code.ts`, 'currency, shortest', '^export const CURRENCY = .*\\{'),
  inside(`${INPUT}/currency-code.ts`, 'currency, longest', '^export const CURRENCY = .*\\{3,'),
  constant(`${INPUT}/payment-body.ts`, 'CUSTOMER_ID_MAX'),
  inside(`${INPUT}/payment-body.ts`, 'customerId, shortest', 'text\\(CUSTOMER_ID_MAX, '),
  constant(`${INPUT}/payment-body.ts`, 'METHODS_MAX'),
  inside(`${INPUT}/list.ts`, 'fewest in a list', '^ +\\.min\\('),
  constant('libs/core/src/envelope.ts', 'DETAILS_MAX'),
  constant(`${INPUT}/tax-id.ts`, 'OTHER_TAX_ID_MAX'),
  constant(`${INPUT}/delivery-list.ts`, 'OFFSET_MAX'),
  inside(`${INPUT}/delivery-list.ts`, 'eventType, longest', 'eventType: z\\.string\\(\\)\\.max\\('),
  inside(`${INPUT}/delivery-list.ts`, 'offset, least', 'offset: queryNumber\\(\\{ min: ', [1]),
  inside(`${INPUT}/payment-list.ts`, 'page, least', 'page: queryNumber\\(\\{ min: '),
  constant(`${INPUT}/endpoint-body.ts`, 'EVENT_NAME_MAX'),
  constant(`${INPUT}/endpoint-body.ts`, 'ID_MAX'),
  ...['ID_MAX', 'PATH_MAX', 'REQUEST_ID_MAX'].map((name) => constant(`${INPUT}/log-list.ts`, name)),
  inside(`${INPUT}/log-list.ts`, 'status of a logged request, least', '^export const STATUS = \\{ min: '),
  inside(`${INPUT}/log-list.ts`, 'status of a logged request, most', '^export const STATUS = \\{ min: 100, max: '),
  inside(`${INPUT}/payment-statistics.ts`, 'fewest days of statistics', 'queryNumber\\(\\{ min: '),
  inside(`${INPUT}/simulate-payment-body.ts`, 'times, least', 'TIMES_RULE \\}\\)\\.min\\('),
  constant(`${INPUT}/simulate-payment-body.ts`, 'TIMES_MAX'),
  constant(`${INPUT}/simulate-payment-body.ts`, 'DAY_MS'),
  constant('libs/core/src/money.ts', 'AMOUNT_MAX'),
  constant('services/gateway/src/edge/json-body.ts', 'JSON_BODY_MAX_BYTES'),
  constant('services/gateway/src/edge/json-body.ts', 'JSON_DEPTH_MAX'),
  constant(`${INPUT}/charge-body.ts`, 'DESCRIPTION_MAX'),
  constant(`${INPUT}/charge-body.ts`, 'NAME_MAX'),
  constant(`${INPUT}/charge-body.ts`, 'EMAIL_MAX'),
  inside(`${INPUT}/charge-body.ts`, 'expires_in, least', '^export const EXPIRES_IN = \\{ min: '),
  inside('services/charge/src/domain/charge-request.ts', 'expires_in, most', '^const EXPIRES_IN = \\{ min: 60, max: '),
  inside(
    'services/charge/src/domain/charge-request.ts',
    'expires_in, least, of charge',
    '^const EXPIRES_IN = \\{ min: ',
  ),
  constant(`${INPUT}/metadata.ts`, 'MAX_KEYS'),
  constant(`${INPUT}/metadata.ts`, 'MAX_KEY_LENGTH'),
  constant(`${INPUT}/metadata.ts`, 'MAX_BYTES'),
  constant(`${INPUT}/metadata.ts`, 'MAX_DEPTH'),
  constant(`${INPUT}/metadata.ts`, 'RETURN_URL_MAX'),
  constant(`${INPUT}/refund-body.ts`, 'REASON_MAX'),
  constant(`${INPUT}/key-body.ts`, 'LABEL_MAX'),
  constant(`${INPUT}/endpoint-body.ts`, 'URL_MAX'),
  constant(`${INPUT}/endpoint-body.ts`, 'EVENTS_MAX'),
  constant(`${INPUT}/payment-list.ts`, 'DEPTH_MAX'),
  inside('services/gateway/src/edge/idempotency-key.ts', 'Idempotency-Key, least', '^export const USABLE = .*\\{'),
  inside('services/gateway/src/edge/idempotency-key.ts', 'Idempotency-Key, most', '^export const USABLE = .*\\{8,'),
  inside(`${INPUT}/charge-list.ts`, 'charge list, limit', 'limit: queryNumber\\(\\{ min: 1, max: '),
  inside(
    `${INPUT}/charge-list.ts`,
    'charge list, usual limit',
    'limit: queryNumber\\(\\{ min: 1, max: 100, fallback: ',
  ),
  inside(`${INPUT}/payment-list.ts`, 'payments list, limit', 'limit: queryNumber\\(\\{ min: 1, max: '),
  inside(
    `${INPUT}/payment-list.ts`,
    'payments list, usual limit',
    'limit: queryNumber\\(\\{ min: 1, max: 100, fallback: ',
  ),
  inside(`${INPUT}/delivery-list.ts`, 'deliveries list, limit', 'limit: queryNumber\\(\\{ min: 1, max: '),
  inside(
    `${INPUT}/delivery-list.ts`,
    'deliveries list, usual limit',
    'limit: queryNumber\\(\\{ min: 1, max: 100, fallback: ',
  ),
  inside(`${INPUT}/event-list.ts`, 'events list, limit', 'limit: queryNumber\\(\\{ min: 1, max: '),
  inside(`${INPUT}/log-list.ts`, 'logs, limit', 'limit: queryNumber\\(\\{ min: 1, max: '),
  inside(`${INPUT}/payment-statistics.ts`, 'days of statistics', 'queryNumber\\(\\{ min: 1, max: '),
  inside(
    `${INPUT}/payment-statistics.ts`,
    'usual days of statistics',
    'queryNumber\\(\\{ min: 1, max: 365, fallback: ',
  ),
];
