import type { Mutant } from './mutant.ts';

const table = 'personal data';
const WEBHOOKS = 'services/webhooks/src';
const PEER = `${WEBHOOKS}/peers/persons.ts`;
const ATTEMPT = `${WEBHOOKS}/dispatch/make-attempt.ts`;

/** Each thing by which nothing of a person is stored in the clear, and nothing of one is lost, left out. */
export const PERSONAL_DATA: readonly Mutant[] = [
  {
    name: 'a re-send stores the body that is shown',
    file: `${WEBHOOKS}/commands/retry-delivery.ts`,
    find: '(\\.resend\\(tenant, \\{ id, payload)(?= \\}\\))',
    put: ': body',
  },
  {
    name: 'what an event hides is not stored',
    file: `${WEBHOOKS}/events/event-body.ts`,
    find: '(storedBody\\(\\{ body), hidden: \\{ heldBy, \\.\\.\\.personalData \\}(?= \\}\\))',
    put: '',
  },
  {
    name: 'the hash of a request that names a person is stored as it came',
    file: 'services/charge/src/store/stored-charges.ts',
    find: '(const requestHash = )keyedRequestHash\\(await requestSecret\\(\\), charge\\.requestHash\\)',
    put: 'charge.requestHash',
  },
  {
    name: 'the hash that an older version stored is compared as a keyed one',
    file: 'services/charge/src/store/stored-charges.ts',
    find: '(requestHash: string\\): Promise<string> =>\\n +)isKeyedHash\\(stored\\)',
    put: 'stored !== undefined',
  },
  {
    name: 'a charge that is brought under keys keeps the hash of its request',
    file: 'services/charge/src/store/clear-charges.ts',
    find: '(names \\? \\{ customer, expectedPayerTaxId, metadataJson, paymentOptions, personalData), requestHash',
    put: '',
  },
  {
    name: 'refunds go to whom a callback names',
    file: 'services/charge/src/commands/apply-provider-charge.ts',
    find: '(named = new Map\\(judgeable\\.map\\(\\()\\{ endToEndId, payer \\}\\) => \\[endToEndId, payer\\](?=\\))',
    put: 'payment) => [payment.endToEndId, payerOf(bank, charge, payment, state)]',
  },
  {
    name: 'a charge whose key is lost is written as a batch read it',
    file: 'services/charge/src/store/charges.ts',
    find: "(typeof from === 'string') \\|\\| from\\.isUnreadable",
    put: '',
  },
  {
    name: 'an attempt sends what is stored',
    file: ATTEMPT,
    find: '(return await )deps\\.openBody\\(claim\\.tenant, payload\\)',
    put: 'Promise.resolve(payload)',
  },
  {
    name: 'a delivery is shown as it is stored',
    file: `${WEBHOOKS}/queries/list-deliveries.ts`,
    find: '(payload === undefined \\? undefined : )await openBody\\(tenant, payload\\)',
    put: 'payload',
  },
  {
    name: 'an event is shown as it is stored',
    file: `${WEBHOOKS}/queries/list-events.ts`,
    find: '(bodyJson: )await openBody\\(tenant, body\\)',
    put: 'body',
  },
  {
    name: 'an attempt whose body does not open counts',
    file: ATTEMPT,
    find: '(^    )await deliveries\\.reschedule\\(\\[claim\\], restMs\\);\\n',
    put: '',
  },
  {
    name: 'an answer of another length is believed',
    file: PEER,
    find: '(^    )invariant\\(answer\\.items\\.length === items\\.length.*\\n',
    put: '',
  },
  {
    name: 'a name that nobody knows is passed over',
    file: PEER,
    find: '(^  invariant\\(names\\.length > 0) && names\\.every\\(\\(name\\) => known\\.includes\\(name\\)\\)',
    put: '',
  },
  {
    name: 'one that does not open holds up the others',
    file: PEER,
    find: '(^    if \\()items\\.length === 1 \\|\\| isUnavailable\\(failure\\)',
    put: 'true',
  },
].map((mutant) => ({ table, ...mutant }));
