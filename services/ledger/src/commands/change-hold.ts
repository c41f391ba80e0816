import { type ErrorDetail, InvariantViolation, invariant, Refusal } from '@gx/core';
import type { CallContext } from '@gx/runtime';
import type { Hold, HoldAct, HoldConflict } from '../domain/hold.ts';
import type { WriteWallets } from './wallet-writer.ts';

type Shortfall = { readonly available: number; readonly required: number };

/**
 * Places, commits or voids a hold, once, however often and in whatever order it is asked. The answer is what
 * stands. Refusal `unprocessable_entity`: `insufficient_balance` when the wallet is short and nothing was
 * kept, `hold_voided` or `hold_committed` when the opposite end stands.
 */
export async function changeHold(
  { write }: { readonly write: WriteWallets },
  ctx: Pick<CallContext, 'log'>,
  act: HoldAct,
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
function short({ currency }: HoldAct, { available, required }: Shortfall): Refusal {
  const details: readonly ErrorDetail[] = [
    { param: 'available', message: String(available) },
    { param: 'required', message: String(required) },
  ];
  const unit = currency === 'BRL' ? 'centavos' : `of the smallest unit of ${currency}`;
  const message =
    `Not enough balance: ${available} ${unit} available, ${required} required. ` +
    "Fees of a charge are not given back, so a charge's net alone does not pay for its full refund.";
  return new Refusal('unprocessable_entity', message, { reason: 'insufficient_balance', details });
}

/**
 * An opposite end is told to the asker; a reference that means something else is nobody's request, but a bug.
 */
const contradiction = (reason: HoldConflict): Error =>
  reason === 'hold_voided' || reason === 'hold_committed'
    ? new Refusal('unprocessable_entity', END_OF[reason], { reason })
    : new InvariantViolation(`hold: ${reason}`);

const END_OF = {
  hold_voided: 'The money was given back: it cannot be spent.',
  hold_committed: 'The money was spent: it cannot be given back.',
} as const;
