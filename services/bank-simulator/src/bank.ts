import type { InTurn } from './commands/in-turn.ts';
import type { PayloadSigner } from './queries/show-location.ts';
import type { SimulatorLog } from './request-log.ts';
import type { BankStores } from './store/open-stores.ts';

/** Everything that an answer is made from. */
export type SimulatedBank = BankStores & {
  readonly now: () => Date;
  readonly signer: PayloadSigner;
  readonly seen: SimulatorLog;
  readonly locationHost: string;
  readonly tokenSeconds: number;
  readonly inTurn: InTurn;
  /** Tells the job that settles what is due that something is under way. */
  readonly triggerSettle: () => void;
};
