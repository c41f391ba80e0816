import type { ScenarioOperation } from './domain/scenarios.ts';

/**
 * One request about a txid, or about a sent Pix by its id, as the bank saw it; `outcome` is the status it
 * answered, or how the connection ended.
 */
export type SeenRequest = {
  readonly operation: ScenarioOperation;
  /** The devolution it named. */
  readonly id?: string;
  readonly at: Date;
  outcome: number | 'pending' | 'reset';
  scenario?: string;
};
export type SimulatorLog = ReturnType<typeof requestLog>;

/**
 * What the bank was asked about each txid. In memory and bounded: it is for tests, not part of the bank's
 * books.
 */
export function requestLog(txidsMax = 20_000, requestsMax = 1_000) {
  const byTxid = new Map<string, SeenRequest[]>();
  return {
    add(clientId: string, txid: string, request: SeenRequest): void {
      const key = `${clientId}/${txid}`;
      const seen = byTxid.get(key);
      if (seen === undefined) byTxid.set(key, [request]);
      else if (seen.length < requestsMax) seen.push(request);
      if (byTxid.size <= txidsMax) return;
      const [oldest] = byTxid.keys();
      if (oldest !== undefined) byTxid.delete(oldest);
    },

    /**
     * How often this client has asked `operation` of the txid, the present request included once it is added.
     */
    count: (clientId: string, txid: string, operation: ScenarioOperation): number =>
      (byTxid.get(`${clientId}/${txid}`) ?? []).filter((request) => request.operation === operation).length,

    /** All requests about a txid, of every client, oldest first. */
    list: (txid: string): readonly SeenRequest[] =>
      [...byTxid]
        .filter(([key]) => key.slice(key.lastIndexOf('/') + 1) === txid)
        .flatMap(([, seen]) => seen)
        .toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  };
}
