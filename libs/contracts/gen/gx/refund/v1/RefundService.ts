// Original file: gx/refund/v1/refund.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateRefundRequestInput as _gx_refund_v1_CreateRefundRequestInput, CreateRefundRequest as _gx_refund_v1_CreateRefundRequest } from '../../../gx/refund/v1/CreateRefundRequest.ts';
import type { CreateRefundResponseInput as _gx_refund_v1_CreateRefundResponseInput, CreateRefundResponse as _gx_refund_v1_CreateRefundResponse } from '../../../gx/refund/v1/CreateRefundResponse.ts';
import type { ListDevolutionsRequestInput as _gx_refund_v1_ListDevolutionsRequestInput, ListDevolutionsRequest as _gx_refund_v1_ListDevolutionsRequest } from '../../../gx/refund/v1/ListDevolutionsRequest.ts';
import type { ListDevolutionsResponseInput as _gx_refund_v1_ListDevolutionsResponseInput, ListDevolutionsResponse as _gx_refund_v1_ListDevolutionsResponse } from '../../../gx/refund/v1/ListDevolutionsResponse.ts';
import type { ListFailedReturnsRequestInput as _gx_refund_v1_ListFailedReturnsRequestInput, ListFailedReturnsRequest as _gx_refund_v1_ListFailedReturnsRequest } from '../../../gx/refund/v1/ListFailedReturnsRequest.ts';
import type { ListFailedReturnsResponseInput as _gx_refund_v1_ListFailedReturnsResponseInput, ListFailedReturnsResponse as _gx_refund_v1_ListFailedReturnsResponse } from '../../../gx/refund/v1/ListFailedReturnsResponse.ts';
import type { ListPixOutsRequestInput as _gx_refund_v1_ListPixOutsRequestInput, ListPixOutsRequest as _gx_refund_v1_ListPixOutsRequest } from '../../../gx/refund/v1/ListPixOutsRequest.ts';
import type { ListPixOutsResponseInput as _gx_refund_v1_ListPixOutsResponseInput, ListPixOutsResponse as _gx_refund_v1_ListPixOutsResponse } from '../../../gx/refund/v1/ListPixOutsResponse.ts';
import type { ListRefundsRequestInput as _gx_refund_v1_ListRefundsRequestInput, ListRefundsRequest as _gx_refund_v1_ListRefundsRequest } from '../../../gx/refund/v1/ListRefundsRequest.ts';
import type { ListRefundsResponseInput as _gx_refund_v1_ListRefundsResponseInput, ListRefundsResponse as _gx_refund_v1_ListRefundsResponse } from '../../../gx/refund/v1/ListRefundsResponse.ts';
import type { ListStatusesRequestInput as _gx_refund_v1_ListStatusesRequestInput, ListStatusesRequest as _gx_refund_v1_ListStatusesRequest } from '../../../gx/refund/v1/ListStatusesRequest.ts';
import type { ListStatusesResponseInput as _gx_refund_v1_ListStatusesResponseInput, ListStatusesResponse as _gx_refund_v1_ListStatusesResponse } from '../../../gx/refund/v1/ListStatusesResponse.ts';
import type { ReencryptSecretsRequestInput as _gx_common_v1_ReencryptSecretsRequestInput, ReencryptSecretsRequest as _gx_common_v1_ReencryptSecretsRequest } from '../../../gx/common/v1/ReencryptSecretsRequest.ts';
import type { ReencryptSecretsResponseInput as _gx_common_v1_ReencryptSecretsResponseInput, ReencryptSecretsResponse as _gx_common_v1_ReencryptSecretsResponse } from '../../../gx/common/v1/ReencryptSecretsResponse.ts';
import type { RefundInput as _gx_refund_v1_RefundInput, Refund as _gx_refund_v1_Refund } from '../../../gx/refund/v1/Refund.ts';
import type { RetryReturnRequestInput as _gx_refund_v1_RetryReturnRequestInput, RetryReturnRequest as _gx_refund_v1_RetryReturnRequest } from '../../../gx/refund/v1/RetryReturnRequest.ts';
import type { SettleReturnRequestInput as _gx_refund_v1_SettleReturnRequestInput, SettleReturnRequest as _gx_refund_v1_SettleReturnRequest } from '../../../gx/refund/v1/SettleReturnRequest.ts';

