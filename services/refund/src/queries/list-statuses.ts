import type { ListStatusesResponse } from '@gx/contracts/refund';
import { parseId, Refusal } from '@gx/core';
import { isHidden } from '../domain/transitions.ts';
import type { RefundStore } from '../store/refunds.ts';

const IDS_MAX = 100;

/**
 * How far refunds, returns and bank returns are, by id; unknown ones, and those that nobody was promised, are
 * left out.
 */
export async function listStatuses(
  { refunds }: { readonly refunds: Pick<RefundStore, 'statuses'> },
  ids: readonly string[],
): Promise<ListStatusesResponse> {
  if (ids.length > IDS_MAX) throw new Refusal('invalid_request', `At most ${IDS_MAX}.`, { param: 'refund_ids' });
  const known = ids.map((id) => parseId('refund', id)).filter((id) => id !== undefined);
  const found = await refunds.statuses(known);
  return {
    refunds: [...found].flatMap(([refundId, status]) =>
      isHidden(status) ? [] : [{ refundId: refundId as string, status }],
    ),
  };
}
