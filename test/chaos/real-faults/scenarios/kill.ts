import type { ServiceName } from '@gx/stack';
import { PRODUCT } from '../stage/stage.ts';
import { AFFECTS, goesOn, type Play, replicaOf, type Scenario } from './scenario.ts';

type Victim = readonly [service: ServiceName, replica: number];

/** Kills processes at the same moment, sees others take over, and starts them again. */
async function killAndRevive({ stage, fault, recovered }: Play, victims: readonly Victim[]): Promise<void> {
  const { supervisor } = stage;
  const handles = victims.map(([service, replica]) => replicaOf(stage, service, replica));
  const kinds = new Set(victims.flatMap(([service]) => AFFECTS[service]));
  const begun = fault(`SIGKILL of ${handles.map(({ name }) => name).join(' and ')}`, ...kinds);
  await Promise.all(handles.map((handle) => supervisor.kill(handle)));
  const isWholeService = victims.some(([service]) =>
    stage.replicas(service).every((handle) => handles.includes(handle)),
  );
  if (!isWholeService) await recovered(begun);
  await Promise.all(handles.map((handle) => supervisor.revive(handle)));
  await recovered(begun);
}

const EVERYBODY = [...PRODUCT, 'bank-simulator'] as const satisfies readonly ServiceName[];
/** Who hands money to whom: what one had begun the other cannot finish. */
// biome-ignore format: one pair per row
const PAIRS: readonly (readonly Victim[])[] = [
  [['charge', 0],  ['ledger', 1]],
  [['refund', 1],  ['ledger', 0]],
  [['webhooks', 0], ['charge', 1]],
  [['gateway', 1], ['keys', 0]],
];
/** Nobody is left to take over. */
const WHOLE: readonly (readonly Victim[])[] = PRODUCT.map((service) => [
  [service, 0],
  [service, 1],
]);

export const KILLS: readonly Scenario[] = [
  {
    name: 'SIGKILL of each service in turn',
    isShort: false,
    play: async (play) => {
      for (let round = 0; goesOn(play.scale, round); round += 1)
        for (const service of EVERYBODY) await killAndRevive(play, [[service, round]]);
    },
  },
  {
    name: 'SIGKILL of two at once',
    isShort: true,
    play: async (play) => {
      const pairs = play.scale.name === 'short' ? PAIRS.slice(0, 2) : PAIRS;
      for (let round = 0; goesOn(play.scale, round); round += 1)
        for (const pair of pairs)
          await killAndRevive(
            play,
            pair.map(([service, replica]): Victim => [service, replica + round]),
          );
    },
  },
  {
    name: 'SIGKILL of both replicas of a service',
    isShort: false,
    play: async (play) => {
      for (let round = 0; goesOn(play.scale, round); round += 1)
        for (const victims of WHOLE) await killAndRevive(play, victims);
    },
  },
];