/**
 * Money on its way back to payers: refunds that merchants order, and returns of money that must not be kept.
 */
export interface RefundServiceClient extends grpc.Client {
  /**
   * Once per (tenant, idempotency key), for ever. FAILED_PRECONDITION with a reason when it may not be.
   */
  CreateRefund(argument: _gx_refund_v1_CreateRefundRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_CreateRefundResponse>): grpc.ClientUnaryCall;
  CreateRefund(argument: _gx_refund_v1_CreateRefundRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_refund_v1_CreateRefundResponse>): grpc.ClientUnaryCall;
  CreateRefund(argument: _gx_refund_v1_CreateRefundRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_CreateRefundResponse>): grpc.ClientUnaryCall;
  CreateRefund(argument: _gx_refund_v1_CreateRefundRequestInput, callback: grpc.requestCallback<_gx_refund_v1_CreateRefundResponse>): grpc.ClientUnaryCall;
  /**
   * Once per (tenant, idempotency key), for ever. FAILED_PRECONDITION with a reason when it may not be.
   */
  createRefund(argument: _gx_refund_v1_CreateRefundRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_CreateRefundResponse>): grpc.ClientUnaryCall;
  createRefund(argument: _gx_refund_v1_CreateRefundRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_refund_v1_CreateRefundResponse>): grpc.ClientUnaryCall;
  createRefund(argument: _gx_refund_v1_CreateRefundRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_CreateRefundResponse>): grpc.ClientUnaryCall;
  createRefund(argument: _gx_refund_v1_CreateRefundRequestInput, callback: grpc.requestCallback<_gx_refund_v1_CreateRefundResponse>): grpc.ClientUnaryCall;
  
  /**
   * What we have ordered back along these payments, devolutions and refunds of orders, in whatever state: all
   * else at the bank is not ours. Asked by charge before it records what a bank takes back by itself, and by
   * operators.
   */
  ListDevolutions(argument: _gx_refund_v1_ListDevolutionsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_ListDevolutionsResponse>): grpc.ClientUnaryCall;
  ListDevolutions(argument: _gx_refund_v1_ListDevolutionsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_refund_v1_ListDevolutionsResponse>): grpc.ClientUnaryCall;
  ListDevolutions(argument: _gx_refund_v1_ListDevolutionsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_ListDevolutionsResponse>): grpc.ClientUnaryCall;
  ListDevolutions(argument: _gx_refund_v1_ListDevolutionsRequestInput, callback: grpc.requestCallback<_gx_refund_v1_ListDevolutionsResponse>): grpc.ClientUnaryCall;
  /**
   * What we have ordered back along these payments, devolutions and refunds of orders, in whatever state: all
   * else at the bank is not ours. Asked by charge before it records what a bank takes back by itself, and by
   * operators.
   */
  listDevolutions(argument: _gx_refund_v1_ListDevolutionsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_ListDevolutionsResponse>): grpc.ClientUnaryCall;
  listDevolutions(argument: _gx_refund_v1_ListDevolutionsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_refund_v1_ListDevolutionsResponse>): grpc.ClientUnaryCall;
  listDevolutions(argument: _gx_refund_v1_ListDevolutionsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_ListDevolutionsResponse>): grpc.ClientUnaryCall;
  listDevolutions(argument: _gx_refund_v1_ListDevolutionsRequestInput, callback: grpc.requestCallback<_gx_refund_v1_ListDevolutionsResponse>): grpc.ClientUnaryCall;
  
