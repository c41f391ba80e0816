import {
  type Actor,
  AMOUNT_MAX,
  cents,
  type Id,
  isVisible,
  payoutBankId,
  Refusal,
  readBrCode,
  readPixKey,
  type TaxDocument,
  type Tenant,
} from '@gx/core';
import { type Destination, destinationIdentity, directoryKeyOf, shownDestination } from './destination.ts';
import { digestOf } from './digest.ts';
import { addDays } from './local-time.ts';
import type { PayoutTerms } from './payout.ts';

/** What a merchant asks for, already parsed by the edge. */
export type PayoutRequest = {
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly idempotencyKey: string;
  /** Versioned digest of the parsed body. */
  readonly requestHash: string;
  readonly amount: number;
  readonly currency: string;
  readonly destination: Destination;
  readonly expectedOwner?: TaxDocument;
  readonly description?: string;
  readonly metadataJson?: string;
  readonly scheduledFor?: Date;
  readonly allowDuplicate: boolean;
  readonly keyIssuerUserId?: Id<'user'>;
};

const KEY_LENGTH = { min: 8, max: 128 } as const;
const DESCRIPTION_MAX = 140;
const SCHEDULED_WITHIN_DAYS = 90;
const HOLDER_NAME_MAX = 120;
/** As the instant payment system has them; the account with its check digit. */
const ACCOUNT = { ispb: /^[0-9A-Z]{8}$/, branch: /^\d{1,4}$/, account: /^\d{1,20}$/ } as const;

const invalid = (param: string, message: string): Refusal => new Refusal('invalid_request', message, { param });

/** The rules that nobody else is needed for. The edge checks them too; this is the last line. */
export function refusalOf(request: PayoutRequest, now: Date): Refusal | undefined {
  const { amount, currency, idempotencyKey, description } = request;
  const { length } = [...idempotencyKey];
  if (length < KEY_LENGTH.min || length > KEY_LENGTH.max)
    return invalid('Idempotency-Key', `The key must have ${KEY_LENGTH.min} to ${KEY_LENGTH.max} characters.`);
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > AMOUNT_MAX)
    return new Refusal('invalid_amount', `The amount must be an integer in centavos, from 1 to ${AMOUNT_MAX}.`, {
      param: 'amount',
    });
  if (currency !== 'BRL') return new Refusal('invalid_currency', 'A payout is in BRL.', { param: 'currency' });
  if (description !== undefined && [...description].length > DESCRIPTION_MAX)
    return invalid('description', `The description has at most ${DESCRIPTION_MAX} characters.`);
  return scheduleRefusal(request, now) ?? destinationRefusal(request);
}

function scheduleRefusal({ scheduledFor }: PayoutRequest, now: Date): Refusal | undefined {
  if (scheduledFor === undefined) return undefined;
  if (scheduledFor <= now) return invalid('scheduled_for', 'scheduled_for must lie in the future.');
  return scheduledFor > addDays(now, SCHEDULED_WITHIN_DAYS)
    ? invalid('scheduled_for', `scheduled_for is at most ${SCHEDULED_WITHIN_DAYS} days ahead.`)
    : undefined;
}

function destinationRefusal({ destination, amount }: PayoutRequest): Refusal | undefined {
  switch (destination.kind) {
    case 'key':
      return keyOf(destination) === destination.key
        ? undefined
        : invalid('destination.pix_key', 'This is no Pix key as the directory writes it.');
    case 'bank_account':
      return accountRefusal(destination);
    case 'br_code':
      return codeRefusal(destination.brCode, amount);
  }
}

/**
 * As the directory writes it, undefined where it is none of its type: how it is shown is that of its type.
 */
function keyOf({ key, type }: Extract<Destination, { kind: 'key' }>): string | undefined {
  const read = readPixKey(key, type);
  return typeof read === 'object' ? read.key : undefined;
}

