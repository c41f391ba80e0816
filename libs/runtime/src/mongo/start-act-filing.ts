import { SERVICES } from '@gx/contracts';
import { isUnavailable } from '@gx/core';
import type { Grpc } from '../grpc/connect-grpc.ts';
import { startJob } from '../service/job.ts';
import type { Host } from '../service/run-service.ts';
import type { StoredAct } from './stored-acts.ts';
import type { UnfiledEvents } from './unfiled-events.ts';

export type ActFiling = {
  readonly grpc: Pick<Grpc, 'client'>;
  /** Of keys. */
  readonly address: string;
  readonly sources: readonly UnfiledEvents<StoredAct>[];
};

const BATCH = 200;
const EVERY_MS = 1_000;
const DEADLINE_MS = 5_000;

/**
 * Brings acts from the documents they were written with into the audit log of keys, then takes them out of
 * there. Keys files an act once, however often it comes, so replicas may do it at the same time and die in
 * between; what keys does not take waits where it is.
 */
export function startActFiling(host: Host, { grpc, address, sources }: ActFiling): void {
  const keys = grpc.client(SERVICES.keys, address, { idempotent: ['RecordActs'], deadlineMs: DEADLINE_MS });
  const record = async (acts: readonly StoredAct[]): Promise<void> => {
    await keys.recordActs({ requestId: acts[0]?._id ?? '' }, { acts: acts.map(messageOf) });
  };
  const fileAll = async (source: UnfiledEvents<StoredAct>): Promise<void> => {
    for (;;) {
      // A document may have many.
      const acts = (await source.unfiled(BATCH)).slice(0, BATCH);
      if (acts.length === 0) return;
      const { filed, failure } = await fileSome(record, acts);
      await source.markFiled(filed.map(({ _id }) => _id));
      if (failure !== undefined) throw failure;
    }
  };
  const run = async (): Promise<void> => {
    const ends = await Promise.allSettled(sources.map(fileAll));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  };
  startJob(host, { name: 'file acts', everyMs: EVERY_MS, run });
}

/** One that keys refuses holds up none of the others: they are filed one by one then. */
async function fileSome(record: (acts: readonly StoredAct[]) => Promise<void>, acts: readonly StoredAct[]) {
  try {
    await record(acts);
    return { filed: acts };
  } catch (error) {
    if (acts.length === 1 || isUnavailable(error)) throw error;
    const filed: StoredAct[] = [];
    let failure: unknown;
    for (const act of acts)
      await record([act]).then(
        () => filed.push(act),
        (err: unknown) => {
          failure = err;
        },
      );
    return { filed, failure };
  }
}

const messageOf = ({ _id: id, at, ...act }: StoredAct) => ({ ...act, id, atMs: at.getTime() });
