import { SERVICES } from '@gx/contracts';
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
  const run = async (): Promise<void> => {
    for (const source of sources)
      for (;;) {
        const acts = await source.unfiled(BATCH);
        if (acts.length === 0) break;
        await keys.recordActs({ requestId: acts[0]?._id ?? '' }, { acts: acts.map(messageOf) });
        await source.markFiled(acts.map(({ _id }) => _id));
      }
  };
  startJob(host, { name: 'file acts', everyMs: EVERY_MS, run });
}

const messageOf = ({ _id: id, at, ...act }: StoredAct) => ({ ...act, id, atMs: at.getTime() });
