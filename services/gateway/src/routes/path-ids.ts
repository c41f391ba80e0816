import { type Id, parseEndpoint, parseId } from '@gx/core';
import type { PathId } from '../edge/route.ts';

const chargeOf = (raw: string): Id<'charge'> | undefined => parseId('charge', raw);
const chargeOfImage = (file: string): Id<'charge'> | undefined =>
  chargeOf(/^([0-9a-fA-F-]{36})\.png$/.exec(file)?.[1] ?? '');

/** Every kind of id that stands in a path. */
// biome-ignore format: one row per kind, read as a table
export const PATH_IDS = {
  charge:   { parse: chargeOf,                        missing: 'charge',           variable: 'CHARGE_ID',   forms: 'a charge: `ch_<uuid>`, `tx_<uuid>`, or the raw id' },
  payment:  { parse: chargeOf,                        missing: 'charge',           variable: 'CHARGE_ID',   forms: 'a charge: `tx_<uuid>`, `ch_<uuid>`, or the raw id' },
  image:    { parse: chargeOfImage,                   missing: 'image',            variable: 'QR_FILE',     forms: 'a charge: its raw id and `.png`' },
  payout:   { parse: (raw) => parseId('payout', raw), missing: 'payout',           variable: 'PAYOUT_ID',   forms: 'a payout: `po_<uuid>`, or the raw id' },
  dispute:  { parse: (raw) => parseId('dispute', raw), missing: 'dispute',         variable: 'DISPUTE_ID',  forms: 'a dispute: `dp_<uuid>`, or the raw id' },
  endpoint: { parse: (raw) => parseId('endpoint', raw), missing: 'webhook endpoint', variable: 'ENDPOINT_ID', forms: 'an endpoint: `we_<uuid>`, or the raw id' },
  secret:   { parse: parseEndpoint,                   missing: 'webhook endpoint', variable: 'ENDPOINT_ID', forms: 'an endpoint: `we_<uuid>`, the raw id, or `default`: that of transactions with a `webhookUrl` of their own' },
  delivery: { parse: (raw) => parseId('delivery', raw), missing: 'delivery',       variable: 'DELIVERY_ID', forms: 'a delivery: `dlv_<uuid>`, or the raw id' },
  apiKey:   { parse: (raw) => parseId('apiKey', raw), missing: 'API key',          variable: 'KEY_ID',      forms: 'an API key: `key_<uuid>`, or the raw id' },
  user:     { parse: (raw) => parseId('user', raw),   missing: 'user',             variable: 'USER_ID',     forms: 'a user: `usr_<uuid>`, or the raw id' },
  // The docs know their pages.
  guide:    { parse: (raw) => raw,                    missing: 'guide',            variable: 'GUIDE',       forms: 'a guide: its name, as in `/llms.txt`' },
  chapter:  { parse: (raw) => raw,                    missing: 'chapter',          variable: 'CHAPTER',     forms: 'a chapter of the reference: its name, as in `/llms.txt`' },
  // Webhooks reads it.
  event:    { parse: (raw) => raw,                    missing: 'event',            variable: 'EVENT_ID',    forms: 'an event: `evt_` and 32 hexadecimal digits' },
} as const satisfies Record<string, PathId>;
