import type { Mutant } from './mutant.ts';

const table = 'personal data';
const WEBHOOKS = 'services/webhooks/src';
const PEER = `${WEBHOOKS}/peers/persons.ts`;
const REFUND = 'services/refund/src';
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
    name: 'a charge whose key is lost holds up its list',
    file: 'services/charge/src/domain/charge-view.ts',
    find: '(addresses: PublicAddresses\\): ChargeView =>\\n +)charge\\.isUnreadable \\?',
    put: 'charge.isUnreadable === undefined ?',
  },
  {
    name: 'a payout whose key is lost reads as an erased one',
    file: 'services/payout/src/domain/payout-view.ts',
    find: "(^  invariant\\()payout\\.isUnreadable === undefined, 'the key",
    put: "true, 'the key",
  },
  {
    name: 'a payout whose key is lost is taken for one whose payee was erased',
    file: 'services/payout/src/store/stored-payouts.ts',
    find: '(^      if \\(key === undefined && )!isOver',
    put: 'false',
  },
  {
    name: 'a cancelled payout whose key is lost is left',
    file: 'services/payout/src/store/stored-payouts.ts',
    find: '(isOver = ENDED\\.includes\\(document\\.status\\)) \\|\\| document\\.finalStatus !== null',
    put: '',
  },
  {
    name: 'a body that does not open holds up its list',
    file: `${WEBHOOKS}/queries/listed-body.ts`,
    find: '(^      if \\()isUnavailable\\(err\\)',
    put: 'true',
  },
  {
    name: 'a list says nothing to operators of what does not open',
    file: `${WEBHOOKS}/queries/listed-body.ts`,
    find: "(^      log\\.error\\(\\n +\\{ )alarm: 'body_unreadable', ",
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
    find: '(requestHash: string\\): Promise<string> =>\\n +)isKeyedRequestHash\\(stored\\)',
    put: 'stored !== undefined',
  },
  {
    name: 'a charge that is brought under keys keeps the hash of its request',
    file: 'services/charge/src/store/clear-charges.ts',
    find: '(names \\? \\{ customer, expectedPayerTaxId, metadataJson, paymentOptions, personalData), requestHash',
    put: '',
  },
  {
    name: 'a callback that was handled keeps what its bank wrote',
    file: 'services/charge/src/store/callbacks.ts',
    find: "(^const ENDED = \\{ state: 'handled', claim: null), encrypted: null",
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
  {
    name: 'an erasure passes over what has not ended',
    file: 'libs/runtime/src/mongo/payee-erasure.ts',
    find: '(^      )await demandNoneOpen\\(found\\);\\n',
    put: '',
  },
  {
    name: 'an erasure passes over what an older version stored',
    file: 'libs/runtime/src/mongo/payee-erasure.ts',
    find: '(^    if \\()await older\\.exist\\(accountId\\)',
    put: 'false',
  },
  {
    name: 'a refund that is over needs its payee',
    file: `${REFUND}/store/stored-refunds.ts`,
    find: '(^    claimed: .*\\n      )isHidden\\(document\\.status\\) \\|\\| \\(isOpen\\(document\\.status\\) && document\\.finalStatus === null\\)',
    put: 'true',
  },
  {
    name: 'a refund whose end stands needs its order',
    file: `${REFUND}/store/stored-refunds.ts`,
    find: '(^      isHidden\\(document\\.status\\) \\|\\| \\(isOpen\\(document\\.status\\)) && document\\.finalStatus === null',
    put: '',
  },
  {
    name: 'a cashout stays under the key of the service',
    file: `${REFUND}/store/stored-refunds.ts`,
    find: '(^      if \\()!isEncrypted \\|\\| destinationKey === null',
    put: 'true',
  },
  {
    name: 'what is written of a cashout goes under the key of the service again',
    file: `${REFUND}/store/stored-refunds.ts`,
    find: '(^      if \\()after\\.payee === undefined',
    put: 'true',
  },
  {
    name: 'the request of a cashout is known by its own hash',
    file: `${REFUND}/commands/create-refund.ts`,
    find: '(^  const requestHash = )secret && deps\\.isEncrypted',
    put: 'false',
  },
  {
    name: 'where an order alone says where a refund goes, nothing does',
    file: `${REFUND}/domain/payee.ts`,
    find: '(destinationKey \\?\\? )\\(body === null \\? undefined : keyIn\\(body\\)\\)',
    put: 'undefined',
  },
  {
    name: 'a document as a Pix key names the key alone',
    file: 'libs/core/src/personal-data.ts',
    find: '(^  )parseTaxId\\(key\\)\\?\\.value \\?\\? ',
    put: '',
  },
  {
    name: 'evidence stays under the key of the service',
    file: 'services/charge/src/store/evidence-keys.ts',
    find: '(const charge = )isEncrypted',
    put: 'false',
  },
  {
    name: 'an erasure passes over a case that is open',
    file: 'services/charge/src/store/charges-of-keys.ts',
    find: "(^  )\\{ 'disputes\\.status': 'open' \\},\\n",
    put: '',
  },
  {
    name: 'an erasure passes over evidence of an older version',
    file: 'services/charge/src/commands/erase-personal-data.ts',
    find: '(^  if \\()await olderEvidence\\.isThere\\(found\\)',
    put: 'false',
  },
].map((mutant) => ({ table, ...mutant }));
