import { json, param } from './call.ts';
import { playScenario } from './play-scenario.ts';
import { showLocation } from './queries/show-location.ts';
import type { BankRoute } from './route.ts';

/**
 * What payers' apps ask: the payload behind a location, and the key its signature is checked with. No token
 * is needed.
 */
export const LOCATION_ROUTES: readonly BankRoute[] = [
  {
    method: 'GET',
    path: '/qr/v2/:token',
    act: async (bank, request) => {
      const act = async () => {
        const text = await showLocation(bank, param(request, 'token'), bank.now());
        return { status: 200, raw: { type: 'application/jose', text } };
      };
      const scenario = await bank.scenarios.claim({ operation: 'location' });
      return playScenario(scenario, { operation: 'location', gone: request.gone, act });
    },
  },
  { method: 'GET', path: '/.well-known/jwks.json', act: async ({ signer }) => json(signer.jwks) },
];
