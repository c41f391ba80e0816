type PathId = {
  /** What the id names, in words. */
  readonly what: string;
  /** The prefixes that it may wear; raw it is always taken (decisions A1). */
  readonly prefixes: readonly string[];
  /** Where those are not all the forms that there are, or not forms at all: every form, in words. */
  readonly forms?: string;
  /** What the examples call it. */
  readonly variable: string;
};

/** Whose id stands in a path. The first row that fits a path rules it. */
// biome-ignore format: one row per kind of path, read as a table
const PATH_IDS: readonly (readonly [path: RegExp, id: PathId])[] = [
  [/^\/v1\/(?:test_helpers\/)?charges\/:id/, { what: 'a charge',   prefixes: ['ch_', 'tx_'], variable: 'CHARGE_ID' }],
  [/^\/v1\/payments\/:id/,                   { what: 'a charge',   prefixes: ['tx_', 'ch_'], variable: 'CHARGE_ID' }],
  [/^\/v1\/webhooks\/endpoints\/:id\/rotate-secret$/, { what: 'an endpoint', prefixes: ['we_'], forms: '`we_<uuid>`, the raw id, or `default`: that of transactions with a `webhookUrl` of their own', variable: 'ENDPOINT_ID' }],
  [/^\/v1\/webhooks\/endpoints\/:id/,        { what: 'an endpoint', prefixes: ['we_'],       variable: 'ENDPOINT_ID' }],
  [/^\/v1\/webhooks\/deliveries\/:id/,       { what: 'a delivery', prefixes: ['dlv_'],       variable: 'DELIVERY_ID' }],
  [/^\/v1\/api-keys\/:id/,                   { what: 'an API key', prefixes: ['key_'],       variable: 'KEY_ID' }],
  [/^\/v1\/events\/:id/,                     { what: 'an event',   prefixes: ['evt_'],       forms: '`evt_` and 32 hexadecimal digits', variable: 'EVENT_ID' }],
  [/^\/qr\/:file/,                           { what: 'a charge: its raw id and `.png`', prefixes: [], variable: 'QR_FILE' }],
];

/** The id in a path, or undefined when there is none. */
export const pathIdOf = (path: string): PathId | undefined => PATH_IDS.find(([pattern]) => pattern.test(path))?.[1];
