import { PRODUCT } from '../stage/stage.ts';
import { AFFECTS, goesOn, type Play, passes, replicaOf, type Scenario } from './scenario.ts';

/**
 * Of one replica of each service, ahead and behind in turn: time is the database's and the bank's to tell.
 */
const WRONG_BY_MS = 60_000;
export const SKEW = Object.fromEntries(
  PRODUCT.map((service, index) => [`${service}-2`, index % 2 === 0 ? WRONG_BY_MS : -WRONG_BY_MS]),
);

/**
 * Before the next one goes: longer than callers wait between two attempts to connect, as `minReadySeconds` of
 * a deployment is.
 */
const READY_FOR_MS = 3_000;

async function roll(play: Play): Promise<void> {
  const { stage, fault, recovered } = play;
  for (const service of PRODUCT) {
    for (const [index] of stage.replicas(service).entries()) {
      const replica = replicaOf(stage, service, index);
      const begun = fault(`SIGTERM of ${replica.name}`, ...AFFECTS[service]);
      await stage.supervisor.stop(replica);
      await stage.supervisor.revive(replica);
      await passes(READY_FOR_MS);
      await recovered(begun);
    }
  }
}

export const CALM: readonly Scenario[] = [
  {
    name: 'rolling SIGTERM of everything',
    isShort: false,
    isGentle: true,
    play: async (play) => {
      for (let round = 0; goesOn(play.scale, round); round += 1) await roll(play);
    },
  },
  {
    name: 'one clock in two a minute wrong',
    isShort: true,
    skewMs: SKEW,
    play: async (play) => {
      const begun = play.fault(
        'one clock in two a minute wrong',
        'create',
        'settle',
        'refund',
        'return',
        'close',
        'deliver',
      );
      await play.recovered(begun);
      await passes(play.scale.name === 'short' ? 0 : 60_000);
    },
  },
];
