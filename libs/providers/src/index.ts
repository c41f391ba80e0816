export { type AcquirerOptions, acquirerOrderProvider } from './acquirer-order-provider.ts';
export { formatAmount, parseAmount } from './amount.ts';
export { type ApiPixOptions, apiPixProvider } from './api-pix-provider.ts';
export {
  type BankDirectory,
  type BankDirectoryOptions,
  bankDirectory,
  type ListedBank,
  type NewCharges,
  newChargesAt,
  type OpenBank,
} from './bank-directory.ts';
export { chainEndsAt, type TlsProblem, tlsProblem } from './bank-tls.ts';
export { buildCobRequest } from './cob-request.ts';
export { CONFIRM_MISS_AFTER_MS } from './confirm-payer.ts';
export { notificationToken, parseNotification } from './notification.ts';
export * from './order-provider.ts';
export * from './outcome.ts';
export * from './profile.ts';
export * from './provider.ts';
export { type WaitingForBank, whenBack } from './when-back.ts';
