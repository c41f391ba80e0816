import { SERVICES } from '@gx/contracts';
import { localClient } from '@gx/testkit';
import { statisticsProblems } from '../../../stories/statistics.ts';
import { check, figures, type Violation } from '../../faults/checker/check.ts';
import type { ExpectedEnd } from '../load/scene.ts';
import type { Theatre } from '../run-scenario.ts';
import { evidenceOf } from './evidence.ts';

/** What the books say once everything is over. */
export type Verdict = {
  readonly lost: number;
  readonly doubled: number;
  readonly unbalanced: number;
  readonly overRefunded: number;
  readonly problems: readonly string[];
};

/** Holds every book against every other, and each charge against the end that its merchant was promised. */
export async function verify(theatre: Theatre, endings: readonly ExpectedEnd[]): Promise<Verdict> {
  const evidence = await evidenceOf(theatre);
  const violations = check(evidence);
  const idle = [...figures(evidence)].filter(([id, looked]) => looked === 0 && !NOT_PLAYED.includes(id));
  const [ended, ledger, statistics] = await Promise.all([
    endingsOf(endings),
    ledgerProblems(theatre),
    statisticsProblems(theatre.stage.services).catch((error: Error) => [error.message]),
  ]);
  const count = (fits: (violation: Violation) => boolean): number => violations.filter(fits).length;
  return {
    lost: count(({ fault }) => LOST.test(fault)),
    doubled: count(({ invariant, fault }) => invariant === 'I4' || (invariant === 'I3' && !LOST.test(fault))),
    unbalanced: count(({ invariant }) => UNBALANCED.includes(invariant)) + ledger.length,
    overRefunded: count(({ invariant }) => invariant === 'I7'),
    problems: [
      ...violations.map(({ invariant, fault }) => `${invariant} ${fault}`),
      ...idle.map(([invariant]) => `${invariant} looked at nothing`),
      ...ended,
      ...ledger,
      ...statistics,
    ],
  };
}

const LOST = /\blost\b|never (?:arrived|announced)|is not there|published are/;
/**
 * Rotated keys, disputes and lists of wallets are played elsewhere, and a minute is too short for a charge's
 * time to be over.
 */
const NOT_PLAYED = ['I12', 'I7b', 'I8c', 'I21'];
const UNBALANCED = ['I1', 'I1b', 'I2'];

/** Charges and payouts that read otherwise than they have to. */
async function endingsOf(endings: readonly ExpectedEnd[]): Promise<string[]> {
  const wrong: string[] = [];
  const left = [...endings];
  const worker = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { merchant, path, expects } = next;
      const { body } = await merchant.shop.get(path);
      if (!expects.some((status) => status === body['status']))
        wrong.push(`${path} reads ${String(body['status'])}, it must be ${expects.join(' or ')}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return wrong;
}

const VERIFY_WITHIN_MS = 60_000;

/** What `ops ledger verify` finds, with nothing on its way any more. */
async function ledgerProblems({ stage }: Theatre): Promise<string[]> {
  const ledger = localClient(SERVICES.ledger, stage.services.operators.ledger, {
    idempotent: ['VerifyLedger'],
    deadlineMs: VERIFY_WITHIN_MS,
  });
  try {
    const { entries, problems } = await ledger.verifyLedger({ requestId: 'verify' }, { suspenseGraceSeconds: 0 });
    return entries === 0
      ? ['the journal is empty']
      : problems.map(({ kind, seq, message }) => `${kind} ${seq} ${message}`);
  } finally {
    ledger.close();
  }
}
