import { type DueKey, type Host, keyedWorkers, startJob } from '@gx/runtime';
import { type WhenBackOptions, whenBack } from './when-back.ts';

/** What there is to take: a piece of work, nothing, or one that this process cannot open. */
type Claimed<T> =
  | { readonly kind: 'claimed'; readonly work: T }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly id: string; readonly cause: unknown };
export type BankWork<T> = {
  /** Of the job. */
  readonly name: string;
  readonly banks: WhenBackOptions['banks'];
  readonly due: {
    /** What waits longest at a bank. */
    readonly claim: (owner: string, bankProfileId: string) => Promise<Claimed<T>>;
    /** Every bank where work is due, and how much, counted up to `max`. */
    readonly banks: (max: number) => Promise<readonly DueKey[]>;
    readonly askAtOnce: (bankProfileId: string, max: number) => Promise<number>;
  };
  readonly newOwner: () => string;
  readonly work: (claimed: T) => Promise<void>;
  /** What is behind it may be readable. */
  readonly onUnreadable: (id: string, cause: unknown) => void;
};

/** At one bank at once. */
const WORKERS_OF_BANK = 8;
const EVERY_MS = 1_000;

/**
 * Starts the work on transfers, with workers of each bank, which claim what is due there one after the other.
 * One whose worker dies is due again when its lease is over. The function returned says that work is due at a
 * bank.
 */
export function startBankWork<T>(host: Host, bankWork: BankWork<T>): (bankProfileId: string) => void {
  const { name, banks, due } = bankWork;
  const makeDue = whenBack({ banks, waiting: [due], log: host.log });
  const workers = keyedWorkers({
    ...host,
    perKey: WORKERS_OF_BANK,
    pollMs: EVERY_MS,
    due: async () => {
      await makeDue();
      return due.banks(WORKERS_OF_BANK);
    },
    work: (bankProfileId, goesOn) => workAtBank(bankWork, bankProfileId, goesOn),
  });
  const job = startJob(host, { name, everyMs: EVERY_MS, run: workers.run });
  return (bankProfileId) => {
    workers.trigger(bankProfileId);
    job.trigger();
  };
}

async function workAtBank<T>(
  { due, newOwner, work, onUnreadable }: BankWork<T>,
  bankProfileId: string,
  goesOn: () => boolean,
): Promise<void> {
  while (goesOn()) {
    const claimed = await due.claim(newOwner(), bankProfileId);
    if (claimed.kind === 'none') return;
    if (claimed.kind === 'claimed') await work(claimed.work);
    else onUnreadable(claimed.id, claimed.cause);
  }
}
