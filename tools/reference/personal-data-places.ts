const DAY_SECONDS = 86_400;

/**
 * How it lies there. What is under a key of a customer is gone with the key; the others are the service's.
 */
export type Form = 'in the clear' | 'key of the customer' | 'encryption key' | 'keyed hash';
export type Place = {
  /** `service.collection.field`, or `topic name`. */
  readonly place: string;
  readonly holds: readonly string[];
  readonly purpose: string;
  readonly form: Form;
  readonly kept: string;
  /** It passes through, and is as a rule gone before anybody looks. */
  readonly isOnItsWay?: true;
  /** The index that ends it: of the collection, by this field, so many seconds later. */
  readonly ends?: { readonly field: string; readonly seconds: number };
};

const CUSTOMER = ['customer name', 'customer document', 'customer e-mail', 'customer phone'] as const;
const PAYEE = [
  'Pix key of a payout',
  'holder of an account',
  'document of a holder',
  'number of an account',
  'document of a payee',
] as const;
const CHARGE_LIFE = 'as long as the charge';
const UNTIL_ERASED = 'as long as the charge; `ops privacy erase` ends it';

/**
 * Every place that holds data of a person. What merchants write where no person belongs (metadata, the text
 * of a charge, ids of their own) is theirs.
 */
export const PERSONAL_DATA: readonly Place[] = [
  {
    place: 'charge.charges.personalData',
    holds: [...CUSTOMER, 'phone of an MB WAY payment', 'document of a payer lock'],
    purpose: 'the merchant reads whom it sells to; the bank knows who is to pay',
    form: 'key of the customer',
    kept: UNTIL_ERASED,
  },
  {
    place: 'topic charge',
    holds: [...CUSTOMER, 'phone of an MB WAY payment', 'document of a payer lock'],
    purpose: 'webhooks',
    form: 'key of the customer',
    kept: '7 days; `ops privacy erase` ends it',
  },
  {
    place: 'charge.charges.customerId',
    holds: ['id of the customer at the merchant'],
    purpose: 'echoed in webhooks',
    form: 'in the clear',
    kept: CHARGE_LIFE,
  },
  {
    place: 'topic charge',
    holds: ['id of the customer at the merchant'],
    purpose: 'webhooks',
    form: 'in the clear',
    kept: '7 days',
  },
  {
    place: 'webhooks.events.body',
    holds: [...CUSTOMER, 'phone of an MB WAY payment', 'document of a payer lock'],
    purpose: 'webhooks, their replay and re-send',
    form: 'key of the customer',
    kept: '30 days; `ops privacy erase` ends it',
    ends: { field: 'createdAt', seconds: 30 * DAY_SECONDS },
  },
  {
    place: 'webhooks.events.legacy',
    holds: ['id of the customer at the merchant'],
    purpose: 'webhooks, their replay and re-send',
    form: 'in the clear',
    kept: '30 days',
    ends: { field: 'createdAt', seconds: 30 * DAY_SECONDS },
  },
  {
    place: 'webhooks.deliveries.attemptLog.responseBody',
    holds: [],
    purpose: 'what a merchant’s server answers, 2 KiB of it, may repeat what it was sent',
    form: 'in the clear',
    kept: '`WEBHOOK_BODY_DAYS` after the delivery has ended',
  },
  {
    place: 'charge.customer_keys.name',
    holds: ['customer document', 'document of a payer lock', 'document of who paid'],
    purpose: 'finds the charges of a person, and the key to destroy',
    form: 'keyed hash',
    kept: 'until `ops privacy erase`',
  },
  {
    place: 'charge.quota_claims._id',
    holds: ['customer document', 'customer e-mail', 'customer phone'],
    purpose: 'how many live charges one customer has',
    form: 'keyed hash',
    kept: '`VELOCITY_CUSTOMER_WINDOW_SECONDS`',
    ends: { field: 'until', seconds: 0 },
  },
  {
    place: 'charge.charges.paidBy',
    holds: ['document of who paid'],
    purpose: 'refunds to the payer',
    form: 'key of the customer',
    kept: UNTIL_ERASED,
  },
  {
    place: 'charge.provider_callbacks.encrypted',
    holds: ['document of who paid'],
    purpose: 'what a bank wrote: whom it names is looked up; what cannot be read is read again',
    form: 'encryption key',
    kept: 'until it is handled; what cannot be read 90 days',
    isOnItsWay: true,
    ends: { field: 'handledAt', seconds: 90 * DAY_SECONDS },
  },
  {
    place: 'charge.dispute_evidence.ofPerson',
    holds: ['evidence of a dispute'],
    purpose:
      'the merchant’s defence, for the bank; `encrypted`, under the encryption key, where the charge names nobody',
    form: 'key of the customer',
    kept: UNTIL_ERASED,
  },
  {
    place: 'refund.refunds.payee',
    holds: ['destination of a refund', 'document of who paid'],
    purpose: 'where the refund goes, the same order at every attempt',
    form: 'key of the customer',
    kept: 'as long as the refund; `ops privacy erase` ends it',
  },
  {
    place: 'refund.customer_keys.name',
    holds: ['destination of a refund', 'document of who paid'],
    purpose: 'finds the refunds to a person, and the key to destroy',
    form: 'keyed hash',
    kept: 'until `ops privacy erase`',
  },
  {
    place: 'refund.refunds.destinationId',
    holds: ['destination of a refund', 'document of who paid'],
    purpose: 'limits of new destinations',
    form: 'keyed hash',
    kept: 'as long as the refund',
  },
  {
    place: 'payout.payouts.payee',
    holds: [...PAYEE, 'text of a payout'],
    purpose: 'where the payout goes, the same order at every attempt; the payee’s bank shows the text',
    form: 'key of the customer',
    kept: 'as long as the payout; `ops privacy erase` ends it',
  },
  {
    place: 'topic payout',
    holds: ['text of a payout'],
    purpose: 'webhooks',
    form: 'key of the customer',
    kept: '7 days; `ops privacy erase` ends it',
  },
  {
    place: 'webhooks.events.body',
    holds: ['text of a payout'],
    purpose: 'webhooks, their replay and re-send',
    form: 'key of the customer',
    kept: '30 days; `ops privacy erase` ends it',
    ends: { field: 'createdAt', seconds: 30 * DAY_SECONDS },
  },
  {
    place: 'payout.customer_keys.name',
    holds: ['document of a holder', 'document of a payee', 'Pix key of a payout'],
    purpose: 'finds the payouts to a payee, and the key to destroy',
    form: 'keyed hash',
    kept: 'until `ops privacy erase`',
  },
  {
    place: 'payout.payouts.destinationIdentity',
    holds: ['Pix key of a payout', 'number of an account'],
    purpose: 'limits of new destinations, and payouts that are sent twice by mistake',
    form: 'keyed hash',
    kept: 'as long as the payout',
  },
  {
    place: 'keys.users.email',
    holds: ['e-mail of a user'],
    purpose: 'logs the user in',
    form: 'in the clear',
    kept: 'until the user is removed',
  },
  {
    place: 'keys.users.emailKey',
    holds: ['e-mail of a user'],
    purpose: 'one user for an address, in any case',
    form: 'in the clear',
    kept: 'until the user is removed',
  },
  {
    place: 'charge.charges.unfiled.actor',
    holds: [],
    purpose: 'from where an API key acted, on its way to the audit log',
    form: 'in the clear',
    kept: 'until keys has it, a second or two',
    isOnItsWay: true,
  },
  {
    place: 'refund.refunds.unfiled.actor',
    holds: [],
    purpose: 'from where an API key acted, on its way to the audit log',
    form: 'in the clear',
    kept: 'until keys has it, a second or two',
    isOnItsWay: true,
  },
  {
    place: 'payout.payouts.unfiled.actor',
    holds: [],
    purpose: 'from where a user or an API key acted, on its way to the audit log',
    form: 'in the clear',
    kept: 'until keys has it, a second or two',
    isOnItsWay: true,
  },
  {
    place: 'webhooks.endpoints.unfiled.actor',
    holds: [],
    purpose: 'from where an API key acted, on its way to the audit log',
    form: 'in the clear',
    kept: 'until keys has it, a second or two',
    isOnItsWay: true,
  },
  {
    place: 'webhooks.signing_secrets.unfiled.actor',
    holds: [],
    purpose: 'from where an API key acted, on its way to the audit log',
    form: 'in the clear',
    kept: 'until keys has it, a second or two',
    isOnItsWay: true,
  },
  {
    place: 'keys.audit_chain.clientAddress',
    holds: [],
    purpose: 'from where a user or an API key acted, for the account’s audit log',
    form: 'in the clear',
    kept: 'for ever',
  },
  {
    place: 'keys.login_addresses.addresses.hash',
    holds: [],
    purpose: 'from where a user logged in, whom no flood of logins keeps out',
    form: 'keyed hash',
    kept: '90 days after the last login',
    ends: { field: 'forgetAt', seconds: 0 },
  },
  {
    place: 'keys.users.name',
    holds: ['name of a user'],
    purpose: 'shown to colleagues',
    form: 'in the clear',
    kept: 'until the user is removed',
  },
];
