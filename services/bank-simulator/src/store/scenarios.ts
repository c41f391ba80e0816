import type { Connection } from 'mongoose';
import { ANY, type BankScenario, concerns, type Occasion } from '../domain/scenarios.ts';

type ScenarioDocument = Omit<BankScenario, 'id'> & { readonly _id: string };

const fromDocument = ({ _id, ...scenario }: ScenarioDocument): BankScenario => ({ ...ANY, ...scenario, id: _id });

/** Orders to misbehave, oldest first. Kept in memory, so that a bank without any costs a request nothing. */
export function scenarioStore(connection: Connection) {
  const collection = connection.collection<ScenarioDocument>('scenarios');
  let active: readonly BankScenario[] = [];
  const stored = async (): Promise<BankScenario[]> =>
    (await collection.find({}, { sort: { _id: 1 } }).toArray()).map(fromDocument);
  return {
    async ready(): Promise<void> {
      active = await stored();
    },

    async add(scenario: BankScenario): Promise<void> {
      const { id, ...rest } = scenario;
      await collection.replaceOne({ _id: id }, rest, { upsert: true });
      active = [...active.filter((other) => other.id !== id), scenario];
    },

    /** What is still in force; those used up stay listed with nothing remaining until they are deleted. */
    list: (): Promise<BankScenario[]> => stored(),

    /** Deletes those that `doomed` picks; how many there were. */
    async delete(doomed: (scenario: BankScenario) => boolean): Promise<number> {
      const ids = (await stored()).filter(doomed).map(({ id }) => id);
      active = active.filter((scenario) => !ids.includes(scenario.id));
      if (ids.length > 0) await collection.deleteMany({ _id: { $in: ids } });
      return ids.length;
    },

    /**
     * The scenario that this request falls under, if any; one with a number of times is used up by it, in the
     * database.
     */
    async claim(occasion: Occasion): Promise<BankScenario | undefined> {
      for (const scenario of active) {
        if (!concerns(scenario, occasion)) continue;
        if (scenario.remaining === null) return scenario;
        const used = await collection.updateOne(
          { _id: scenario.id, remaining: { $gt: 0 } },
          { $inc: { remaining: -1 } },
        );
        if (used.modifiedCount === 1) return scenario;
        active = active.filter((other) => other.id !== scenario.id);
      }
      return undefined;
    },
  };
}
