import { createRequire } from 'node:module';
import kafkajs from 'kafkajs';

export type * from 'kafkajs';
export { Kafka, logLevel } from 'kafkajs';
// Node does not see this one among the names of a CommonJS module.
export const { KafkaJSError } = kafkajs;

type Queue = {
  readonly pending: readonly unknown[];
  readonly throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
};
/** While requests wait for those under way, whose answers look at them too. */
const LOOK_AGAIN_MS = 10;

/**
 * kafkajs 2.2.4 looks for requests to send once a millisecond on every connection, for ever, as soon as one was answered: a thirtieth of a
 * processor for each idle service. It need look only while some wait. Nobody else imports its values, so that no client is without this.
 */
const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as {
  readonly prototype: Queue;
};
prototype.scheduleCheckPendingRequests = function (this: Queue): void {
  if (this.pending.length === 0 || this.throttleCheckTimeoutId !== null) return;
  const throttledMs = this.throttledUntil - Date.now();
  this.throttleCheckTimeoutId = setTimeout(
    () => {
      this.throttleCheckTimeoutId = null;
      this.checkPendingRequests();
    },
    throttledMs > 0 ? throttledMs : LOOK_AGAIN_MS,
  );
};
