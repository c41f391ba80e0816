import { type Cents, cents, parsePixKey, Refusal } from '@gx/core';
import { payerOf } from './destination.ts';
import type { Fee, Strategy } from './refund.ts';
import type { RefundableSettlement } from './settlement.ts';

/** What the bank of the payment can do for a refund, and what it takes. */
export type Ability = {
  readonly cashout: boolean;
  readonly cashoutFee: Cents;
  readonly maxDevolutionDays: number;
  /** Of the charge's own method, where that is not Pix: its acquirer can give the money back. */
  readonly orderRefund: boolean;
};
/** How the merchant wants it, as far as they say. */
export type RoutePreference = {
  readonly strategy?: Exclude<Strategy, 'ORDER'>;
  readonly destinationKey?: string;
  readonly passFeeToTenant?: boolean;
};
/** How it goes. */
export type RefundRoute = { readonly strategy: Strategy; readonly destinationKey: string | null; readonly fee: Fee };

const DAY_MS = 86_400_000;
const NO_FEE: Fee = { amount: cents(0), payer: 'PLATFORM' };

const invalid = (param: string, message: string): Refusal => new Refusal('invalid_request', message, { param });

/**
 * Negotiates the way back (decisions A21 to A23): as asked; else a cashout if the bank can and a destination
 * is known; else a devolution. There is no silent change of a strategy that was asked for.
 */
export function chooseRoute(
  wish: RoutePreference,
  settlement: RefundableSettlement,
  ability: Ability,
  now: Date,
): RefundRoute | Refusal {
  if (settlement.order !== null) return backThroughAcquirer(wish, ability);
  const destinationKey = destinationOf(wish, settlement);
  if (destinationKey instanceof Refusal) return destinationKey;
  const strategy = wish.strategy ?? (ability.cashout && destinationKey !== null ? 'CASHOUT' : 'DEVOLUTION');
  return strategy === 'CASHOUT'
    ? cashout(destinationKey, wish, ability)
    : devolution(wish, settlement.paidAt, ability, now);
}

/**
 * Any method but Pix: the way it came, where the acquirer has one (specification, refund: "Pix and card
 * refunds are live"). The rest of a wish is about Pix.
 */
function backThroughAcquirer(
  { strategy, destinationKey, passFeeToTenant }: RoutePreference,
  ability: Ability,
): RefundRoute | Refusal {
  if (!ability.orderRefund)
    return new Refusal('REFUND_NOT_SUPPORTED', 'The provider of this payment gives no money back by this method.');
  if (strategy !== undefined)
    return new Refusal('REFUND_NOT_SUPPORTED', 'Only a Pix has a strategy; this goes back the way it came.', {
      param: 'strategy',
    });
  if (destinationKey !== undefined) return invalid('destinationKey', 'Only a cashout of a Pix has a destination.');
  if (passFeeToTenant === true) return invalid('passFeeToTenant', 'This refund costs nothing that could be passed on.');
  return { strategy: 'ORDER', destinationKey: null, fee: NO_FEE };
}

/** The key that the merchant named, else the payer's document (decisions A22). */
function destinationOf({ destinationKey }: RoutePreference, settlement: RefundableSettlement): string | null | Refusal {
  if (destinationKey === undefined) return payerOf(settlement)?.value ?? null;
  return (
    parsePixKey(destinationKey) ??
    invalid('destinationKey', 'Not a Pix key: CPF, CNPJ, phone (+55…), e-mail or random key.')
  );
}

function cashout(
  destinationKey: string | null,
  { passFeeToTenant }: RoutePreference,
  ability: Ability,
): RefundRoute | Refusal {
  if (!ability.cashout) {
    return new Refusal(
      'REFUND_NOT_SUPPORTED',
      'The provider of this payment sends no Pix out; it refunds by devolution.',
      {
        param: 'strategy',
      },
    );
  }
  if (destinationKey === null) {
    return invalid('destinationKey', 'No document of the payer is known: say which Pix key the refund goes to.');
  }
  const payer = passFeeToTenant === true ? 'MERCHANT' : 'PLATFORM';
  return { strategy: 'CASHOUT', destinationKey, fee: { amount: ability.cashoutFee, payer } };
}

function devolution(
  wish: RoutePreference,
  paidAt: Date,
  { maxDevolutionDays }: Ability,
  now: Date,
): RefundRoute | Refusal {
  if (wish.destinationKey !== undefined) {
    return invalid(
      'destinationKey',
      'A devolution goes back to where the Pix came from; only a cashout has a destination.',
    );
  }
  if (wish.passFeeToTenant === true) {
    return invalid('passFeeToTenant', 'A devolution costs nothing that could be passed on.');
  }
  if (now.getTime() > paidAt.getTime() + maxDevolutionDays * DAY_MS) {
    return new Refusal(
      'unprocessable_entity',
      `A Pix can be sent back for ${maxDevolutionDays} days after its settlement.`,
      {
        reason: 'devolution_window_expired',
      },
    );
  }
  return { strategy: 'DEVOLUTION', destinationKey: null, fee: NO_FEE };
}
