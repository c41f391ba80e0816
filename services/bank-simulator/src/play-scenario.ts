import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from './domain/problem.ts';
import {
  type BankScenario,
  type ScenarioOperation,
  scenarioSpec,
  scriptedProblem,
  takesEffect,
} from './domain/scenarios.ts';
import type { BankResponse } from './route.ts';

const HANG_MS = 60_000;
const HTML = '<!DOCTYPE html><html><body><h1>Serviço em manutenção</h1></body></html>';

type Stage = {
  readonly operation: ScenarioOperation;
  readonly gone: () => AbortSignal;
  readonly act: () => Promise<BankResponse>;
};

/** Answers as the scenario wants, if there is one: with or without the operation taking effect first. */
export async function playScenario(
  scenario: BankScenario | undefined,
  { operation, gone, act }: Stage,
): Promise<BankResponse> {
  if (scenario === undefined) return act();
  const real = takesEffect(scenario) ? await act() : undefined;
  const { status } = scenarioSpec(scenario.kind);
  if (status !== undefined) throw new Problem(scriptedProblem(status, operation));
  switch (scenario.kind) {
    case 'hang':
      return neverAnswer(gone(), scenario.ms ?? HANG_MS);
    case 'reset_before_accept':
    case 'reset_after_accept':
      return 'reset';
    case 'non_json':
      return {
        status: real === undefined || real === 'reset' ? 200 : real.status,
        raw: { type: 'text/html', text: HTML },
      };
    case 'delay':
      await pause(scenario.ms ?? 1_000, gone());
      return real ?? act();
    default:
      // What is left shows in the operation itself: `no_br_code`, `ignores_filter`.
      return real ?? act();
  }
}

/** Lets the caller wait until it has had enough, or `ms` are over. */
export async function neverAnswer(signal: AbortSignal, ms = HANG_MS): Promise<BankResponse> {
  await pause(ms, signal);
  return 'reset';
}

/** Waits, but not for a caller who has hung up, nor past the end of the process. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
