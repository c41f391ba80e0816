import { type BankSimulator, startBankSimulator } from '@gx/testkit';

export type SimulatedClient = { readonly clientId: string; readonly clientSecret: string; readonly pixKey: string };
export type RunningSimulator = BankSimulator;

export const startSimulator = (): Promise<RunningSimulator> => startBankSimulator('payout_bank');
