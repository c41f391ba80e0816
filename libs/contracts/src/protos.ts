import { resolve } from 'node:path';
import * as grpc from '@grpc/grpc-js';
import { loadSync, type MessageTypeDefinition } from '@grpc/proto-loader';
import type { ProtoGrpcType as CallsPackage } from '../gen/calls.ts';
import type { ProtoGrpcType as ChargePackage } from '../gen/charge.ts';
import type { ProtoGrpcType as ChargeEventsPackage } from '../gen/charge_events.ts';
import type { ProtoGrpcType as CommonPackage } from '../gen/common.ts';
import type { ProtoGrpcType as KeysPackage } from '../gen/keys.ts';
import type { ProtoGrpcType as LedgerPackage } from '../gen/ledger.ts';
import type { ProtoGrpcType as LedgerEventsPackage } from '../gen/ledger_events.ts';
import type { ProtoGrpcType as RefundPackage } from '../gen/refund.ts';
import type { ProtoGrpcType as RefundEventsPackage } from '../gen/refund_events.ts';
import type { ProtoGrpcType as WebhooksPackage } from '../gen/webhooks.ts';
import { LOADER_OPTIONS, PROTO_FILES } from './loader-options.ts';

type Loaded = {
  readonly gx: {
    readonly common: { readonly v1: CommonPackage['gx']['common']['v1'] & CallsPackage['gx']['common']['v1'] };
    readonly keys: KeysPackage['gx']['keys'];
    readonly charge: { readonly v1: ChargePackage['gx']['charge']['v1'] & ChargeEventsPackage['gx']['charge']['v1'] };
    readonly ledger: { readonly v1: LedgerPackage['gx']['ledger']['v1'] & LedgerEventsPackage['gx']['ledger']['v1'] };
    readonly refund: { readonly v1: RefundPackage['gx']['refund']['v1'] & RefundEventsPackage['gx']['refund']['v1'] };
    readonly webhooks: WebhooksPackage['gx']['webhooks'];
  };
};

/** What the loader made of the protos: gRPC reflection needs it as it is. */
export const PACKAGE_DEFINITION = loadSync([...PROTO_FILES], {
  ...LOADER_OPTIONS,
  includeDirs: [resolve(import.meta.dirname, '../../../protos')],
});

const { gx } = grpc.loadPackageDefinition(PACKAGE_DEFINITION) as unknown as Loaded;

/** The service definitions, by owner: `grpcService(SERVICES.charge, handlers)`, `grpcClient(SERVICES.charge, …)`. */
export const SERVICES = {
  keys: gx.keys.v1.KeysService.service,
  charge: gx.charge.v1.ChargeService.service,
  ledger: gx.ledger.v1.LedgerService.service,
  refund: gx.refund.v1.RefundService.service,
  webhooks: gx.webhooks.v1.WebhooksService.service,
} as const;

/** Carries calls of the other services; served by every server (`@gx/runtime`). */
export const CALL_SERVICE = gx.common.v1.CallService.service;

/** A message's own bytes, both ways. */
export type Codec<In, Out> = { readonly encode: (message: In) => Buffer; readonly decode: (bytes: Buffer) => Out };

/** The codec of one loaded message type. */
export function codecOf<In extends object, Out extends object>(type: MessageTypeDefinition<In, Out>): Codec<In, Out> {
  return {
    encode: (message) => type.serialize(message),
    decode: (bytes) => type.deserialize(bytes),
  };
}

export const errorDetailCodec = codecOf(gx.common.v1.ErrorDetail);
export const chargeEventCodec = codecOf(gx.charge.v1.ChargeEvent);
export const ledgerEventCodec = codecOf(gx.ledger.v1.LedgerEvent);
export const refundEventCodec = codecOf(gx.refund.v1.RefundEvent);
