export { type ActRecords, actRecords, startActRecords } from './act-records.ts';
export { type LedgerTrouble, type StandInLedger, startStandInLedger } from './ledger.ts';
export { type MoneyRecords, moneyRecords, startMoneyRecords } from './money-records.ts';
export { type PersonalDataStandIn, startPersonalData } from './personal-data.ts';
