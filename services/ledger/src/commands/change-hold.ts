import { type ErrorDetail, InvariantViolation, invariant, Refusal } from '@gx/core';
import type { CallContext } from '@gx/runtime';
import type { Hold, HoldAct, HoldConflict } from '../domain/hold.ts';
import type { PayoutReturnAct } from '../domain/payout-return.ts';
import type { WalletKey } from '../domain/wallet.ts';
import type { WriteWallets } from './wallet-writer.ts';

type Shortfall = { readonly available: number; readonly required: number };

/**
 * Places, commits or voids a hold, or credits a return of what it paid for, once, however often and in
 * whatever order it is asked. The answer is what stands. Refusal `unprocessable_entity`:
 * `insufficient_balance` when the wallet is short and nothing was kept, `hold_voided` or `hold_committed` when
 * the opposite end stands, `hold_not_committed` or `returns_exceed_hold` of a return of what was not sent;
 * `idempotency_key_reused`: `return_says_otherwise`, of a return that stands with another amount or wallet.
 */
export async function changeHold(
  { write }: { readonly write: WriteWallets },
  ctx: Pick<CallContext, 'log'>,
  act: HoldAct | PayoutReturnAct,
): Promise<Hold> {
  const [outcome] = await write([{ kind: 'hold', act }]);
  invariant(outcome !== undefined, 'a write without an outcome');
  switch (outcome.kind) {
    case 'stands':
      return outcome.hold;
    case 'short':
      throw short(act, outcome);
    case 'conflict':
      ctx.log.error(
        { alarm: 'hold_conflict', reference: act.reference, act: act.kind, reason: outcome.reason },
        'a hold was requested with what contradicts it',
      );
      throw contradiction(outcome.reason);
    case 'refused':
      throw new InvariantViolation(`hold: ${outcome.reason}`);
    default:
      throw new InvariantViolation("an act on a hold got a draft's outcome");
  }
}

/**
 * The merchant's first refund may well meet this one: it says what is there, what is needed, and why
 * (decisions A24, A66).
 */
function short(
  { currency, reference }: WalletKey & Pick<HoldAct, 'reference'>,
  { available, required }: Shortfall,
): Refusal {
  const details: readonly ErrorDetail[] = [
    { param: 'available', message: String(available) },
    { param: 'required', message: String(required) },
  ];
  const unit = currency === 'BRL' ? 'centavos' : `of the smallest unit of ${currency}`;
  const figures = `Not enough balance: ${available} ${unit} available, ${required} required.`;
  const message = reference.startsWith('payout:') ? `${figures} ${FEE_ON_TOP}` : `${figures} ${FEES_STAY}`;
  return new Refusal('unprocessable_entity', message, { reason: 'insufficient_balance', details });
}

const FEES_STAY = "Fees of a charge are not given back, so a charge's net alone does not pay for its full refund.";
const FEE_ON_TOP = 'The fee of a payout comes on top of its amount.';

/**
 * An opposite end is told to the asker; a reference that means something else is nobody's request, but a bug.
 */
function contradiction(reason: HoldConflict): Error {
  if (reason === 'return_says_otherwise')
    return new Refusal('idempotency_key_reused', 'Another return was credited under this id.', { reason });
  return reason in END_OF
    ? new Refusal('unprocessable_entity', END_OF[reason as keyof typeof END_OF], {
        reason: reason as keyof typeof END_OF,
      })
    : new InvariantViolation(`hold: ${reason}`);
}

const END_OF = {
  hold_not_committed: 'Nothing was sent that could have come back.',
  returns_exceed_hold: 'More came back than was sent.',
  hold_voided: 'The money was given back: it cannot be spent.',
  hold_committed: 'The money was spent: it cannot be given back.',
} as const;
