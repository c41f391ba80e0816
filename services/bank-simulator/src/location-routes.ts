import type { SimulatedBank } from './bank.ts';
import { playScenario } from './play-scenario.ts';
import { showLocation } from './queries/show-location.ts';
import type { BankRoute } from './route.ts';

/**
 * What payers' apps ask: the payload behind a location, and the key its signature is checked with. No token
 * is needed.
 */
export const locationRoutes = (bank: SimulatedBank): readonly BankRoute[] => [
  {
    method: 'GET',
    path: '/qr/v2/:token',
    act: async ({ params, gone }) => {
      const act = async () => {
        const text = await showLocation(bank)(params['token'] ?? '', bank.now());
        return { status: 200, raw: { type: 'application/jose', text } };
      };
      const scenario = await bank.scenarios.claim({ operation: 'location' });
      return scenario === undefined ? act() : playScenario(scenario, { operation: 'location', gone, act });
    },
  },
  { method: 'GET', path: '/.well-known/jwks.json', act: async () => ({ status: 200, body: bank.signer.jwks }) },
];
