export { formatAmount, parseAmount } from './amount.ts';
export { type ApiPixOptions, apiPixProvider } from './api-pix-provider.ts';
export { type BankDirectory, type BankDirectoryOptions, bankDirectory, type ListedBank } from './bank-directory.ts';
export { buildCobRequest } from './cob-request.ts';
export { CONFIRM_MISS_AFTER_MS } from './confirm-payer.ts';
export { notificationToken, parseNotification } from './notification.ts';
export * from './outcome.ts';
export * from './profile.ts';
export * from './provider.ts';
