import type { RequestRecord } from '@gx/contracts/keys';
import { isUnavailable } from '@gx/core';
import type { Logger } from '@gx/runtime';
import type { Clients } from '../clients.ts';

/**
 * So many records wait in memory, some 4 MB beside the assertions of their keys, while they cannot be
 * delivered; what comes then is dropped and counted.
 */
export const WAITING_MAX = 10_000;
export const BATCH = 500;
const DEADLINE_MS = 2_000;

export type RequestLog = {
  /** Takes a record; never waits, never fails. */
  readonly add: (record: RequestRecord, assertion?: string) => void;
  /** Sends what waits, batch by batch, until there is nothing or keys does not take it. */
  readonly send: () => Promise<void>;
};

/** A record, and the word of `keys` for whose it is. */
type WaitingRecord = { readonly record: RequestRecord; readonly assertion: string | undefined };

/** As it is sent: the assertions of its records, each once. */
function batchOf(waiting: readonly WaitingRecord[]) {
  const places = new Map<string, number>();
  const requests = waiting.map(({ record, assertion }) => {
    if (assertion === undefined) return record;
    const assertionIndex = places.get(assertion) ?? places.size;
    places.set(assertion, assertionIndex);
    return { ...record, assertionIndex };
  });
  return { requests, assertions: [...places.keys()] };
}

type Options = {
  readonly keys: Pick<Clients['keys'], 'recordRequests'>;
  readonly log: Logger;
  /** Called when a whole batch waits. */
  readonly onFull: () => void;
  readonly waitingMax?: number;
};

/**
 * The merchant's request log on its way to keys, which stores it (docs/adr/0047). It is off the requests'
 * path: a record is put on a list, a job sends the list. When keys is away the list grows to its bound; the
 * loss of more is counted and alarmed.
 */
export function requestLog({ keys, log, onFull, waitingMax = WAITING_MAX }: Options): RequestLog {
  let waiting: WaitingRecord[] = [];
  let dropped = 0;

  const deliver = async (batch: WaitingRecord[]): Promise<boolean> => {
    try {
      await keys.recordRequests({ requestId: 'request-log', deadlineMs: DEADLINE_MS }, batchOf(batch));
      return true;
    } catch (error) {
      // Away is for the next run. Anything else would be no better the next time, and would hold up what
      // comes behind it.
      const away = isUnavailable(error);
      if (!away) dropped += batch.length;
      else waiting = [...batch, ...waiting];
      log[away ? 'warn' : 'error']({ err: error, waiting: waiting.length }, 'the request log was not taken');
      return !away;
    }
  };
  const complain = (): void => {
    if (dropped === 0) return;
    log.error({ alarm: 'request_log_dropped', dropped, waiting: waiting.length }, 'records of requests are lost');
    dropped = 0;
  };

  return {
    add(record, assertion) {
      if (waiting.length >= waitingMax) {
        dropped += 1;
        return;
      }
      waiting.push({ record, assertion });
      if (waiting.length === BATCH) onFull();
    },
    async send() {
      try {
        while (waiting.length > 0) {
          const batch = waiting.slice(0, BATCH);
          waiting = waiting.slice(BATCH);
          if (!(await deliver(batch))) return;
        }
      } finally {
        complain();
      }
    },
  };
}
