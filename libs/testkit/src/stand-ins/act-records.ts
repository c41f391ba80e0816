import { SERVICES } from '@gx/contracts';
import type { RecordActsRequest, RecordedAct } from '@gx/contracts/keys';
import { unavailable } from '@gx/core';
import { serveRpcs } from '../serve-rpcs.ts';
import { testHost } from '../test-host.ts';

/** What `keys` was given to file in the audit log: each act once, as there. */
export type ActRecords = {
  readonly acts: Map<string, RecordedAct>;
  /** Until it is up again, nobody can give it anything. */
  down: boolean;
  /** How often somebody tried in vain. */
  refused: number;
  readonly RecordActs: (ctx: unknown, request: RecordActsRequest) => object;
  /** Those on an object, in the order in which they came. */
  readonly of: (objectId: string) => RecordedAct[];
};

export function actRecords(): ActRecords {
  const acts = new Map<string, RecordedAct>();
  const records: ActRecords = {
    acts,
    down: false,
    refused: 0,
    RecordActs: (_ctx, request) => {
      if (records.down) {
        records.refused += 1;
        throw unavailable('down');
      }
      for (const act of request.acts) acts.set(act.id, act);
      return {};
    },
    of: (objectId) => [...acts.values()].filter((act) => act.objectId === objectId),
  };
  return records;
}

/** `keys`, as far as it files acts: it serves no other RPC. */
export async function startActRecords() {
  const host = testHost('keys');
  const records = actRecords();
  const handlers = { RecordActs: records.RecordActs } as never;
  const { port } = await serveRpcs(host, { definition: SERVICES.keys, handlers });
  return { records, address: `127.0.0.1:${port}`, stop: host.stop };
}
