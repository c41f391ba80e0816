import { startBankWork } from '@gx/providers';
import type { Host } from '@gx/runtime';
import type { PlainRefund } from '../domain/refund.ts';
import { type WorkDeps, workOnRefund } from './work-on-refund.ts';

/**
 * Starts the work on refunds and returns: promised ones are sent, unknown ones are polled, abandoned ones are
 * finished, and what is over is looked at for what may yet come of it. The function returned says that work
 * is due at a bank.
 */
export const startRefundWork = (host: Host, deps: WorkDeps): ((bankProfileId: string) => void) =>
  startBankWork<PlainRefund>(host, {
    name: 'work on refunds',
    banks: deps.banks.open,
    due: deps.due,
    newOwner: deps.newOwner,
    work: (refund) => workOnRefund(deps, refund),
    onUnreadable: (refundId, err) =>
      deps.log.error(
        { alarm: 'refund_unreadable', refund_id: refundId, err },
        'a refund cannot be opened, it is left for later',
      ),
  });
