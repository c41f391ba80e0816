import { uniqueName } from '@gx/testkit';
import { ask } from './gateway.ts';

export const PAYOUT = { amount: 1_000, destination: { pix_key: 'ana@example.com' } };

export const createPayout = (
  url: string,
  key: string,
  json: unknown = PAYOUT,
  idempotencyKey: string = uniqueName('idem'),
) => ask(`${url}/v1/payouts`, { key, json, headers: { 'idempotency-key': idempotencyKey } });

/** The id of a new one. */
export const newPayout = async (url: string, key: string, json: object = PAYOUT): Promise<string> =>
  String((await createPayout(url, key, json)).body['id']);
