export type {
  EncryptedCount,
  ErasePersonalDataRequest,
  ErasePersonalDataResponse,
  ErrorDetail,
  ExportPersonalDataRequest,
  ExportPersonalDataResponse,
  ReencryptSecretsRequest,
  ReencryptSecretsResponse,
  Tenant as TenantMessage,
} from '../gen/gx/common/v1/common.ts';
export * from './access.ts';
export * from './admission.ts';
export * from './database-rights.ts';
export * from './databases.ts';
export * from './events.ts';
export * from './headers.ts';
export * from './kafka-rights.ts';
export type * from './messages.ts';
export * from './protos.ts';
export * from './redis-rights.ts';
export * from './signed-bytes.ts';
export * from './topics.ts';
export * from './wire/charge.ts';
export * from './wire/charge-event.ts';
export * from './wire/dispute.ts';
export { API_VERSION } from './wire/envelope.ts';
export * from './wire/payment.ts';
export * from './wire/payout.ts';
export * from './wire/payout-event.ts';
export * from './wire/personal-data.ts';
export * from './wire/public-status.ts';
export * from './wire/refund.ts';
export * from './wire/wallet-transaction.ts';
