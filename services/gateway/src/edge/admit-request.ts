import { setRateHeaders } from '@gx/runtime';
import type { keyAdmission } from '../admission/admit-key.ts';
import type { Admit } from './app.ts';
import { keyProblem } from './credentials.ts';
import { exchangeOf } from './open-exchanges.ts';
import { singleHeader } from './single-header.ts';

/** Lets a request in by the API key in its header, and notes whose it is for the request log. */
export const admitRequest =
  (decide: ReturnType<typeof keyAdmission>): Admit =>
  async (request, response, address) => {
    const exchange = exchangeOf(request);
    const admission = await decide({ call: exchange, address, key: singleHeader(request, 'apikey') });
    const owner = 'refusal' in admission ? admission.owner : admission;
    if (owner !== undefined) {
      exchange.caller = { ...owner.tenant, fingerprint: owner.fingerprint };
      exchange.assertion = owner.assertion;
    }
    if ('refusal' in admission) {
      const { refusal } = admission;
      throw refusal.code === 'unauthorized' ? (keyProblem(request) ?? refusal) : refusal;
    }
    setRateHeaders(response, admission.rateLimit);
    const { tenant, accountState, caller, asserted } = admission;
    return { tenant, accountState, caller, asserted };
  };
