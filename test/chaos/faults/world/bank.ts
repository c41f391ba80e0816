import { type BankSimulator, startBankSimulator } from '@gx/testkit';

export type WorldBankClient = { readonly clientId: string; readonly clientSecret: string; readonly pixKey: string };
/** The simulated bank, a process of its own that no fault of ours reaches. */
export type WorldBank = BankSimulator;

/** Callbacks that were not taken come again after a hundredth of the real waits: 20 ms, 50 ms, 100 ms, … */
const CALLBACK_SCALE = '0.01';

export const startBank = (): Promise<WorldBank> =>
  startBankSimulator('faults_bank', { LOG_LEVEL: 'error', SIM_CALLBACK_RETRY_SCALE: CALLBACK_SCALE });
