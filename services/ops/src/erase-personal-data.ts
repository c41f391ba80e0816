import { setTimeout } from 'node:timers/promises';
import { demandAll, ofEachKeeper, type PersonOptions } from './person-keepers.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';

/**
 * `ops privacy erase`: asks each service until no key is left, waiting as long as it says, and answers once no
 * process knows one any more. Broken off anywhere, it is begun anew and goes on.
 */
export async function erasePersonalData(options: PersonOptions, terminal: Terminal): Promise<ExitCode> {
  const outcomes = await ofEachKeeper(options, terminal.env, async ({ erase }) => {
    let [keys, records] = [0, 0];
    for (;;) {
      const answer = await erase();
      keys += answer.keys;
      records += answer.records;
      await setTimeout(Math.max(answer.waitMs, answer.inForceAfterMs));
      if (answer.waitMs === 0) return { keys, records };
    }
  });
  for (const one of outcomes)
    if ('answer' in one) terminal.out(`${one.keeper.service}: ${erasureText(one.keeper.entity, one.answer)}\n`);
  demandAll(outcomes);
  return EXIT.done;
}

const erasureText = (entity: string, { keys, records }: { readonly keys: number; readonly records: number }): string =>
  keys === 0
    ? `no ${entity} under keys names this person, nothing is left to erase.`
    : `${keys} keys are destroyed, ${records} ${entity}s and their events say nothing of this person any more.`;
