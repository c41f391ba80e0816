import { until } from '@gx/testkit';
import type { Wire, WireCut } from '@gx/testkit/faults';
import type { Kind } from '../load/history.ts';
import { connectionsOf } from '../stage/replica-set.ts';
import { PRODUCT } from '../stage/stage.ts';
import { goesOn, type Play, type Scenario } from './scenario.ts';

/**
 * Connections break after a number of bytes that is thrown for each, until so many have broken; then the
 * wires are whole again.
 */
async function cutUntil(play: Play, wires: readonly Wire[], { order, cuts, what, kinds }: CutPlan): Promise<void> {
  const before = cutsOf(wires);
  const begun = play.fault(what, ...kinds);
  for (const wire of wires) wire.cut(order);
  await until(`${cuts} connections break`, () => cutsOf(wires) - before >= cuts, PATIENCE);
  for (const wire of wires) wire.cut(undefined);
  await play.recovered({ ...begun, at: performance.now() });
}

type CutPlan = {
  readonly order: WireCut;
  readonly cuts: number;
  readonly what: string;
  readonly kinds: readonly Kind[];
};
const PATIENCE = { timeoutMs: 120_000 } as const;
const cutsOf = (wires: readonly Wire[]): number => wires.reduce((sum, wire) => sum + wire.cuts(), 0);

/** From `low` up to `high` bytes, small numbers as likely as large ones. */
const between =
  ({ random }: Play, low: number, high: number) =>
  (): number =>
    Math.round(low * (high / low) ** random.throw());

const enough = ({ scale }: Play, short: number, long: number): number => (scale.name === 'short' ? short : long);
const wiresToMongo = ({ stage }: Play): readonly Wire[] => stage.environment.set.members.map(({ wire }) => wire);

async function cutMongo(play: Play): Promise<void> {
  for (const service of play.scale.name === 'short' ? [['charge', 'ledger', 'refund']] : PRODUCT.map((one) => [one])) {
    if (service[0] === 'gateway') continue;
    await cutUntil(play, wiresToMongo(play), {
      order: { whose: connectionsOf(...service), afterBytes: between(play, 500, 100_000) },
      cuts: enough(play, 30, 60),
      what: `connections of ${service.join(', ')} to MongoDB break`,
      kinds: ['create', 'settle', 'refund'],
    });
  }
}

const cutBank = (play: Play): Promise<void> =>
  cutUntil(play, [play.stage.wires.toBank], {
    order: { afterBytes: between(play, 50, 5_000) },
    cuts: enough(play, 20, 100),
    what: 'connections to the bank break',
    kinds: ['create', 'settle', 'refund', 'return'],
  });

const cutCharge = (play: Play): Promise<void> =>
  cutUntil(play, play.stage.wires.toCharge, {
    order: { afterBytes: between(play, 200, 20_000) },
    cuts: enough(play, 10, 60),
    what: 'connections from the gateways to charge break',
    kinds: ['create'],
  });

/** The answer to a commit never arrives, or the commit never leaves: the writer cannot know which. */
async function cutCommits(play: Play): Promise<void> {
  for (const when of ['after', 'before'] as const) {
    await cutUntil(play, wiresToMongo(play), {
      order: { whose: connectionsOf('ledger'), word: { text: 'commitTransaction', when }, times: 200 },
      cuts: enough(play, 3, 20),
      what: `the ledger's connections break ${when === 'after' ? 'with the answer to' : 'before'} a commit`,
      kinds: ['settle', 'refund'],
    });
  }
}

const repeated =
  (...plays: readonly ((play: Play) => Promise<void>)[]) =>
  async (play: Play): Promise<void> => {
    for (let round = 0; goesOn(play.scale, round); round += 1) for (const once of plays) await once(play);
  };

export const CUTS: readonly Scenario[] = [
  { name: 'connections to MongoDB break after k bytes', isShort: true, play: repeated(cutMongo) },
  { name: 'commits whose answer is lost', isShort: true, play: repeated(cutCommits) },
  {
    name: 'connections to the bank and to charge break after k bytes',
    isShort: true,
    play: repeated(cutBank, cutCharge),
  },
];
