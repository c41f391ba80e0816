import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Id } from '@gx/core';
import type { Logger } from '@gx/runtime';
import { type Message, messageOf, type Reader } from '../page/message.ts';
import { isLive } from '../page/state.ts';
import type { Standing } from './look-ups.ts';
import type { Watch } from './watch-charges.ts';

export type OpenPages = ReturnType<typeof openPages>;
export type PageSpec = {
  readonly address: string;
  readonly id: Id<'charge'>;
  readonly reader: Reader;
  /** Where the charge stood a moment ago. */
  readonly standing: Standing;
};
type Options = {
  readonly watch: Watch;
  readonly now: () => Date;
  readonly max: number;
  readonly perAddress: number;
  readonly log: Pick<Logger, 'error'>;
};

/** What an open page shows; the rest of a message is a clock. */
const CHANGES = ['state', 'methods', 'returned'] as const satisfies readonly (keyof Message)[];
/** An unchanged page hears this often: a proxy keeps the connection, and the page knows that it has one. */
const REPEAT_MS = 15_000;
/** What a payer who reads nothing may leave waiting before the connection is given up. */
const BACKLOG_BYTES_MAX = 16 * 1_024;
/**
 * When the connection ends, the browser opens another after some moment of this span: not all of them at
 * once.
 */
const RETRY_MS = { min: 500, max: 3_000 } as const;

/**
 * Pages that are told of changes over server-sent events. Bounded; all of them end when the service stops.
 */
export function openPages({ watch, now, max, perAddress, log }: Options) {
  const open = new Set<ServerResponse>();
  const byAddress = new Map<string, number>();
  let isClosed = false;

  const enter = (address: string, response: ServerResponse): void => {
    open.add(response);
    byAddress.set(address, (byAddress.get(address) ?? 0) + 1);
  };
  const leave = (address: string, response: ServerResponse): void => {
    open.delete(response);
    const left = (byAddress.get(address) ?? 1) - 1;
    if (left > 0) byAddress.set(address, left);
    else byAddress.delete(address);
  };

  return {
    /** Whether another page of this address may be told of changes. */
    hasRoom: (address: string): boolean => !isClosed && open.size < max && (byAddress.get(address) ?? 0) < perAddress,

    /**
     * Writes events on the response until the charge has come to an end, the payer leaves or the service
     * stops.
     */
    stream(response: ServerResponse, { address, id, reader, standing }: PageSpec): void {
      // Left while charge was asked: its end has been, and nobody would take it out again.
      if (response.closed) return;
      enter(address, response);
      response.write(`retry: ${randomInt(RETRY_MS.min, RETRY_MS.max)}\n\n`);
      let last: Message | undefined;
      let sentAt = 0;
      const send = (standing: Standing): void => {
        const message = messageOf(standing, reader, now());
        const isDue = performance.now() - sentAt >= REPEAT_MS;
        if (last !== undefined && !isDue && CHANGES.every((field) => message[field] === last?.[field])) return;
        if (response.writableLength > BACKLOG_BYTES_MAX) return void response.destroy();
        last = message;
        sentAt = performance.now();
        response.write(`data: ${JSON.stringify(message)}\n\n`);
        if (!isLive(message.state)) response.end();
      };
      const unwatch = watch(id, apart(send, response, log));
      response.once('close', () => {
        unwatch();
        leave(address, response);
      });
      send(standing);
    },

    /** Every browser opens another connection, to a process that stays. */
    endAll(): void {
      isClosed = true;
      for (const response of open) response.end();
    },
  };
}

/**
 * All pages hear in one round: a fault of one ends its own stream, and must not keep the news from the
 * others.
 */
const apart =
  (send: (standing: Standing) => void, response: ServerResponse, log: Options['log']) =>
  (standing: Standing): void => {
    try {
      send(standing);
    } catch (err) {
      log.error({ err }, 'an open page could not be updated');
      response.destroy();
    }
  };
