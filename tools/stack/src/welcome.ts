import { join } from 'node:path';
import type { StackFile } from './stack-file.ts';

/** What a newcomer reads when everything is up: where it is, the first key, and two commands to try. */
export function welcome({ gateway, checkout, simulator, accounts }: StackFile, stateDir: string): string {
  const charge = join(stateDir, 'charge.json');
  const [first] = accounts;
  const key = first?.testKey ?? '';
  const headers = `-H 'apikey: ${key}' -H 'Content-Type: application/json'`;
  return `
  gateway    ${gateway}
  docs       ${gateway}/docs   (quick start with the key below, guides, every route with an example)
  checkout   ${checkout}   (what the payer sees: the checkout_url of a charge)
  simulator  ${simulator}   (the bank of test mode)
  all of it  ${join(stateDir, 'stack.json')}

  ${first?.name ?? ''}, test key  ${key}

  Create a charge of R$ 10.00:

    curl -s ${gateway}/v1/charges ${headers} -H "Idempotency-Key: first-charge-$(date +%s)" \\
      -d '{"amount": 1000, "currency": "BRL", "payment_method": "pix"}' | tee ${charge}

  Pay it:

    curl -s -X POST ${gateway}/v1/test_helpers/charges/$(grep -o 'ch_[0-9a-f-]*' ${charge} | head -1)/simulate_payment ${headers} -d '{}'

  Ctrl-C stops everything.
`;
}
