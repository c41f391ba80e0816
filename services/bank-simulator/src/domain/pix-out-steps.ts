import type { PixOutStep } from './pix-out.ts';
import { REASONS, type ReasonCode } from './reasons.ts';
import type { BankScenario } from './scenarios.ts';
import type { TestWord } from './test-words.ts';

const SLOW_MS = 3_000;
/** Of keys that order it: decisions, section 7, "Test mode". */
const SLOW_KEY_MS = 10_000;
const RETURNED_MS = 5_000;

const DONE: PixOutStep = { status: 'REALIZADO', afterMs: 0 };

/** A failure under a code, in the bank's words for it or in the tester's. */
export function failedStep(code: string, motivo?: string, afterMs = 0): PixOutStep {
  const usual = Object.hasOwn(REASONS, code) ? REASONS[code as ReasonCode] : `Rejeitado: ${code}.`;
  return { status: 'NAO_REALIZADO', code, motivo: motivo ?? usual, afterMs };
}

/** What becomes of a sent Pix that nobody ordered anything of: it is done as soon as it was answered. */
export const USUAL_STEPS: readonly PixOutStep[] = [DONE];

/** What the word of a key makes of a sent Pix; one that hangs is done, and only its answer never comes. */
export function stepsByWord(word: TestWord | undefined): readonly PixOutStep[] {
  switch (word?.kind) {
    case 'fails':
      return [failedStep(word.code)];
    case 'slow':
      return [{ ...DONE, afterMs: SLOW_KEY_MS }];
    case 'returned':
      return [DONE, { returned: 'rest', afterMs: RETURNED_MS }];
    default:
      return USUAL_STEPS;
  }
}

/** The code that each scenario of a failure reports, where the tester names none. */
const USUAL_CODE: Partial<Record<BankScenario['kind'], ReasonCode>> = {
  fails: 'AC06',
  account_closed: 'AC07',
  short_of_funds: 'AM04',
  over_limit: 'AM02',
  owner_differs: 'BE01',
};

/** What a scenario makes of a sent Pix. No step: stuck until it is told. */
export function stepsByScenario(scenario: BankScenario): readonly PixOutStep[] {
  const { kind, ms, laterMs, code, motivo, amount } = scenario;
  const failed = (usual: ReasonCode) => failedStep(code ?? usual, motivo ?? undefined, ms ?? 0);
  switch (kind) {
    case 'stuck':
      return [];
    case 'slow':
      return [{ ...DONE, afterMs: ms ?? SLOW_MS }];
    case 'late_success':
      return [failed('AB03'), { ...DONE, afterMs: laterMs ?? SLOW_MS }];
    case 'sent_back':
      return [DONE, { returned: amount ?? 'rest', afterMs: ms ?? SLOW_MS }];
    default: {
      const usual = USUAL_CODE[kind];
      return usual === undefined ? USUAL_STEPS : [failed(usual)];
    }
  }
}
