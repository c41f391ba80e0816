import { type BankSimulator, startBankSimulator } from '@gx/testkit';

export type BankClient = { readonly clientId: string; readonly clientSecret: string; readonly pixKey: string };
export type Simulator = BankSimulator;

export const startSimulator = (): Promise<Simulator> => startBankSimulator('payout_bank');
