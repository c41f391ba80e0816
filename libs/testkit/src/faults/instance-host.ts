import { Writable } from 'node:stream';
import { createLogger, type FaultHook, Health, type Host, Lifecycle } from '@gx/runtime';
import type { Instance } from './instance.ts';

/** A lifecycle that can be ended from outside, all at once and without waiting for anything. */
class ForcibleLifecycle extends Lifecycle {
  readonly #stops: (() => unknown)[] = [];
  #isBuried = false;

  /** What an instance opens that died while it started goes at once: nobody else would ever close it. */
  override onStop(name: string, stop: () => Promise<unknown> | unknown): void {
    if (this.#isBuried) endNow(stop);
    else this.#stops.push(stop);
    super.onStop(name, stop);
  }

  /**
   * What the kernel does for a dead process: sockets close and timers end. The service's own clean-up is what
   * knows them; it runs after the death, when no call of the instance reaches anything any more.
   */
  bury(): void {
    this.#isBuried = true;
    for (const stop of this.#stops.splice(0).reverse()) endNow(stop);
  }
}

function endNow(stop: () => unknown): void {
  try {
    Promise.resolve(stop()).catch(() => 'nobody is left to report to');
  } catch {
    // As above.
  }
}

export type InstanceHost = Host & { readonly stop: () => Promise<void>; readonly lines: () => readonly string[] };
const LINES_KEPT = 200;

/** The host of one instance; its last warnings are kept for the reader of a failure. */
export function instanceHost(owner: Instance, faultHook: FaultHook, now: () => Date): InstanceHost {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      if (lines.length > LINES_KEPT) lines.shift();
      done();
    },
  });
  const log = createLogger({ service: owner.name, level: 'warn', destination });
  const life = new ForcibleLifecycle();
  owner.onDeath(() => setImmediate(() => life.bury()));
  return {
    name: owner.name,
    log,
    life,
    health: new Health(log),
    now,
    faultHook,
    stop: () => life.stop(),
    lines: () => lines,
  };
}
