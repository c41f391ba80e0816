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
export { callbackToken, parseCallback } from './callback.ts';
export * from './infraction.ts';
export * from './order-provider.ts';
export * from './outcome.ts';
export * from './profile.ts';
export * from './provider.ts';
export { isPixOutDestination, moneyOutProfile, pixOutProfile, type StoredProfile } from './stored-profile.ts';
export { type WaitingForBank, whenBack } from './when-back.ts';
