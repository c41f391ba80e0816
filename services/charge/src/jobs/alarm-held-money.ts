import { eachOf, type Logger } from '@gx/runtime';
import type { ReviewStore } from '../store/reviews.ts';
import type { WorkAtBank } from './work-on-charges.ts';

type Deps = { readonly reviews: ReviewStore; readonly log: Logger };

const PAGE = 200;

/**
 * Raises the alarm for money that only an operator lets go: at once, and every ten minutes until somebody
 * does. The claim comes first, so that of several replicas one raises it.
 */
export const alarmHeldMoney =
  ({ reviews, log }: Deps): WorkAtBank =>
  async (bankProfileId, goesOn) =>
    eachOf(await reviews.unwarned(bankProfileId, PAGE), { atOnce: 1, goesOn }, async (charge) => {
      if (await reviews.claimWarning(charge))
        log.error({ alarm: 'review_waits', charge_id: charge.id }, 'held money waits for an operator');
    });
