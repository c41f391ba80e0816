export { type LedgerTrouble, type StandInLedger, startStandInLedger } from './ledger.ts';
