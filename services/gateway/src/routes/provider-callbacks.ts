import { Refusal, unavailable } from '@gx/core';
import { ok } from '../edge/answer.ts';
import type { RequestContext, Route, RouteDeps } from '../edge/route.ts';

const BODY = { rawMaxBytes: 1024 * 1024 } as const;

/**
 * What a bank calls. 200 means stored; whatever went wrong on our side is a 503, because a bank repeats those
 * and gives up on others. The address itself is the credential, so it appears in no log and no span.
 */
async function receiveCallback({ charge }: RouteDeps, { call, params, body }: RequestContext<'path', Buffer>) {
  const { profileId: bankProfileId = '', token = '' } = params;
  try {
    await charge.receiveProviderCallback(call, { bankProfileId, token, body });
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'internal_error') throw error;
    throw Object.assign(unavailable('The callback could not be stored.'), { cause: error });
  }
  return ok({});
}

/** The bank listener's own table; banks differ in whether they append `/pix` (API Pix, webhook). */
export const BANK_ROUTES: readonly Route[] = ['/bank/:profileId/:token/pix', '/bank/:profileId/:token'].map((path) => ({
  method: 'POST',
  path,
  auth: 'path',
  body: BODY,
  handle: receiveCallback,
}));
