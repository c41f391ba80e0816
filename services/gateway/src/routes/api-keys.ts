import type { IssuedKey, KeyRecord } from '@gx/contracts/keys';
import { type Id, isoMillis, wireId } from '@gx/core';
import { issuedKey, keyList, revoked } from '../contract/answers/account.ts';
import { created, ok } from '../edge/answer.ts';
import { route } from '../edge/route.ts';
import { issueKeyBody, rotateKeyBody } from '../input/key-body.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { PATH_IDS } from './path-ids.ts';

/** A key is in clear in the answers of `issueKey` and `rotateKey` alone. */
export const API_KEYS = [
  route({
    at: 'POST /v1/api-keys',
    auth: 'token',
    operation: 'issueKey',
    summary: 'A new API key. It is in this answer and never again.',
    body: issueKeyBody,
    changes: 'keys',
    guarded: true,
    example: { label: 'Web shop', test: true },
    answers: { 201: issuedKey },
    handle: async ({ keys }, { call, address, accessToken, totp, body: { label, test } }) =>
      created(
        issued(
          await keys.issueKey(
            call,
            omitUndefined({ accessToken, totp, clientAddress: address, label, test: test ?? false }),
          ),
        ),
      ),
  }),
  route({
    at: 'GET /v1/api-keys',
    auth: 'token',
    operation: 'listKeys',
    summary: 'The account’s keys of both environments, newest first and at most 1,000, never in clear.',
    answers: { 200: keyList },
    handle: async ({ keys }, { call, accessToken }) =>
      ok({ data: (await keys.listKeys(call, { accessToken })).keys.map(recorded) }),
  }),
  route({
    at: 'POST /v1/api-keys/:id/rotate',
    auth: 'token',
    operation: 'rotateKey',
    summary: 'A new key for an old one, in one step; the old one has stopped when the answer is there.',
    pathId: PATH_IDS.apiKey,
    body: rotateKeyBody,
    changes: 'keys',
    guarded: true,
    example: { label: 'Web shop, second key' },
    answers: { 201: issuedKey },
    handle: async ({ keys }, { call, address, accessToken, totp, id, body: { label } }) =>
      created(
        issued(await keys.rotateKey(call, omitUndefined({ accessToken, totp, clientAddress: address, id, label }))),
      ),
  }),
  route({
    at: 'DELETE /v1/api-keys/:id',
    auth: 'token',
    operation: 'revokeKey',
    summary: 'The key stops for good.',
    pathId: PATH_IDS.apiKey,
    guarded: true,
    answers: { 200: revoked },
    handle: async ({ keys }, { call, address, accessToken, totp, id }) => {
      await keys.revokeKey(call, omitUndefined({ accessToken, totp, clientAddress: address, id }));
      return ok({ revoked: true });
    },
  }),
];

const recorded = ({ id, prefix, label, createdAtMs }: KeyRecord) => ({
  id: wireId('apiKey', id as Id<'apiKey'>),
  prefix,
  label: label ?? null,
  createdAt: isoMillis(new Date(createdAtMs)),
});

const issued = ({ apiKey, fingerprint, ...record }: IssuedKey) => {
  const { id, ...rest } = recorded(record);
  return { id, apiKey, fingerprint, ...rest };
};
