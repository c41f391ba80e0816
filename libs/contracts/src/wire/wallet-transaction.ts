import { type Id, InvariantViolation, isoMillis, wireId } from '@gx/core';
import type {
  TransactionSource,
  TransactionSource_Type,
  WalletTransaction,
  WalletTransaction_Type,
} from '../../gen/gx/ledger/v1/ledger.ts';

type Word = Exclude<WalletTransaction_Type, 'TYPE_UNSPECIFIED'>;
type SourceWord = Exclude<TransactionSource_Type, 'TYPE_UNSPECIFIED'>;

/** In words, by what it comes from where that makes a difference. */
type Description = string | Readonly<Partial<Record<SourceWord, string>>>;

/** Every type, and what a line of it says of itself. */
// biome-ignore format: one row per type, read as a table
const DESCRIPTIONS = {
  CHARGE:            'Payment received',
  REFUND:            'Refund sent',
  REFUND_FEE:        'Fee of a refund',
  PAYOUT:            'Payout sent',
  PAYOUT_FEE:        'Fee of a payout',
  PAYOUT_RETURNED:   { PAYOUT: 'Payout returned by the bank', REFUND: 'Refund returned by the bank' },
  HOLD:              { REFUND: 'Set aside for a refund', PAYOUT: 'Set aside for a payout', RETURN: 'Set aside, the bank takes it back' },
  RELEASE:           { REFUND: 'Back from a refund', PAYOUT: 'Back from a payout', RETURN: 'Back, the bank did not take it' },
  SETTLEMENT:        'Pending money became available',
  DISPUTE_OPENED:    'Set aside for a dispute',
  DISPUTE_WON:       'Back from a dispute that was won',
  DISPUTE_LOST:      'Dispute lost',
  BANK_RETURN:       'Taken back by the bank',
  RECEIVABLE_LENT:   'Lent, the wallet was short',
  RECEIVABLE_REPAID: 'Repaid of what was lent',
  ADJUSTMENT:        'Adjustment',
} as const satisfies Record<Word, Description>;

export type PublicTransactionType = Lowercase<Word>;
/** Every type of a line in the list of a wallet (decisions, section 8). */
export const WALLET_TRANSACTION_TYPES = Object.keys(DESCRIPTIONS).map((word) => word.toLowerCase()) as [
  PublicTransactionType,
  ...PublicTransactionType[],
];

/** A type as the ledger is asked for it. */
export const transactionTypeOf = (type: PublicTransactionType): Word => type.toUpperCase() as Word;

/** What an id of each kind of source is of, as clients see it. */
const ENTITIES = {
  CHARGE: 'charge',
  REFUND: 'refund',
  PAYOUT: 'payout',
  DISPUTE: 'dispute',
  RETURN: 'refund',
} as const satisfies Record<SourceWord, string>;

/** One line of the list of a wallet (decisions, section 8): an allowlist, built field by field. */
export type PublicWalletTransaction = {
  readonly id: string;
  readonly object: 'wallet_transaction';
  readonly type: PublicTransactionType;
  readonly amount: number;
  readonly fee: number;
  readonly net: number;
  readonly currency: string;
  readonly balance_after: { readonly available: number; readonly pending: number; readonly retained: number };
  readonly source: { readonly type: Lowercase<SourceWord>; readonly id: string } | null;
  readonly description: string;
  readonly created_at: string;
  readonly available_at: string;
};

/** What the ids of lines begin with. */
const PREFIX = 'wt_';

/** Renders a line for the list and for statements. */
export function publicWalletTransaction(transaction: WalletTransaction): PublicWalletTransaction {
  const { id, type, amount, fee, net, currency, balanceAfter, source, createdAtMs, availableAtMs } = transaction;
  if (type === 'TYPE_UNSPECIFIED' || balanceAfter === null)
    throw new InvariantViolation('a line of no type or balance');
  const { available, pending, retained } = balanceAfter;
  return {
    id: `${PREFIX}${id}`,
    object: 'wallet_transaction',
    type: type.toLowerCase() as Lowercase<Word>,
    amount,
    fee,
    net,
    currency,
    balance_after: { available, pending, retained },
    source: source === null ? null : publicSource(source),
    description: descriptionOf(type, source),
    created_at: isoMillis(new Date(createdAtMs)),
    available_at: isoMillis(new Date(availableAtMs)),
  };
}

/** Reads the id of a line in any case; undefined if it is none. The ledger knows whose it is. */
export const parseTransactionId = (wire: string): string | undefined =>
  /^wt_(?:[0-9a-f]{2}){18,23}$/i.test(wire) ? wire.slice(PREFIX.length).toLowerCase() : undefined;

function publicSource({ type, id }: TransactionSource): NonNullable<PublicWalletTransaction['source']> {
  if (type === 'TYPE_UNSPECIFIED') throw new InvariantViolation('a source of no type');
  const entity = ENTITIES[type];
  return { type: type.toLowerCase() as Lowercase<SourceWord>, id: wireId(entity, id as Id<typeof entity>) };
}

function descriptionOf(type: Word, source: TransactionSource | null): string {
  const text: Description = DESCRIPTIONS[type];
  if (typeof text === 'string') return text;
  const own = source === null || source.type === 'TYPE_UNSPECIFIED' ? undefined : text[source.type];
  return (
    own ??
    (type === 'HOLD' ? 'Set aside' : type === 'RELEASE' ? 'Back from what was set aside' : 'Returned by the bank')
  );
}
