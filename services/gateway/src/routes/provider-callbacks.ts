import { Refusal, unavailable } from '@gx/core';
import type { Clients } from '../clients.ts';
import { ok } from '../edge/answer.ts';
import { type Handler, type RawBody, type Route, route } from '../edge/route.ts';

const CALLBACK: { readonly body: RawBody } = { body: { rawMaxBytes: 1024 * 1024 } };

/**
 * What a bank calls. 200 means stored; whatever went wrong on our side is a 503, because a bank repeats those
 * and gives up on others. The address itself is the credential, so it appears in no log and no span.
 */
const receiveCallback =
  ({ charge }: Clients): Handler<'none', RawBody, undefined> =>
  async ({ requestId, params, body }) => {
    const { profileId: bankProfileId = '', token = '' } = params;
    try {
      await charge.receiveProviderCallback({ requestId }, { bankProfileId, token, body });
    } catch (error) {
      if (error instanceof Refusal && error.code !== 'internal_error') throw error;
      throw Object.assign(unavailable('The callback could not be stored.'), { cause: error });
    }
    return ok({});
  };

/** The bank listener's own table; banks differ in whether they append `/pix` (API Pix, webhook). */
export const bankRoutes = (clients: Clients): readonly Route[] => [
  route('POST', '/bank/:profileId/:token/pix', 'none', CALLBACK, receiveCallback(clients)),
  route('POST', '/bank/:profileId/:token', 'none', CALLBACK, receiveCallback(clients)),
];
