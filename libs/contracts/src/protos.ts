import { readFileSync } from 'node:fs';
import type * as grpc from '@grpc/grpc-js';
import { parseJson } from '@gx/core';
import protobuf from 'protobufjs/light.js';
import type { ChargeEvent, ChargeEventInput } from '../gen/gx/charge/v1/ChargeEvent.ts';
import type { ChargeServiceDefinition } from '../gen/gx/charge/v1/ChargeService.ts';
import type { CallServiceDefinition } from '../gen/gx/common/v1/CallService.ts';
import type { ErrorDetail, ErrorDetailInput } from '../gen/gx/common/v1/ErrorDetail.ts';
import type { KeysServiceDefinition } from '../gen/gx/keys/v1/KeysService.ts';
import type { LedgerEvent, LedgerEventInput } from '../gen/gx/ledger/v1/LedgerEvent.ts';
import type { LedgerServiceDefinition } from '../gen/gx/ledger/v1/LedgerService.ts';
import type { RefundEvent, RefundEventInput } from '../gen/gx/refund/v1/RefundEvent.ts';
import type { RefundServiceDefinition } from '../gen/gx/refund/v1/RefundService.ts';
import type { WebhooksServiceDefinition } from '../gen/gx/webhooks/v1/WebhooksService.ts';
import { LOADER_OPTIONS } from './loader-options.ts';

/**
 * The protos as `npm run generate` has read them. To parse their text and to describe each message for
 * reflection, which hardly anybody asks for, took a fifth of the processor time until a service is loaded.
 */
const root = protobuf.Root.fromJSON(
  parseJson(readFileSync(new URL('../gen/protos.json', import.meta.url), 'utf8')) as protobuf.INamespace,
);

/** A message's own bytes, both ways. */
export type Codec<In, Out> = { readonly encode: (message: In) => Buffer; readonly decode: (bytes: Buffer) => Out };

function codecOf<In extends object, Out extends object>(type: protobuf.Type): Codec<In, Out> {
  return {
    encode: (message) => type.encode(type.fromObject(message)).finish() as Buffer,
    decode: (bytes) => type.toObject(type.decode(bytes), LOADER_OPTIONS) as Out,
  };
}

export type HealthAsked = { readonly service: string };
export type HealthAnswer = { readonly status: 'SERVING' | 'NOT_SERVING' | 'SERVICE_UNKNOWN' };
type HealthDefinition = grpc.ServiceDefinition & {
  readonly Check: grpc.MethodDefinition<HealthAsked, HealthAnswer>;
  readonly Watch: grpc.MethodDefinition<HealthAsked, HealthAnswer>;
  readonly List: grpc.MethodDefinition<object, { readonly statuses: Readonly<Record<string, HealthAnswer>> }>;
};

const messageOf = <In extends object, Out extends object>(name: string): Codec<In, Out> =>
  codecOf(root.lookupType(name));

function serviceOf<D extends grpc.ServiceDefinition>(name: string): D {
  const methods = root.lookupService(name).methodsArray.map((method) => {
    const request = codecOf(method.resolvedRequestType as protobuf.Type);
    const response = codecOf(method.resolvedResponseType as protobuf.Type);
    const definition: grpc.MethodDefinition<object, object> = {
      path: `/${name}/${method.name}`,
      requestStream: method.requestStream === true,
      responseStream: method.responseStream === true,
      requestSerialize: request.encode,
      requestDeserialize: request.decode,
      responseSerialize: response.encode,
      responseDeserialize: response.decode,
    };
    return [method.name, definition] as const;
  });
  return Object.fromEntries(methods) as D;
}

/**
 * The service definitions, by owner: `grpcService(SERVICES.charge, handlers)`, `grpcClient(SERVICES.charge,
 * …)`.
 */
export const SERVICES = {
  keys: serviceOf<KeysServiceDefinition>('gx.keys.v1.KeysService'),
  charge: serviceOf<ChargeServiceDefinition>('gx.charge.v1.ChargeService'),
  ledger: serviceOf<LedgerServiceDefinition>('gx.ledger.v1.LedgerService'),
  refund: serviceOf<RefundServiceDefinition>('gx.refund.v1.RefundService'),
  webhooks: serviceOf<WebhooksServiceDefinition>('gx.webhooks.v1.WebhooksService'),
} as const;

/** Carries calls of the other services; served by every server (`@gx/runtime`). */
export const CALL_SERVICE = serviceOf<CallServiceDefinition>('gx.common.v1.CallService');

/** How probes ask every server; the standard's own proto. */
export const HEALTH_SERVICE = serviceOf<HealthDefinition>('grpc.health.v1.Health');

export const errorDetailCodec = messageOf<ErrorDetailInput, ErrorDetail>('gx.common.v1.ErrorDetail');
export const chargeEventCodec = messageOf<ChargeEventInput, ChargeEvent>('gx.charge.v1.ChargeEvent');
export const ledgerEventCodec = messageOf<LedgerEventInput, LedgerEvent>('gx.ledger.v1.LedgerEvent');
export const refundEventCodec = messageOf<RefundEventInput, RefundEvent>('gx.refund.v1.RefundEvent');
