/** A number that a request is held to, and where it stands: what leads up to it is the first group of `find`. */
export type Limit = { readonly name: string; readonly file: string; readonly find: string };

const INPUT = 'services/gateway/src/input';
const constant = (file: string, name: string): Limit => ({
  name: `${name} of ${file.slice(file.lastIndexOf('/') + 1)}`,
  file,
  find: `^((?:export )?const ${name} = )`,
});
const inside = (file: string, name: string, find: string): Limit => ({ name, file, find: `(${find})` });

/** The limits of the specification and of docs/reference/limits.md that the edge holds requests to. */
export const LIMITS: readonly Limit[] = [
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
  constant(`${INPUT}/pix-key.ts`, 'PIX_KEY_MAX'),
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
