import { chargeEventCodec, SERVICES } from '@gx/contracts';
import type { ConfirmMoneyRequest, ConfirmMoneyResponse } from '@gx/contracts/charge';
import { unavailable } from '@gx/core';
import type { Host } from '@gx/runtime';
import { serveRpcs } from '../serve-rpcs.ts';
import { testHost } from '../test-host.ts';

/**
 * What charge has written down, as those see it who move money by its events: nothing until a test says so.
 */
export type MoneyRecords = {
  /** Charge writes down what this event says, as it does before it publishes it. */
  readonly add: (value: Buffer) => void;
  /** Until it is up again, nobody can ask it. */
  down: boolean;
  /** How many events each question that was answered was about, in order; and how many got no answer. */
  readonly questions: number[];
  refused: number;
  readonly confirmMoney: (request: ConfirmMoneyRequest) => ConfirmMoneyResponse;
};

/** Confirms an event whose every field is as one that was added, and no other. */
export function moneyRecords(): MoneyRecords {
  const known = new Set<string>();
  const records: MoneyRecords = {
    add: (value) => void known.add(sameFor(value)),
    down: false,
    questions: [],
    refused: 0,
    confirmMoney: ({ events }) => {
      if (records.down) {
        records.refused += 1;
        throw unavailable('down');
      }
      records.questions.push(events.length);
      const confirmations = events.map((value) => {
        const confirmed = known.has(sameFor(value));
        return { confirmed, difference: confirmed ? '' : 'charge_id' };
      });
      return { confirmations };
    },
  };
  return records;
}

/** Two encodings of one event may differ in what they leave out. */
const sameFor = (value: Buffer): string => JSON.stringify(chargeEventCodec.decode(value));

type StoppableHost = Host & { readonly stop: () => Promise<void> };

/** `charge`, as far as it confirms money: it serves no other RPC. */
export async function startMoneyRecords(host: StoppableHost = testHost('charge')) {
  const records = moneyRecords();
  const handlers = { ConfirmMoney: (_ctx: unknown, request: ConfirmMoneyRequest) => records.confirmMoney(request) };
  const { port } = await serveRpcs(host, { definition: SERVICES.charge, handlers: handlers as never });
  return { records, address: `127.0.0.1:${port}`, stop: host.stop };
}
