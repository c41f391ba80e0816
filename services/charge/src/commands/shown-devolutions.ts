import type {
  DevolutionNature,
  ProviderDevolution,
  ProviderOrder,
  ProviderOrderRefund,
  ProviderPayment,
} from '@gx/providers';
import type { BankReturnReason, BankReturnStatus } from '../domain/bank-return.ts';
import type { ShownDevolution } from './record-bank-returns.ts';

/** A word that this version does not know is no end. */
const STATUS = {
  in_progress: 'IN_PROGRESS',
  unrecognised: 'IN_PROGRESS',
  returned: 'REFUNDED',
  refunded: 'REFUNDED',
  failed: 'FAILED',
} as const satisfies Record<(ProviderDevolution | ProviderOrderRefund)['status'], BankReturnStatus>;

/**
 * The natures of a contested Pix (MED); all others say no more than that the bank did it (decisions, section
 * 9).
 */
const REASON: Readonly<Partial<Record<DevolutionNature, BankReturnReason>>> = {
  med_fraud: 'MED_FRAUD',
  med_operational: 'MED_OPERATIONAL',
};

/**
 * Natures of a devolution that is not of a case about its Pix. A bank that does not say, or says it in a word
 * that we do not know, means the case that there is.
 */
const OF_NO_CASE: ReadonlySet<DevolutionNature | null> = new Set(['original', 'withdrawal']);

/** What a bank shows as sent back, or on its way, of a Pix. */
export const shownDevolutions = ({ endToEndId, devolutions }: ProviderPayment): readonly ShownDevolution[] =>
  devolutions.map(({ id, isNamedByReturn = false, amount, status, nature }) => ({
    endToEndId,
    id,
    isNamedByReturn,
    amount,
    status: STATUS[status],
    reason: (nature === null ? undefined : REASON[nature]) ?? 'BANK_RETURN',
    isOfCase: !OF_NO_CASE.has(nature),
  }));

/** What an acquirer shows as sent back of an order. It does not say of which payment. */
export const shownOrderRefunds = ({
  refunds,
}: Pick<ProviderOrder, 'refunds'>): readonly Omit<ShownDevolution, 'endToEndId'>[] =>
  refunds.map(({ id, amount, status }) => ({ id, amount, status: STATUS[status], reason: 'BANK_RETURN' }));
