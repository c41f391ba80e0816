import { type Connection, Schema } from 'mongoose';
import { ANY, type BankScenario, concerns, type Occasion } from '../domain/scenarios.ts';

type ScenarioDocument = Omit<BankScenario, 'id'> & { readonly _id: string };

const schema = new Schema<ScenarioDocument>(
  {
    _id: { type: String, required: true },
    clientId: { type: String, default: null },
    txid: { type: String, default: null },
    operation: { type: String, required: true },
    kind: { type: String, required: true },
    remaining: { type: Number, default: null },
    ms: { type: Number, default: null },
    copies: { type: Number, default: null },
    accept: { type: Boolean, default: null },
    code: { type: String, default: null },
    motivo: { type: String, default: null },
    laterMs: { type: Number, default: null },
    amount: { type: Number, default: null },
    nature: { type: String, default: null },
    status: { type: String, default: null },
  },
  { versionKey: false, strict: 'throw' },
);

const fromDocument = ({ _id, ...scenario }: ScenarioDocument): BankScenario => ({ ...ANY, ...scenario, id: _id });

export type ScenarioStore = ReturnType<typeof scenarioStore>;

/** Orders to misbehave, oldest first. Kept in memory, so that a bank without any costs a request nothing. */
export function scenarioStore(connection: Connection) {
  const model = connection.model<ScenarioDocument>('Scenario', schema, 'scenarios');
  let active: readonly BankScenario[] = [];
  const stored = async (): Promise<BankScenario[]> =>
    (await model.find().sort({ _id: 1 }).lean<ScenarioDocument[]>().exec()).map(fromDocument);
  return {
    async ready(): Promise<void> {
      active = await stored();
    },

    async add(scenario: BankScenario): Promise<void> {
      const { id, ...rest } = scenario;
      await model.replaceOne({ _id: id }, rest, { upsert: true });
      active = [...active.filter((other) => other.id !== id), scenario];
    },

    /** What is still in force; those used up stay listed with nothing remaining until they are deleted. */
    list: (): Promise<BankScenario[]> => stored(),

    /** Deletes those that `doomed` picks; how many there were. */
    async delete(doomed: (scenario: BankScenario) => boolean): Promise<number> {
      const ids = (await stored()).filter(doomed).map(({ id }) => id);
      active = active.filter((scenario) => !ids.includes(scenario.id));
      if (ids.length > 0) await model.deleteMany({ _id: { $in: ids } });
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
        const used = await model.updateOne({ _id: scenario.id, remaining: { $gt: 0 } }, { $inc: { remaining: -1 } });
        if (used.modifiedCount === 1) return scenario;
        active = active.filter((other) => other.id !== scenario.id);
      }
      return undefined;
    },
  };
}