  /**
   * Returns that failed for good and wait for a person (operators only: not routed by the gateway), oldest
   * first.
   */
  ListFailedReturns(argument: _gx_refund_v1_ListFailedReturnsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_ListFailedReturnsResponse>): grpc.ClientUnaryCall;
  ListFailedReturns(argument: _gx_refund_v1_ListFailedReturnsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_refund_v1_ListFailedReturnsResponse>): grpc.ClientUnaryCall;
  ListFailedReturns(argument: _gx_refund_v1_ListFailedReturnsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_ListFailedReturnsResponse>): grpc.ClientUnaryCall;
  ListFailedReturns(argument: _gx_refund_v1_ListFailedReturnsRequestInput, callback: grpc.requestCallback<_gx_refund_v1_ListFailedReturnsResponse>): grpc.ClientUnaryCall;
  /**
   * Returns that failed for good and wait for a person (operators only: not routed by the gateway), oldest
   * first.
   */
  listFailedReturns(argument: _gx_refund_v1_ListFailedReturnsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_ListFailedReturnsResponse>): grpc.ClientUnaryCall;
  listFailedReturns(argument: _gx_refund_v1_ListFailedReturnsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_refund_v1_ListFailedReturnsResponse>): grpc.ClientUnaryCall;
  listFailedReturns(argument: _gx_refund_v1_ListFailedReturnsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_ListFailedReturnsResponse>): grpc.ClientUnaryCall;
  listFailedReturns(argument: _gx_refund_v1_ListFailedReturnsRequestInput, callback: grpc.requestCallback<_gx_refund_v1_ListFailedReturnsResponse>): grpc.ClientUnaryCall;
  
  /**
   * What a bank says now of each Pix that we sent through it and that was ordered in a window, a page at a
   * time (operators only). UNAVAILABLE while the bank does not answer.
   */
  ListPixOuts(argument: _gx_refund_v1_ListPixOutsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_ListPixOutsResponse>): grpc.ClientUnaryCall;
  ListPixOuts(argument: _gx_refund_v1_ListPixOutsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_refund_v1_ListPixOutsResponse>): grpc.ClientUnaryCall;
  ListPixOuts(argument: _gx_refund_v1_ListPixOutsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_ListPixOutsResponse>): grpc.ClientUnaryCall;
  ListPixOuts(argument: _gx_refund_v1_ListPixOutsRequestInput, callback: grpc.requestCallback<_gx_refund_v1_ListPixOutsResponse>): grpc.ClientUnaryCall;
  /**
   * What a bank says now of each Pix that we sent through it and that was ordered in a window, a page at a
   * time (operators only). UNAVAILABLE while the bank does not answer.
   */
  listPixOuts(argument: _gx_refund_v1_ListPixOutsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_ListPixOutsResponse>): grpc.ClientUnaryCall;
  listPixOuts(argument: _gx_refund_v1_ListPixOutsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_refund_v1_ListPixOutsResponse>): grpc.ClientUnaryCall;
  listPixOuts(argument: _gx_refund_v1_ListPixOutsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_ListPixOutsResponse>): grpc.ClientUnaryCall;
  listPixOuts(argument: _gx_refund_v1_ListPixOutsRequestInput, callback: grpc.requestCallback<_gx_refund_v1_ListPixOutsResponse>): grpc.ClientUnaryCall;
  
  /**
   * Every refund and return of a charge, newest first. NOT_FOUND for an unknown or foreign charge.
   */
  ListRefunds(argument: _gx_refund_v1_ListRefundsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_ListRefundsResponse>): grpc.ClientUnaryCall;
  ListRefunds(argument: _gx_refund_v1_ListRefundsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_refund_v1_ListRefundsResponse>): grpc.ClientUnaryCall;
  ListRefunds(argument: _gx_refund_v1_ListRefundsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_ListRefundsResponse>): grpc.ClientUnaryCall;
  ListRefunds(argument: _gx_refund_v1_ListRefundsRequestInput, callback: grpc.requestCallback<_gx_refund_v1_ListRefundsResponse>): grpc.ClientUnaryCall;
  /**
   * Every refund and return of a charge, newest first. NOT_FOUND for an unknown or foreign charge.
   */
  listRefunds(argument: _gx_refund_v1_ListRefundsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_ListRefundsResponse>): grpc.ClientUnaryCall;
  listRefunds(argument: _gx_refund_v1_ListRefundsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_refund_v1_ListRefundsResponse>): grpc.ClientUnaryCall;
  listRefunds(argument: _gx_refund_v1_ListRefundsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_ListRefundsResponse>): grpc.ClientUnaryCall;
  listRefunds(argument: _gx_refund_v1_ListRefundsRequestInput, callback: grpc.requestCallback<_gx_refund_v1_ListRefundsResponse>): grpc.ClientUnaryCall;
  
