export { acquirerOrderProvider } from './acquirer-order-provider.ts';
export { apiPixProvider } from './api-pix-provider.ts';
export {
  type BankDirectory,
  bankDirectory,
  type ListedBank,
  type NewCharges,
  newChargesAt,
} from './bank-directory.ts';
export { chainEndsAt, type TlsProblem, tlsProblem } from './bank-tls.ts';
export { callbackToken } from './callback.ts';
export { type BankDialect, dialectProblem, type StoredDialect, storedDialect } from './dialect.ts';
export * from './infraction.ts';
export { budgetedKeyOwner, type LookupBudget } from './key-lookups.ts';
export * from './order-provider.ts';
export * from './outcome.ts';
export { pixOutKeyIn } from './pix-out-request.ts';
export * from './profile.ts';
export * from './provider.ts';
export * from './query-transfer.ts';
export * from './sent-pix.ts';
export { type BankWork, startBankWork } from './start-bank-work.ts';
export { isPixOutDestination, moneyOutProfile, pixOutProfile, type StoredProfile } from './stored-profile.ts';
export * from './transfer-banks.ts';
export * from './transfer-rail.ts';
export { type WaitingForBank, whenBack } from './when-back.ts';
