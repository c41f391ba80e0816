import type { Id } from '@gx/core';
import { Refusal } from '@gx/core';
import { type Host, startJob } from '@gx/runtime';
import type { LookUps, Standing } from './look-ups.ts';

type Listener = (standing: Standing) => void;
/** Calls the listener with where the charge stands, again and again until the answer is called. */
export type Watch = (id: Id<'charge'>, listener: Listener) => () => void;
type Options = Pick<LookUps, 'lookAtAll'> & { readonly everyMs: number };

/**
 * One look for everybody: each round asks for every charge that any open page of this process shows, a charge
 * once however many show it. What it costs grows with the charges that are being paid now, not with pages or
 * events.
 */
export function watchCharges(host: Host, { lookAtAll, everyMs }: Options): Watch {
  const watched = new Map<Id<'charge'>, Set<Listener>>();
  let isAway = false;

  const round = async (): Promise<void> => {
    if (watched.size === 0) return;
    try {
      await lookAtAll([...watched.keys()], (standing) => {
        for (const listener of watched.get(standing.id as Id<'charge'>) ?? []) listener(standing);
      });
      isAway = false;
    } catch (err) {
      if (!(err instanceof Refusal)) throw err;
      // Pages keep what they show and go on counting down; one line is enough for an outage.
      if (!isAway) host.log.warn({ err }, 'charge does not say where payers stand');
      isAway = true;
    }
  };
  startJob(host, { name: 'watch charges', everyMs, run: round });

  return (id, listener) => {
    const listeners = watched.get(id) ?? new Set();
    watched.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && watched.get(id) === listeners) watched.delete(id);
    };
  };
}
