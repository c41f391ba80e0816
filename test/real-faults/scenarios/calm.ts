import { PRODUCT } from '../stage/stage.ts';
import { AFFECTS, goesOn, type Play, passes, replicaOf, type Scenario } from './scenario.ts';

/** Half of the processes a minute ahead, the other half a minute behind: time is the database's and the bank's to tell. */
const APART_MS = 60_000;
const SKEW = Object.fromEntries(
  PRODUCT.flatMap((service) => [
    [service, -APART_MS],
    [`${service}-2`, APART_MS],
  ]),
);

async function roll(play: Play): Promise<void> {
  const { stage, fault, recovered } = play;
  for (const service of PRODUCT) {
    for (const [index] of stage.replicas(service).entries()) {
      const replica = replicaOf(stage, service, index);
      const begun = fault(`SIGTERM of ${replica.name}`, ...AFFECTS[service]);
      await stage.supervisor.stop(replica);
      await stage.supervisor.revive(replica);
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
    name: 'clocks two minutes apart',
    isShort: false,
    skewMs: SKEW,
    play: async (play) => {
      const begun = play.fault('clocks two minutes apart', 'create', 'settle', 'refund', 'return', 'close', 'deliver');
      await play.recovered(begun);
      await passes(play.scale.name === 'short' ? 0 : 60_000);
    },
  },
];
