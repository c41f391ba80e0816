import { readFileSync } from 'node:fs';
import type * as grpc from '@grpc/grpc-js';
import { fromJSON, type MessageTypeDefinition, type PackageDefinition } from '@grpc/proto-loader';
import { parseJson } from '@gx/core';
import type { ChargeServiceDefinition } from '../gen/gx/charge/v1/charge.ts';
import type { ChargeEvent } from '../gen/gx/charge/v1/charge_events.ts';
import type { ErrorDetail } from '../gen/gx/common/v1/common.ts';
import type { KeysServiceDefinition } from '../gen/gx/keys/v1/keys.ts';
import type { LedgerServiceDefinition } from '../gen/gx/ledger/v1/ledger.ts';
import type { LedgerEvent } from '../gen/gx/ledger/v1/ledger_events.ts';
import type { PayoutServiceDefinition } from '../gen/gx/payout/v1/payout.ts';
import type { PayoutEvent } from '../gen/gx/payout/v1/payout_events.ts';
import type { RefundServiceDefinition } from '../gen/gx/refund/v1/refund.ts';
import type { RefundEvent } from '../gen/gx/refund/v1/refund_events.ts';
import type { WebhooksServiceDefinition } from '../gen/gx/webhooks/v1/webhooks.ts';
import { LOADER_OPTIONS } from './loader-options.ts';
import type { MessageInit } from './messages.ts';

/** The protos in their JSON form, as `npm run generate` wrote it: read in half the time of their text. */
export const PROTOS: PackageDefinition = fromJSON(
  parseJson(readFileSync(new URL('../gen/protos.json', import.meta.url), 'utf8')) as Parameters<typeof fromJSON>[0],
  LOADER_OPTIONS,
);

/** A message's own bytes, both ways. */
export type Codec<M> = {
  readonly encode: (message: MessageInit<M>) => Buffer;
  readonly decode: (bytes: Buffer) => M;
};

function codecOf<M>(name: string): Codec<M> {
  const { serialize, deserialize } = PROTOS[name] as MessageTypeDefinition<MessageInit<M>, M>;
  return { encode: serialize, decode: deserialize };
}

const serviceOf = <D>(name: string): D & grpc.ServiceDefinition => PROTOS[name] as D & grpc.ServiceDefinition;

/**
 * The service definitions, by owner: `grpcService(SERVICES.charge, handlers)`, `grpcClient(SERVICES.charge,
 * …)`.
 */
export const SERVICES = {
  keys: serviceOf<KeysServiceDefinition>('gx.keys.v1.KeysService'),
  charge: serviceOf<ChargeServiceDefinition>('gx.charge.v1.ChargeService'),
  ledger: serviceOf<LedgerServiceDefinition>('gx.ledger.v1.LedgerService'),
  refund: serviceOf<RefundServiceDefinition>('gx.refund.v1.RefundService'),
  payout: serviceOf<PayoutServiceDefinition>('gx.payout.v1.PayoutService'),
  webhooks: serviceOf<WebhooksServiceDefinition>('gx.webhooks.v1.WebhooksService'),
} as const;

export const errorDetailCodec = codecOf<ErrorDetail>('gx.common.v1.ErrorDetail');
export const chargeEventCodec = codecOf<ChargeEvent>('gx.charge.v1.ChargeEvent');
export const ledgerEventCodec = codecOf<LedgerEvent>('gx.ledger.v1.LedgerEvent');
export const refundEventCodec = codecOf<RefundEvent>('gx.refund.v1.RefundEvent');
export const payoutEventCodec = codecOf<PayoutEvent>('gx.payout.v1.PayoutEvent');
