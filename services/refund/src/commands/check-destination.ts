import { type Refusal, unavailable } from '@gx/core';
import { type BankCall, responseOf, retryAfterOf, type TransferBank } from '@gx/providers';
import { keyOwnership, notThePayers, payerOf } from '../domain/destination.ts';
import type { Settlement } from '../domain/settlement.ts';

type Destination = {
  /** As the directory writes it. */
  readonly key: string;
  readonly settlement: Settlement;
  readonly bank: Pick<TransferBank, 'provider'>;
};

/**
 * Whether a key that the merchant named belongs to the payer, for an account whose refunds go to payers alone
 * (decisions, section 10); else why not. A CPF or CNPJ is compared, of any other key the bank is asked whose it
 * is. Where nobody can say, it is not. Throws `service_unavailable` while the bank gives no answer.
 */
export async function checkDestination(
  { key, settlement, bank }: Destination,
  call: BankCall,
): Promise<Refusal | undefined> {
  const payer = payerOf(settlement);
  if (payer === undefined) return notThePayers('Refunds of this account go to the payer alone, whom nobody has named.');
  const ownership = keyOwnership(key, payer);
  if (ownership === 'payer') return undefined;
  const bankKnows = ownership === 'unknown' && bank.provider.capabilities().pixOut?.keyOwner === true;
  if (bankKnows && (await ownerOf(bank, key, call)) === payer.value) return undefined;
  return notThePayers('Refunds of this account go to the payer alone: this key is not known to be theirs.');
}

/** The document of who owns a key; undefined where the directory has no such key, or the bank will not say. */
async function ownerOf({ provider }: Destination['bank'], key: string, call: BankCall): Promise<string | undefined> {
  const outcome = await provider.getKeyOwner(key, call);
  if (outcome.kind === 'not_sent' || outcome.kind === 'unknown') {
    const seconds = retryAfterOf(outcome);
    throw unavailable('The bank cannot say now whose this key is. Retry with the same idempotencyKey.', seconds);
  }
  return responseOf(outcome)?.document.value;
}
