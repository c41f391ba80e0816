import { type Host, LocalWindows, startJob } from '@gx/runtime';
import type { Clients } from '../clients.ts';
import type { ListenOptions } from '../edge/http-server.ts';
import { recordOf } from './record-of.ts';
import { requestLog } from './request-log.ts';

const SEND_EVERY_MS = 1_000;
/**
 * Requests of one key over its rate limit that a process records in a minute. What is let in is bounded by
 * that limit; what is not, by nothing but how fast somebody can ask. The others are counted in `gx.refusals`
 * alone.
 */
export const LIMITED_PER_MINUTE = 60;

/**
 * Starts the request log; what it answers is to be called with every request that is over. What still waits
 * at a stop is sent first.
 */
export function startRequestLog(host: Host, { keys }: Clients): NonNullable<ListenOptions['onOver']> {
  const records = requestLog({ keys, log: host.log, onFull: () => job.trigger() });
  host.life.onStop('request log', records.send);
  const job = startJob(host, { name: 'send request log', everyMs: SEND_EVERY_MS, run: records.send });
  const limited = new LocalWindows(() => performance.now() / 1_000);
  return (request, exchange) => {
    const { errorCode, caller } = exchange;
    if (errorCode === 'rate_limited' && caller && !limited.consume(caller.fingerprint, LIMITED_PER_MINUTE).allowed)
      return;
    const record = recordOf(request, exchange, host.now());
    if (record !== undefined) records.add(record, exchange.assertion);
  };
}
