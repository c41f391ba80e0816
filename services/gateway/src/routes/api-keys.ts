import type { IssuedKey } from '@gx/contracts/keys';
import { type Id, isoMillis, notFound, parseId, wireId } from '@gx/core';
import type { Clients } from '../clients.ts';
import { created, ok } from '../edge/answer.ts';
import type { Handler } from '../edge/route.ts';
import type { issueKeyBody, rotateKeyBody } from '../input/key-body.ts';
import { omitUndefined } from '../omit-undefined.ts';

/** `POST /v1/api-keys`: the only answer, with that of rotate, that shows a key in clear. */
export const issueKey =
  ({ keys }: Clients): Handler<'token', typeof issueKeyBody, undefined> =>
  async ({ requestId, accessToken, body: { label, test } }) =>
    created(issued(await keys.issueKey({ requestId }, omitUndefined({ accessToken, label, test: test ?? false }))));

export const listKeys =
  ({ keys }: Clients): Handler<'token', undefined, undefined> =>
  async ({ requestId, accessToken }) => {
    const { keys: records } = await keys.listKeys({ requestId }, { accessToken });
    return ok({
      data: records.map(({ id, prefix, label, createdAtMs }) => ({
        id: wireId('apiKey', id as Id<'apiKey'>),
        prefix,
        label: label ?? null,
        createdAt: isoMillis(new Date(createdAtMs)),
      })),
    });
  };

/** `POST /v1/api-keys/{id}/rotate`: answers when no replica accepts the old key any more. */
export const rotateKey =
  ({ keys }: Clients): Handler<'token', typeof rotateKeyBody, undefined> =>
  async ({ requestId, accessToken, params, body: { label } }) =>
    created(issued(await keys.rotateKey({ requestId }, omitUndefined({ accessToken, id: keyIdOf(params), label }))));

export const revokeKey =
  ({ keys }: Clients): Handler<'token', undefined, undefined> =>
  async ({ requestId, accessToken, params }) => {
    await keys.revokeKey({ requestId }, { accessToken, id: keyIdOf(params) });
    return ok({ revoked: true });
  };

const issued = ({ id, apiKey, fingerprint, prefix, label, createdAtMs }: IssuedKey) => ({
  id: wireId('apiKey', id as Id<'apiKey'>),
  apiKey,
  fingerprint,
  prefix,
  label: label ?? null,
  createdAt: isoMillis(new Date(createdAtMs)),
});

function keyIdOf(params: Readonly<Record<string, string>>): string {
  const id = parseId('apiKey', params['id'] ?? '');
  if (id === undefined) throw notFound('API key');
  return id;
}
