import {
  chargeEventCodec,
  chargeTopicOf,
  EVENT_HEADERS,
  payoutEventCodec,
  refundEventCodec,
  TOPICS,
} from '@gx/contracts';
import type { BusRecord } from '@gx/testkit/faults';
import { chargeId } from './acts.ts';
import { reach } from './rest.ts';
import type { FaultStage } from './stage.ts';
import type { Creation } from './story.ts';

/** What the bus has of a merchant on a topic, of one type of event. */
const recordsOf = ({ worker, merchant }: FaultStage, topic: string, type: string): readonly BusRecord[] =>
  worker.bus
    .records(topic)
    .filter(({ key, headers }) => key === merchant.tenant.accountId && headers[EVENT_HEADERS.eventType] === type);

/** Once an event of the charge is on the bus. */
export function untilPublished(stage: FaultStage, creation: Creation, type: string): Promise<void> {
  const id = chargeId(creation);
  const { name } = TOPICS[chargeTopicOf(type)];
  return reach(stage.worker, `${type} of ${id}`, () =>
    recordsOf(stage, name, type).some(({ value }) => chargeEventCodec.decode(value).chargeId === id),
  );
}

/** How a refund ended, once that is on the bus. */
export async function refundEnd(stage: FaultStage, id: string): Promise<string> {
  let end: string | undefined;
  await reach(stage.worker, `the end of refund ${id}`, () => {
    end = recordsOf(stage, TOPICS.refund.name, 'refund.progressed')
      .map(({ value }) => refundEventCodec.decode(value))
      .find(({ refundId, progressed }) => refundId === id && ENDS.has(progressed?.status ?? ''))?.progressed?.status;
    return end !== undefined;
  });
  return end ?? '';
}
const ENDS: ReadonlySet<string> = new Set(['REFUNDED', 'FAILED']);

/** Once a refund is told as lost. */
export const lostRefund = (stage: FaultStage, id: string): Promise<void> =>
  reach(stage.worker, `the loss of refund ${id}`, () =>
    recordsOf(stage, TOPICS.refund.name, 'refund.lost').some(
      ({ value }) => refundEventCodec.decode(value).refundId === id,
    ),
  );

/** Once a payout is told as lost. */
export const lostPayout = (stage: FaultStage, id: string): Promise<void> =>
  reach(stage.worker, `the loss of payout ${id}`, () =>
    recordsOf(stage, TOPICS.payout.name, 'payout.lost').some(
      ({ value }) => payoutEventCodec.decode(value).payoutId === id,
    ),
  );

/** The return of money of the charge, once it has failed for good. */
export async function failedReturn(stage: FaultStage, creation: Creation): Promise<string> {
  const id = chargeId(creation);
  let found: string | undefined;
  await reach(stage.worker, `a failed return of ${id}`, () => {
    found = recordsOf(stage, TOPICS.refund.name, 'return.progressed')
      .map(({ value }) => refundEventCodec.decode(value))
      .find(({ chargeId: of, returnProgressed: back }) => of === id && back?.status === 'FAILED')?.refundId;
    return found !== undefined;
  });
  return found ?? '';
}