  /**
   * How far refunds, returns and bank returns are, by id; unknown ones are left out. Asked by charge, whose
   * events may be lost on their way.
   */
  ListStatuses(argument: _gx_refund_v1_ListStatusesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_ListStatusesResponse>): grpc.ClientUnaryCall;
  ListStatuses(argument: _gx_refund_v1_ListStatusesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_refund_v1_ListStatusesResponse>): grpc.ClientUnaryCall;
  ListStatuses(argument: _gx_refund_v1_ListStatusesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_ListStatusesResponse>): grpc.ClientUnaryCall;
  ListStatuses(argument: _gx_refund_v1_ListStatusesRequestInput, callback: grpc.requestCallback<_gx_refund_v1_ListStatusesResponse>): grpc.ClientUnaryCall;
  /**
   * How far refunds, returns and bank returns are, by id; unknown ones are left out. Asked by charge, whose
   * events may be lost on their way.
   */
  listStatuses(argument: _gx_refund_v1_ListStatusesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_ListStatusesResponse>): grpc.ClientUnaryCall;
  listStatuses(argument: _gx_refund_v1_ListStatusesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_refund_v1_ListStatusesResponse>): grpc.ClientUnaryCall;
  listStatuses(argument: _gx_refund_v1_ListStatusesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_ListStatusesResponse>): grpc.ClientUnaryCall;
  listStatuses(argument: _gx_refund_v1_ListStatusesRequestInput, callback: grpc.requestCallback<_gx_refund_v1_ListStatusesResponse>): grpc.ClientUnaryCall;
  
  /**
   * Encrypts again, step by step, what is under another key than the current one; counts what is under which
   * (operators only).
   */
  ReencryptSecrets(argument: _gx_common_v1_ReencryptSecretsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_common_v1_ReencryptSecretsResponse>): grpc.ClientUnaryCall;
  ReencryptSecrets(argument: _gx_common_v1_ReencryptSecretsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_common_v1_ReencryptSecretsResponse>): grpc.ClientUnaryCall;
  ReencryptSecrets(argument: _gx_common_v1_ReencryptSecretsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_common_v1_ReencryptSecretsResponse>): grpc.ClientUnaryCall;
  ReencryptSecrets(argument: _gx_common_v1_ReencryptSecretsRequestInput, callback: grpc.requestCallback<_gx_common_v1_ReencryptSecretsResponse>): grpc.ClientUnaryCall;
  /**
   * Encrypts again, step by step, what is under another key than the current one; counts what is under which
   * (operators only).
   */
  reencryptSecrets(argument: _gx_common_v1_ReencryptSecretsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_common_v1_ReencryptSecretsResponse>): grpc.ClientUnaryCall;
  reencryptSecrets(argument: _gx_common_v1_ReencryptSecretsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_common_v1_ReencryptSecretsResponse>): grpc.ClientUnaryCall;
  reencryptSecrets(argument: _gx_common_v1_ReencryptSecretsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_common_v1_ReencryptSecretsResponse>): grpc.ClientUnaryCall;
  reencryptSecrets(argument: _gx_common_v1_ReencryptSecretsRequestInput, callback: grpc.requestCallback<_gx_common_v1_ReencryptSecretsResponse>): grpc.ClientUnaryCall;
  
