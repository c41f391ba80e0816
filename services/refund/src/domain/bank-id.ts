import type { Id } from '@gx/core';

/** The id of a refund at the bank, the same at each attempt: 32 letters and digits. */
export const refundBankId = (refund: Id<'refund'>): string => refund.replaceAll('-', '');
