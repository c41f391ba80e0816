import type { RunningInstance } from './launch.ts';
import type { Service } from './services.ts';

type Slot = {
  readonly service: Service;
  running: RunningInstance;
  /**
   * Under way while a fresh instance takes the place of a dead one: another caller that finds it dead waits
   * for that.
   */
  revival?: Promise<void> | undefined;
};
export type InstancesOptions = {
  readonly launch: (service: Service) => Promise<RunningInstance>;
  /** Told of each one that was replaced, before anybody relies on the fresh one. */
  readonly onReplaced: (dead: RunningInstance) => Promise<void>;
};

/** The instances of a worker: every place is taken by one that lives, or is being given a fresh one. */
export class Instances {
  readonly #options: InstancesOptions;
  readonly #slots: Slot[] = [];

  constructor(options: InstancesOptions) {
    this.#options = options;
  }

  async hire(service: Service): Promise<void> {
    this.#slots.push({ service, running: await this.#options.launch(service) });
  }

  get running(): readonly RunningInstance[] {
    return this.#slots.map(({ running }) => running);
  }

  get living(): readonly RunningInstance[] {
    return this.running.filter(({ alive }) => alive());
  }

  /**
   * Starts a fresh instance in the place of each dead one, once, however many find it dead; how many there
   * were.
   */
  async revive(): Promise<number> {
    const dead = this.#slots.filter(({ running }) => !running.alive());
    await Promise.all(
      dead.map((slot) => {
        slot.revival ??= this.#replace(slot).finally(() => {
          slot.revival = undefined;
        });
        return slot.revival;
      }),
    );
    return dead.length;
  }

  async #replace(slot: Slot): Promise<void> {
    const { running: dead, service } = slot;
    slot.running = await this.#options.launch(service);
    await this.#options.onReplaced(dead);
  }

  /** Kills all instances that live; how many that were. */
  killAll(): number {
    const { living } = this;
    for (const { kill } of living) kill();
    return living.length;
  }

  /** Resolves when nobody is being started any more. */
  async started(): Promise<void> {
    await Promise.all(this.#slots.map(({ revival }) => revival));
  }
}