  /**
   * Tries a failed return again, under a new id at the bank.
   */
  RetryReturn(argument: _gx_refund_v1_RetryReturnRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_Refund>): grpc.ClientUnaryCall;
  RetryReturn(argument: _gx_refund_v1_RetryReturnRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_refund_v1_Refund>): grpc.ClientUnaryCall;
  RetryReturn(argument: _gx_refund_v1_RetryReturnRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_Refund>): grpc.ClientUnaryCall;
  RetryReturn(argument: _gx_refund_v1_RetryReturnRequestInput, callback: grpc.requestCallback<_gx_refund_v1_Refund>): grpc.ClientUnaryCall;
  /**
   * Tries a failed return again, under a new id at the bank.
   */
  retryReturn(argument: _gx_refund_v1_RetryReturnRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_Refund>): grpc.ClientUnaryCall;
  retryReturn(argument: _gx_refund_v1_RetryReturnRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_refund_v1_Refund>): grpc.ClientUnaryCall;
  retryReturn(argument: _gx_refund_v1_RetryReturnRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_Refund>): grpc.ClientUnaryCall;
  retryReturn(argument: _gx_refund_v1_RetryReturnRequestInput, callback: grpc.requestCallback<_gx_refund_v1_Refund>): grpc.ClientUnaryCall;
  
  /**
   * Marks the failed return of an order as sent back by hand (operators only: not routed by the gateway).
   * FAILED_PRECONDITION for anything else.
   */
  SettleReturn(argument: _gx_refund_v1_SettleReturnRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_Refund>): grpc.ClientUnaryCall;
  SettleReturn(argument: _gx_refund_v1_SettleReturnRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_refund_v1_Refund>): grpc.ClientUnaryCall;
  SettleReturn(argument: _gx_refund_v1_SettleReturnRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_Refund>): grpc.ClientUnaryCall;
  SettleReturn(argument: _gx_refund_v1_SettleReturnRequestInput, callback: grpc.requestCallback<_gx_refund_v1_Refund>): grpc.ClientUnaryCall;
  /**
   * Marks the failed return of an order as sent back by hand (operators only: not routed by the gateway).
   * FAILED_PRECONDITION for anything else.
   */
  settleReturn(argument: _gx_refund_v1_SettleReturnRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_Refund>): grpc.ClientUnaryCall;
  settleReturn(argument: _gx_refund_v1_SettleReturnRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_refund_v1_Refund>): grpc.ClientUnaryCall;
  settleReturn(argument: _gx_refund_v1_SettleReturnRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_refund_v1_Refund>): grpc.ClientUnaryCall;
  settleReturn(argument: _gx_refund_v1_SettleReturnRequestInput, callback: grpc.requestCallback<_gx_refund_v1_Refund>): grpc.ClientUnaryCall;
  
}

/**
 * Money on its way back to payers: refunds that merchants order, and returns of money that must not be kept.
 */