function accountRefusal(account: Extract<Destination, { kind: 'bank_account' }>): Refusal | undefined {
  for (const field of ['ispb', 'branch', 'account'] as const)
    if (!ACCOUNT[field].test(account[field]))
      return invalid(`destination.bank_account.${field}`, `This is no ${field} of a bank account.`);
  const { holderName } = account;
  return isVisible(holderName) && [...holderName].length <= HOLDER_NAME_MAX
    ? undefined
    : invalid('destination.bank_account.holder_name', `The name has 1 to ${HOLDER_NAME_MAX} characters.`);
}

function codeRefusal(brCode: string, amount: number): Refusal | undefined {
  const read = readBrCode(brCode);
  if (read === 'bad_crc') return invalid('destination.br_code', 'The check sum of the code is wrong.');
  if (read === 'malformed_br_code') return invalid('destination.br_code', 'This is no Pix code.');
  return read.amount !== undefined && read.amount !== amount
    ? invalid('destination.br_code', `The code asks for ${read.amount}, the payout is of ${amount}.`)
    : undefined;
}

/** What the bank of an account can send, and what it takes for it. */
export type Ability = {
  readonly profileId: string;
  readonly destinations: readonly Destination['kind'][];
  readonly keyOwner: boolean;
};

/** Why this bank cannot send it; `null`: it sends nothing at all (decisions, section 7, Refused). */
export function abilityRefusal({ destination, expectedOwner }: PayoutRequest, ability: Ability | null) {
  if (ability === null)
    return new Refusal('unprocessable_entity', 'The bank of this account sends no Pix.', {
      reason: 'no_provider_for_method',
    });
  const missing = (param: string, message: string): Refusal =>
    new Refusal('unprocessable_entity', message, { reason: 'capability_missing', param });
  if (!ability.destinations.includes(destination.kind))
    return missing(PARAM_OF[destination.kind], 'The bank of this account sends nothing to such a destination.');
  if (expectedOwner === undefined || destination.kind === 'bank_account') return undefined;
  return directoryKeyOf(destination) !== undefined && ability.keyOwner
    ? undefined
    : missing('expected_recipient_tax_id', 'The bank of this account cannot say whose this destination is.');
}
const PARAM_OF = {
  key: 'destination.pix_key',
  bank_account: 'destination.bank_account',
  br_code: 'destination.br_code',
} as const satisfies Record<Destination['kind'], string>;

/** What the service adds to a request before anything is stored. */
export type PayoutContext = {
  readonly id: Id<'payout'>;
  /** Of destinations, see `destinationIdentity`. */
  readonly secret: Buffer;
  readonly bankProfileId: string;
  readonly fee: number;
  readonly providerFee: number;
  readonly approvalRequired: boolean;
  readonly body: string;
  readonly salt?: string | undefined;
  readonly traceparent: string | null;
  readonly now: Date;
};

/** Everything about a payout that must never be derived twice. */
export function termsOf(request: PayoutRequest, context: PayoutContext): PayoutTerms {
  const { destination, tenant } = request;
  const { id, now, body, salt } = context;
  const terms = {
    id,
    tenant,
    idempotencyKey: request.idempotencyKey,
    requestHash: request.requestHash,
    amount: cents(request.amount),
    currency: 'BRL' as const,
    fee: cents(context.fee),
    providerFee: cents(context.providerFee),
    shown: shownDestination(destination),
    destinationIdentity: destinationIdentity(context.secret, tenant, destination),
    description: request.description ?? null,
    metadataJson: request.metadataJson ?? null,
    scheduledFor: request.scheduledFor ?? null,
    allowDuplicate: request.allowDuplicate,
    approvalRequired: context.approvalRequired,
    keyIssuerUserId: request.keyIssuerUserId ?? null,
    bank: { profileId: context.bankProfileId, id: payoutBankId(id), kind: destination.kind },
    secrets: {
      destination,
      expectedOwner: request.expectedOwner ?? null,
      body,
      ...(salt === undefined ? {} : { salt }),
    },
    traceparent: context.traceparent,
    createdAt: now,
  };
  return { ...terms, digest: digestOf(terms) };
}