export interface RefundServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Once per (tenant, idempotency key), for ever. FAILED_PRECONDITION with a reason when it may not be.
   */
  CreateRefund: grpc.handleUnaryCall<_gx_refund_v1_CreateRefundRequest, _gx_refund_v1_CreateRefundResponseInput>;
  
  /**
   * What we have ordered back along these payments, devolutions and refunds of orders, in whatever state: all
   * else at the bank is not ours. Asked by charge before it records what a bank takes back by itself, and by
   * operators.
   */
  ListDevolutions: grpc.handleUnaryCall<_gx_refund_v1_ListDevolutionsRequest, _gx_refund_v1_ListDevolutionsResponseInput>;
  
  /**
   * Returns that failed for good and wait for a person (operators only: not routed by the gateway), oldest
   * first.
   */
  ListFailedReturns: grpc.handleUnaryCall<_gx_refund_v1_ListFailedReturnsRequest, _gx_refund_v1_ListFailedReturnsResponseInput>;
  
  /**
   * What a bank says now of each Pix that we sent through it and that was ordered in a window, a page at a
   * time (operators only). UNAVAILABLE while the bank does not answer.
   */
  ListPixOuts: grpc.handleUnaryCall<_gx_refund_v1_ListPixOutsRequest, _gx_refund_v1_ListPixOutsResponseInput>;
  
  /**
   * Every refund and return of a charge, newest first. NOT_FOUND for an unknown or foreign charge.
   */
  ListRefunds: grpc.handleUnaryCall<_gx_refund_v1_ListRefundsRequest, _gx_refund_v1_ListRefundsResponseInput>;
  
  /**
   * How far refunds, returns and bank returns are, by id; unknown ones are left out. Asked by charge, whose
   * events may be lost on their way.
   */
  ListStatuses: grpc.handleUnaryCall<_gx_refund_v1_ListStatusesRequest, _gx_refund_v1_ListStatusesResponseInput>;
  
  /**
   * Encrypts again, step by step, what is under another key than the current one; counts what is under which
   * (operators only).
   */
  ReencryptSecrets: grpc.handleUnaryCall<_gx_common_v1_ReencryptSecretsRequest, _gx_common_v1_ReencryptSecretsResponseInput>;
  
  /**
   * Tries a failed return again, under a new id at the bank.
   */
  RetryReturn: grpc.handleUnaryCall<_gx_refund_v1_RetryReturnRequest, _gx_refund_v1_RefundInput>;
  
  /**
   * Marks the failed return of an order as sent back by hand (operators only: not routed by the gateway).
   * FAILED_PRECONDITION for anything else.
   */
  SettleReturn: grpc.handleUnaryCall<_gx_refund_v1_SettleReturnRequest, _gx_refund_v1_RefundInput>;
  
}

export interface RefundServiceDefinition extends grpc.ServiceDefinition {
  CreateRefund: MethodDefinition<_gx_refund_v1_CreateRefundRequestInput, _gx_refund_v1_CreateRefundResponseInput, _gx_refund_v1_CreateRefundRequest, _gx_refund_v1_CreateRefundResponse>
  ListDevolutions: MethodDefinition<_gx_refund_v1_ListDevolutionsRequestInput, _gx_refund_v1_ListDevolutionsResponseInput, _gx_refund_v1_ListDevolutionsRequest, _gx_refund_v1_ListDevolutionsResponse>
  ListFailedReturns: MethodDefinition<_gx_refund_v1_ListFailedReturnsRequestInput, _gx_refund_v1_ListFailedReturnsResponseInput, _gx_refund_v1_ListFailedReturnsRequest, _gx_refund_v1_ListFailedReturnsResponse>
  ListPixOuts: MethodDefinition<_gx_refund_v1_ListPixOutsRequestInput, _gx_refund_v1_ListPixOutsResponseInput, _gx_refund_v1_ListPixOutsRequest, _gx_refund_v1_ListPixOutsResponse>
  ListRefunds: MethodDefinition<_gx_refund_v1_ListRefundsRequestInput, _gx_refund_v1_ListRefundsResponseInput, _gx_refund_v1_ListRefundsRequest, _gx_refund_v1_ListRefundsResponse>
  ListStatuses: MethodDefinition<_gx_refund_v1_ListStatusesRequestInput, _gx_refund_v1_ListStatusesResponseInput, _gx_refund_v1_ListStatusesRequest, _gx_refund_v1_ListStatusesResponse>
  ReencryptSecrets: MethodDefinition<_gx_common_v1_ReencryptSecretsRequestInput, _gx_common_v1_ReencryptSecretsResponseInput, _gx_common_v1_ReencryptSecretsRequest, _gx_common_v1_ReencryptSecretsResponse>
  RetryReturn: MethodDefinition<_gx_refund_v1_RetryReturnRequestInput, _gx_refund_v1_RefundInput, _gx_refund_v1_RetryReturnRequest, _gx_refund_v1_Refund>
  SettleReturn: MethodDefinition<_gx_refund_v1_SettleReturnRequestInput, _gx_refund_v1_RefundInput, _gx_refund_v1_SettleReturnRequest, _gx_refund_v1_Refund>
}
