// Original file: gx/charge/v1/charge.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CancelChargeRequestInput as _gx_charge_v1_CancelChargeRequestInput, CancelChargeRequest as _gx_charge_v1_CancelChargeRequest } from '../../../gx/charge/v1/CancelChargeRequest.ts';
import type { ChargeInput as _gx_charge_v1_ChargeInput, Charge as _gx_charge_v1_Charge } from '../../../gx/charge/v1/Charge.ts';
import type { CheckBankProfileRequestInput as _gx_charge_v1_CheckBankProfileRequestInput, CheckBankProfileRequest as _gx_charge_v1_CheckBankProfileRequest } from '../../../gx/charge/v1/CheckBankProfileRequest.ts';
import type { CheckBankProfileResponseInput as _gx_charge_v1_CheckBankProfileResponseInput, CheckBankProfileResponse as _gx_charge_v1_CheckBankProfileResponse } from '../../../gx/charge/v1/CheckBankProfileResponse.ts';
import type { CheckoutInput as _gx_charge_v1_CheckoutInput, Checkout as _gx_charge_v1_Checkout } from '../../../gx/charge/v1/Checkout.ts';
import type { CreateChargeRequestInput as _gx_charge_v1_CreateChargeRequestInput, CreateChargeRequest as _gx_charge_v1_CreateChargeRequest } from '../../../gx/charge/v1/CreateChargeRequest.ts';
import type { CreateChargeResponseInput as _gx_charge_v1_CreateChargeResponseInput, CreateChargeResponse as _gx_charge_v1_CreateChargeResponse } from '../../../gx/charge/v1/CreateChargeResponse.ts';
import type { DecideReviewRequestInput as _gx_charge_v1_DecideReviewRequestInput, DecideReviewRequest as _gx_charge_v1_DecideReviewRequest } from '../../../gx/charge/v1/DecideReviewRequest.ts';
import type { DescribeBankProfilesRequestInput as _gx_charge_v1_DescribeBankProfilesRequestInput, DescribeBankProfilesRequest as _gx_charge_v1_DescribeBankProfilesRequest } from '../../../gx/charge/v1/DescribeBankProfilesRequest.ts';
import type { DescribeBankProfilesResponseInput as _gx_charge_v1_DescribeBankProfilesResponseInput, DescribeBankProfilesResponse as _gx_charge_v1_DescribeBankProfilesResponse } from '../../../gx/charge/v1/DescribeBankProfilesResponse.ts';
import type { GetChargeRequestInput as _gx_charge_v1_GetChargeRequestInput, GetChargeRequest as _gx_charge_v1_GetChargeRequest } from '../../../gx/charge/v1/GetChargeRequest.ts';
import type { GetCheckoutRequestInput as _gx_charge_v1_GetCheckoutRequestInput, GetCheckoutRequest as _gx_charge_v1_GetCheckoutRequest } from '../../../gx/charge/v1/GetCheckoutRequest.ts';
import type { GetCheckoutStatusesRequestInput as _gx_charge_v1_GetCheckoutStatusesRequestInput, GetCheckoutStatusesRequest as _gx_charge_v1_GetCheckoutStatusesRequest } from '../../../gx/charge/v1/GetCheckoutStatusesRequest.ts';
import type { GetCheckoutStatusesResponseInput as _gx_charge_v1_GetCheckoutStatusesResponseInput, GetCheckoutStatusesResponse as _gx_charge_v1_GetCheckoutStatusesResponse } from '../../../gx/charge/v1/GetCheckoutStatusesResponse.ts';
import type { GetLastEventRequestInput as _gx_charge_v1_GetLastEventRequestInput, GetLastEventRequest as _gx_charge_v1_GetLastEventRequest } from '../../../gx/charge/v1/GetLastEventRequest.ts';
import type { GetPaymentCodeRequestInput as _gx_charge_v1_GetPaymentCodeRequestInput, GetPaymentCodeRequest as _gx_charge_v1_GetPaymentCodeRequest } from '../../../gx/charge/v1/GetPaymentCodeRequest.ts';
import type { GetPaymentCodeResponseInput as _gx_charge_v1_GetPaymentCodeResponseInput, GetPaymentCodeResponse as _gx_charge_v1_GetPaymentCodeResponse } from '../../../gx/charge/v1/GetPaymentCodeResponse.ts';
import type { GetPaymentMetricsRequestInput as _gx_charge_v1_GetPaymentMetricsRequestInput, GetPaymentMetricsRequest as _gx_charge_v1_GetPaymentMetricsRequest } from '../../../gx/charge/v1/GetPaymentMetricsRequest.ts';
import type { GetPaymentStatsRequestInput as _gx_charge_v1_GetPaymentStatsRequestInput, GetPaymentStatsRequest as _gx_charge_v1_GetPaymentStatsRequest } from '../../../gx/charge/v1/GetPaymentStatsRequest.ts';
import type { GetProviderStatusRequestInput as _gx_charge_v1_GetProviderStatusRequestInput, GetProviderStatusRequest as _gx_charge_v1_GetProviderStatusRequest } from '../../../gx/charge/v1/GetProviderStatusRequest.ts';
import type { GetReceiptFileRequestInput as _gx_charge_v1_GetReceiptFileRequestInput, GetReceiptFileRequest as _gx_charge_v1_GetReceiptFileRequest } from '../../../gx/charge/v1/GetReceiptFileRequest.ts';
import type { GetSettlementRequestInput as _gx_charge_v1_GetSettlementRequestInput, GetSettlementRequest as _gx_charge_v1_GetSettlementRequest } from '../../../gx/charge/v1/GetSettlementRequest.ts';
import type { GetSimulatedProviderStateRequestInput as _gx_charge_v1_GetSimulatedProviderStateRequestInput, GetSimulatedProviderStateRequest as _gx_charge_v1_GetSimulatedProviderStateRequest } from '../../../gx/charge/v1/GetSimulatedProviderStateRequest.ts';
import type { LastEventInput as _gx_charge_v1_LastEventInput, LastEvent as _gx_charge_v1_LastEvent } from '../../../gx/charge/v1/LastEvent.ts';
import type { ListBankProfilesRequestInput as _gx_charge_v1_ListBankProfilesRequestInput, ListBankProfilesRequest as _gx_charge_v1_ListBankProfilesRequest } from '../../../gx/charge/v1/ListBankProfilesRequest.ts';
import type { ListBankProfilesResponseInput as _gx_charge_v1_ListBankProfilesResponseInput, ListBankProfilesResponse as _gx_charge_v1_ListBankProfilesResponse } from '../../../gx/charge/v1/ListBankProfilesResponse.ts';
import type { ListChargesRequestInput as _gx_charge_v1_ListChargesRequestInput, ListChargesRequest as _gx_charge_v1_ListChargesRequest } from '../../../gx/charge/v1/ListChargesRequest.ts';
import type { ListChargesResponseInput as _gx_charge_v1_ListChargesResponseInput, ListChargesResponse as _gx_charge_v1_ListChargesResponse } from '../../../gx/charge/v1/ListChargesResponse.ts';
import type { ListIncomingPaymentsRequestInput as _gx_charge_v1_ListIncomingPaymentsRequestInput, ListIncomingPaymentsRequest as _gx_charge_v1_ListIncomingPaymentsRequest } from '../../../gx/charge/v1/ListIncomingPaymentsRequest.ts';
import type { ListIncomingPaymentsResponseInput as _gx_charge_v1_ListIncomingPaymentsResponseInput, ListIncomingPaymentsResponse as _gx_charge_v1_ListIncomingPaymentsResponse } from '../../../gx/charge/v1/ListIncomingPaymentsResponse.ts';
import type { ListPaymentsRequestInput as _gx_charge_v1_ListPaymentsRequestInput, ListPaymentsRequest as _gx_charge_v1_ListPaymentsRequest } from '../../../gx/charge/v1/ListPaymentsRequest.ts';
import type { ListPaymentsResponseInput as _gx_charge_v1_ListPaymentsResponseInput, ListPaymentsResponse as _gx_charge_v1_ListPaymentsResponse } from '../../../gx/charge/v1/ListPaymentsResponse.ts';
import type { ListProviderOrdersRequestInput as _gx_charge_v1_ListProviderOrdersRequestInput, ListProviderOrdersRequest as _gx_charge_v1_ListProviderOrdersRequest } from '../../../gx/charge/v1/ListProviderOrdersRequest.ts';
import type { ListProviderOrdersResponseInput as _gx_charge_v1_ListProviderOrdersResponseInput, ListProviderOrdersResponse as _gx_charge_v1_ListProviderOrdersResponse } from '../../../gx/charge/v1/ListProviderOrdersResponse.ts';
import type { ListProviderPaymentsRequestInput as _gx_charge_v1_ListProviderPaymentsRequestInput, ListProviderPaymentsRequest as _gx_charge_v1_ListProviderPaymentsRequest } from '../../../gx/charge/v1/ListProviderPaymentsRequest.ts';
import type { ListProviderPaymentsResponseInput as _gx_charge_v1_ListProviderPaymentsResponseInput, ListProviderPaymentsResponse as _gx_charge_v1_ListProviderPaymentsResponse } from '../../../gx/charge/v1/ListProviderPaymentsResponse.ts';
import type { ListReviewsRequestInput as _gx_charge_v1_ListReviewsRequestInput, ListReviewsRequest as _gx_charge_v1_ListReviewsRequest } from '../../../gx/charge/v1/ListReviewsRequest.ts';
import type { ListReviewsResponseInput as _gx_charge_v1_ListReviewsResponseInput, ListReviewsResponse as _gx_charge_v1_ListReviewsResponse } from '../../../gx/charge/v1/ListReviewsResponse.ts';
import type { PaymentMetricsInput as _gx_charge_v1_PaymentMetricsInput, PaymentMetrics as _gx_charge_v1_PaymentMetrics } from '../../../gx/charge/v1/PaymentMetrics.ts';
import type { PaymentStatsInput as _gx_charge_v1_PaymentStatsInput, PaymentStats as _gx_charge_v1_PaymentStats } from '../../../gx/charge/v1/PaymentStats.ts';
import type { ProviderStatusInput as _gx_charge_v1_ProviderStatusInput, ProviderStatus as _gx_charge_v1_ProviderStatus } from '../../../gx/charge/v1/ProviderStatus.ts';
import type { ReceiptFileInput as _gx_charge_v1_ReceiptFileInput, ReceiptFile as _gx_charge_v1_ReceiptFile } from '../../../gx/charge/v1/ReceiptFile.ts';
import type { ReceiveProviderCallbackRequestInput as _gx_charge_v1_ReceiveProviderCallbackRequestInput, ReceiveProviderCallbackRequest as _gx_charge_v1_ReceiveProviderCallbackRequest } from '../../../gx/charge/v1/ReceiveProviderCallbackRequest.ts';
import type { ReceiveProviderCallbackResponseInput as _gx_charge_v1_ReceiveProviderCallbackResponseInput, ReceiveProviderCallbackResponse as _gx_charge_v1_ReceiveProviderCallbackResponse } from '../../../gx/charge/v1/ReceiveProviderCallbackResponse.ts';
import type { RecheckPaymentRequestInput as _gx_charge_v1_RecheckPaymentRequestInput, RecheckPaymentRequest as _gx_charge_v1_RecheckPaymentRequest } from '../../../gx/charge/v1/RecheckPaymentRequest.ts';
import type { RecheckPaymentResponseInput as _gx_charge_v1_RecheckPaymentResponseInput, RecheckPaymentResponse as _gx_charge_v1_RecheckPaymentResponse } from '../../../gx/charge/v1/RecheckPaymentResponse.ts';
import type { ReencryptSecretsRequestInput as _gx_common_v1_ReencryptSecretsRequestInput, ReencryptSecretsRequest as _gx_common_v1_ReencryptSecretsRequest } from '../../../gx/common/v1/ReencryptSecretsRequest.ts';
import type { ReencryptSecretsResponseInput as _gx_common_v1_ReencryptSecretsResponseInput, ReencryptSecretsResponse as _gx_common_v1_ReencryptSecretsResponse } from '../../../gx/common/v1/ReencryptSecretsResponse.ts';
import type { RetireBankProfileRequestInput as _gx_charge_v1_RetireBankProfileRequestInput, RetireBankProfileRequest as _gx_charge_v1_RetireBankProfileRequest } from '../../../gx/charge/v1/RetireBankProfileRequest.ts';
import type { RetireBankProfileResponseInput as _gx_charge_v1_RetireBankProfileResponseInput, RetireBankProfileResponse as _gx_charge_v1_RetireBankProfileResponse } from '../../../gx/charge/v1/RetireBankProfileResponse.ts';
import type { SetBankProfileRequestInput as _gx_charge_v1_SetBankProfileRequestInput, SetBankProfileRequest as _gx_charge_v1_SetBankProfileRequest } from '../../../gx/charge/v1/SetBankProfileRequest.ts';
import type { SetBankProfileResponseInput as _gx_charge_v1_SetBankProfileResponseInput, SetBankProfileResponse as _gx_charge_v1_SetBankProfileResponse } from '../../../gx/charge/v1/SetBankProfileResponse.ts';
import type { SettlementInput as _gx_charge_v1_SettlementInput, Settlement as _gx_charge_v1_Settlement } from '../../../gx/charge/v1/Settlement.ts';
import type { SimulateBankReturnRequestInput as _gx_charge_v1_SimulateBankReturnRequestInput, SimulateBankReturnRequest as _gx_charge_v1_SimulateBankReturnRequest } from '../../../gx/charge/v1/SimulateBankReturnRequest.ts';
import type { SimulateBankReturnResponseInput as _gx_charge_v1_SimulateBankReturnResponseInput, SimulateBankReturnResponse as _gx_charge_v1_SimulateBankReturnResponse } from '../../../gx/charge/v1/SimulateBankReturnResponse.ts';
import type { SimulateOutcomeRequestInput as _gx_charge_v1_SimulateOutcomeRequestInput, SimulateOutcomeRequest as _gx_charge_v1_SimulateOutcomeRequest } from '../../../gx/charge/v1/SimulateOutcomeRequest.ts';
import type { SimulateOutcomeResponseInput as _gx_charge_v1_SimulateOutcomeResponseInput, SimulateOutcomeResponse as _gx_charge_v1_SimulateOutcomeResponse } from '../../../gx/charge/v1/SimulateOutcomeResponse.ts';
import type { SimulatePaymentRequestInput as _gx_charge_v1_SimulatePaymentRequestInput, SimulatePaymentRequest as _gx_charge_v1_SimulatePaymentRequest } from '../../../gx/charge/v1/SimulatePaymentRequest.ts';
import type { SimulatePaymentResponseInput as _gx_charge_v1_SimulatePaymentResponseInput, SimulatePaymentResponse as _gx_charge_v1_SimulatePaymentResponse } from '../../../gx/charge/v1/SimulatePaymentResponse.ts';
import type { SimulatedProviderStateInput as _gx_charge_v1_SimulatedProviderStateInput, SimulatedProviderState as _gx_charge_v1_SimulatedProviderState } from '../../../gx/charge/v1/SimulatedProviderState.ts';
import type { VerifyStatisticsRequestInput as _gx_charge_v1_VerifyStatisticsRequestInput, VerifyStatisticsRequest as _gx_charge_v1_VerifyStatisticsRequest } from '../../../gx/charge/v1/VerifyStatisticsRequest.ts';
import type { VerifyStatisticsResponseInput as _gx_charge_v1_VerifyStatisticsResponseInput, VerifyStatisticsResponse as _gx_charge_v1_VerifyStatisticsResponse } from '../../../gx/charge/v1/VerifyStatisticsResponse.ts';

/**
 * Charges, what the bank says about them, and the payer's side in test mode.
 */
export interface ChargeServiceClient extends grpc.Client {
  /**
   * Ends a charge that is not settled: removed at the bank first. FAILED_PRECONDITION
   * `charge_not_cancellable` once money was accepted.
   */
  CancelCharge(argument: _gx_charge_v1_CancelChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  CancelCharge(argument: _gx_charge_v1_CancelChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  CancelCharge(argument: _gx_charge_v1_CancelChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  CancelCharge(argument: _gx_charge_v1_CancelChargeRequestInput, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  /**
   * Ends a charge that is not settled: removed at the bank first. FAILED_PRECONDITION
   * `charge_not_cancellable` once money was accepted.
   */
  cancelCharge(argument: _gx_charge_v1_CancelChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  cancelCharge(argument: _gx_charge_v1_CancelChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  cancelCharge(argument: _gx_charge_v1_CancelChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  cancelCharge(argument: _gx_charge_v1_CancelChargeRequestInput, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  
  /**
   * Asks a bank everything that a profile needs of it; changes nothing (operators only).
   */
  CheckBankProfile(argument: _gx_charge_v1_CheckBankProfileRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_CheckBankProfileResponse>): grpc.ClientUnaryCall;
  CheckBankProfile(argument: _gx_charge_v1_CheckBankProfileRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_CheckBankProfileResponse>): grpc.ClientUnaryCall;
  CheckBankProfile(argument: _gx_charge_v1_CheckBankProfileRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_CheckBankProfileResponse>): grpc.ClientUnaryCall;
  CheckBankProfile(argument: _gx_charge_v1_CheckBankProfileRequestInput, callback: grpc.requestCallback<_gx_charge_v1_CheckBankProfileResponse>): grpc.ClientUnaryCall;
  /**
   * Asks a bank everything that a profile needs of it; changes nothing (operators only).
   */
  checkBankProfile(argument: _gx_charge_v1_CheckBankProfileRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_CheckBankProfileResponse>): grpc.ClientUnaryCall;
  checkBankProfile(argument: _gx_charge_v1_CheckBankProfileRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_CheckBankProfileResponse>): grpc.ClientUnaryCall;
  checkBankProfile(argument: _gx_charge_v1_CheckBankProfileRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_CheckBankProfileResponse>): grpc.ClientUnaryCall;
  checkBankProfile(argument: _gx_charge_v1_CheckBankProfileRequestInput, callback: grpc.requestCallback<_gx_charge_v1_CheckBankProfileResponse>): grpc.ClientUnaryCall;
  
  CreateCharge(argument: _gx_charge_v1_CreateChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  CreateCharge(argument: _gx_charge_v1_CreateChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  CreateCharge(argument: _gx_charge_v1_CreateChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  CreateCharge(argument: _gx_charge_v1_CreateChargeRequestInput, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  createCharge(argument: _gx_charge_v1_CreateChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  createCharge(argument: _gx_charge_v1_CreateChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  createCharge(argument: _gx_charge_v1_CreateChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  createCharge(argument: _gx_charge_v1_CreateChargeRequestInput, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  
  /**
   * Ends a review: approved money is accepted, rejected money is returned. FAILED_PRECONDITION when nothing
   * is held any more.
   */
  DecideReview(argument: _gx_charge_v1_DecideReviewRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  DecideReview(argument: _gx_charge_v1_DecideReviewRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  DecideReview(argument: _gx_charge_v1_DecideReviewRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  DecideReview(argument: _gx_charge_v1_DecideReviewRequestInput, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  /**
   * Ends a review: approved money is accepted, rejected money is returned. FAILED_PRECONDITION when nothing
   * is held any more.
   */
  decideReview(argument: _gx_charge_v1_DecideReviewRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  decideReview(argument: _gx_charge_v1_DecideReviewRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  decideReview(argument: _gx_charge_v1_DecideReviewRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  decideReview(argument: _gx_charge_v1_DecideReviewRequestInput, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  
  /**
   * Every bank profile as operators may see it: no secret, no whole Pix key (operators only).
   */
  DescribeBankProfiles(argument: _gx_charge_v1_DescribeBankProfilesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_DescribeBankProfilesResponse>): grpc.ClientUnaryCall;
  DescribeBankProfiles(argument: _gx_charge_v1_DescribeBankProfilesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_DescribeBankProfilesResponse>): grpc.ClientUnaryCall;
  DescribeBankProfiles(argument: _gx_charge_v1_DescribeBankProfilesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_DescribeBankProfilesResponse>): grpc.ClientUnaryCall;
  DescribeBankProfiles(argument: _gx_charge_v1_DescribeBankProfilesRequestInput, callback: grpc.requestCallback<_gx_charge_v1_DescribeBankProfilesResponse>): grpc.ClientUnaryCall;
  /**
   * Every bank profile as operators may see it: no secret, no whole Pix key (operators only).
   */
  describeBankProfiles(argument: _gx_charge_v1_DescribeBankProfilesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_DescribeBankProfilesResponse>): grpc.ClientUnaryCall;
  describeBankProfiles(argument: _gx_charge_v1_DescribeBankProfilesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_DescribeBankProfilesResponse>): grpc.ClientUnaryCall;
  describeBankProfiles(argument: _gx_charge_v1_DescribeBankProfilesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_DescribeBankProfilesResponse>): grpc.ClientUnaryCall;
  describeBankProfiles(argument: _gx_charge_v1_DescribeBankProfilesRequestInput, callback: grpc.requestCallback<_gx_charge_v1_DescribeBankProfilesResponse>): grpc.ClientUnaryCall;
  
  /**
   * The first answer again for a key that was used, as CreateCharge gives it; no charge for a free one, which
   * stays free.
   */
  FindChargeByKey(argument: _gx_charge_v1_CreateChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  FindChargeByKey(argument: _gx_charge_v1_CreateChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  FindChargeByKey(argument: _gx_charge_v1_CreateChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  FindChargeByKey(argument: _gx_charge_v1_CreateChargeRequestInput, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  /**
   * The first answer again for a key that was used, as CreateCharge gives it; no charge for a free one, which
   * stays free.
   */
  findChargeByKey(argument: _gx_charge_v1_CreateChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  findChargeByKey(argument: _gx_charge_v1_CreateChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  findChargeByKey(argument: _gx_charge_v1_CreateChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  findChargeByKey(argument: _gx_charge_v1_CreateChargeRequestInput, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  
  GetCharge(argument: _gx_charge_v1_GetChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  GetCharge(argument: _gx_charge_v1_GetChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  GetCharge(argument: _gx_charge_v1_GetChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  GetCharge(argument: _gx_charge_v1_GetChargeRequestInput, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  getCharge(argument: _gx_charge_v1_GetChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  getCharge(argument: _gx_charge_v1_GetChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  getCharge(argument: _gx_charge_v1_GetChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  getCharge(argument: _gx_charge_v1_GetChargeRequestInput, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  
  /**
   * What the payer's page shows, for whoever has the id: nobody's document, and no code once it cannot be
   * paid.
   */
  GetCheckout(argument: _gx_charge_v1_GetCheckoutRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Checkout>): grpc.ClientUnaryCall;
  GetCheckout(argument: _gx_charge_v1_GetCheckoutRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_Checkout>): grpc.ClientUnaryCall;
  GetCheckout(argument: _gx_charge_v1_GetCheckoutRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Checkout>): grpc.ClientUnaryCall;
  GetCheckout(argument: _gx_charge_v1_GetCheckoutRequestInput, callback: grpc.requestCallback<_gx_charge_v1_Checkout>): grpc.ClientUnaryCall;
  /**
   * What the payer's page shows, for whoever has the id: nobody's document, and no code once it cannot be
   * paid.
   */
  getCheckout(argument: _gx_charge_v1_GetCheckoutRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Checkout>): grpc.ClientUnaryCall;
  getCheckout(argument: _gx_charge_v1_GetCheckoutRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_Checkout>): grpc.ClientUnaryCall;
  getCheckout(argument: _gx_charge_v1_GetCheckoutRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Checkout>): grpc.ClientUnaryCall;
  getCheckout(argument: _gx_charge_v1_GetCheckoutRequestInput, callback: grpc.requestCallback<_gx_charge_v1_Checkout>): grpc.ClientUnaryCall;
  
  /**
   * Where many open pages stand, at once; an id that is none is not among them.
   */
  GetCheckoutStatuses(argument: _gx_charge_v1_GetCheckoutStatusesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_GetCheckoutStatusesResponse>): grpc.ClientUnaryCall;
  GetCheckoutStatuses(argument: _gx_charge_v1_GetCheckoutStatusesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_GetCheckoutStatusesResponse>): grpc.ClientUnaryCall;
  GetCheckoutStatuses(argument: _gx_charge_v1_GetCheckoutStatusesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_GetCheckoutStatusesResponse>): grpc.ClientUnaryCall;
  GetCheckoutStatuses(argument: _gx_charge_v1_GetCheckoutStatusesRequestInput, callback: grpc.requestCallback<_gx_charge_v1_GetCheckoutStatusesResponse>): grpc.ClientUnaryCall;
  /**
   * Where many open pages stand, at once; an id that is none is not among them.
   */
  getCheckoutStatuses(argument: _gx_charge_v1_GetCheckoutStatusesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_GetCheckoutStatusesResponse>): grpc.ClientUnaryCall;
  getCheckoutStatuses(argument: _gx_charge_v1_GetCheckoutStatusesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_GetCheckoutStatusesResponse>): grpc.ClientUnaryCall;
  getCheckoutStatuses(argument: _gx_charge_v1_GetCheckoutStatusesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_GetCheckoutStatusesResponse>): grpc.ClientUnaryCall;
  getCheckoutStatuses(argument: _gx_charge_v1_GetCheckoutStatusesRequestInput, callback: grpc.requestCallback<_gx_charge_v1_GetCheckoutStatusesResponse>): grpc.ClientUnaryCall;
  
  /**
   * The last public event of a charge, as it was published. NOT_FOUND for an unknown or foreign charge.
   */
  GetLastEvent(argument: _gx_charge_v1_GetLastEventRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_LastEvent>): grpc.ClientUnaryCall;
  GetLastEvent(argument: _gx_charge_v1_GetLastEventRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_LastEvent>): grpc.ClientUnaryCall;
  GetLastEvent(argument: _gx_charge_v1_GetLastEventRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_LastEvent>): grpc.ClientUnaryCall;
  GetLastEvent(argument: _gx_charge_v1_GetLastEventRequestInput, callback: grpc.requestCallback<_gx_charge_v1_LastEvent>): grpc.ClientUnaryCall;
  /**
   * The last public event of a charge, as it was published. NOT_FOUND for an unknown or foreign charge.
   */
  getLastEvent(argument: _gx_charge_v1_GetLastEventRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_LastEvent>): grpc.ClientUnaryCall;
  getLastEvent(argument: _gx_charge_v1_GetLastEventRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_LastEvent>): grpc.ClientUnaryCall;
  getLastEvent(argument: _gx_charge_v1_GetLastEventRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_LastEvent>): grpc.ClientUnaryCall;
  getLastEvent(argument: _gx_charge_v1_GetLastEventRequestInput, callback: grpc.requestCallback<_gx_charge_v1_LastEvent>): grpc.ClientUnaryCall;
  
  /**
   * The code behind the public QR image; NOT_FOUND once the charge is no longer pending.
   */
  GetPaymentCode(argument: _gx_charge_v1_GetPaymentCodeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_GetPaymentCodeResponse>): grpc.ClientUnaryCall;
  GetPaymentCode(argument: _gx_charge_v1_GetPaymentCodeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_GetPaymentCodeResponse>): grpc.ClientUnaryCall;
  GetPaymentCode(argument: _gx_charge_v1_GetPaymentCodeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_GetPaymentCodeResponse>): grpc.ClientUnaryCall;
  GetPaymentCode(argument: _gx_charge_v1_GetPaymentCodeRequestInput, callback: grpc.requestCallback<_gx_charge_v1_GetPaymentCodeResponse>): grpc.ClientUnaryCall;
  /**
   * The code behind the public QR image; NOT_FOUND once the charge is no longer pending.
   */
  getPaymentCode(argument: _gx_charge_v1_GetPaymentCodeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_GetPaymentCodeResponse>): grpc.ClientUnaryCall;
  getPaymentCode(argument: _gx_charge_v1_GetPaymentCodeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_GetPaymentCodeResponse>): grpc.ClientUnaryCall;
  getPaymentCode(argument: _gx_charge_v1_GetPaymentCodeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_GetPaymentCodeResponse>): grpc.ClientUnaryCall;
  getPaymentCode(argument: _gx_charge_v1_GetPaymentCodeRequestInput, callback: grpc.requestCallback<_gx_charge_v1_GetPaymentCodeResponse>): grpc.ClientUnaryCall;
  
  /**
   * Funnel, volume and time to pay of the last days, from the same rollups.
   */
  GetPaymentMetrics(argument: _gx_charge_v1_GetPaymentMetricsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_PaymentMetrics>): grpc.ClientUnaryCall;
  GetPaymentMetrics(argument: _gx_charge_v1_GetPaymentMetricsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_PaymentMetrics>): grpc.ClientUnaryCall;
  GetPaymentMetrics(argument: _gx_charge_v1_GetPaymentMetricsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_PaymentMetrics>): grpc.ClientUnaryCall;
  GetPaymentMetrics(argument: _gx_charge_v1_GetPaymentMetricsRequestInput, callback: grpc.requestCallback<_gx_charge_v1_PaymentMetrics>): grpc.ClientUnaryCall;
  /**
   * Funnel, volume and time to pay of the last days, from the same rollups.
   */
  getPaymentMetrics(argument: _gx_charge_v1_GetPaymentMetricsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_PaymentMetrics>): grpc.ClientUnaryCall;
  getPaymentMetrics(argument: _gx_charge_v1_GetPaymentMetricsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_PaymentMetrics>): grpc.ClientUnaryCall;
  getPaymentMetrics(argument: _gx_charge_v1_GetPaymentMetricsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_PaymentMetrics>): grpc.ClientUnaryCall;
  getPaymentMetrics(argument: _gx_charge_v1_GetPaymentMetricsRequestInput, callback: grpc.requestCallback<_gx_charge_v1_PaymentMetrics>): grpc.ClientUnaryCall;
  
  /**
   * Statistics of the last days, today (UTC) among them, from rollups. Behind a change by about a second.
   */
  GetPaymentStats(argument: _gx_charge_v1_GetPaymentStatsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_PaymentStats>): grpc.ClientUnaryCall;
  GetPaymentStats(argument: _gx_charge_v1_GetPaymentStatsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_PaymentStats>): grpc.ClientUnaryCall;
  GetPaymentStats(argument: _gx_charge_v1_GetPaymentStatsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_PaymentStats>): grpc.ClientUnaryCall;
  GetPaymentStats(argument: _gx_charge_v1_GetPaymentStatsRequestInput, callback: grpc.requestCallback<_gx_charge_v1_PaymentStats>): grpc.ClientUnaryCall;
  /**
   * Statistics of the last days, today (UTC) among them, from rollups. Behind a change by about a second.
   */
  getPaymentStats(argument: _gx_charge_v1_GetPaymentStatsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_PaymentStats>): grpc.ClientUnaryCall;
  getPaymentStats(argument: _gx_charge_v1_GetPaymentStatsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_PaymentStats>): grpc.ClientUnaryCall;
  getPaymentStats(argument: _gx_charge_v1_GetPaymentStatsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_PaymentStats>): grpc.ClientUnaryCall;
  getPaymentStats(argument: _gx_charge_v1_GetPaymentStatsRequestInput, callback: grpc.requestCallback<_gx_charge_v1_PaymentStats>): grpc.ClientUnaryCall;
  
  /**
   * What the bank says of a charge now, asked for this call. UNAVAILABLE while it cannot be asked.
   */
  GetProviderStatus(argument: _gx_charge_v1_GetProviderStatusRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ProviderStatus>): grpc.ClientUnaryCall;
  GetProviderStatus(argument: _gx_charge_v1_GetProviderStatusRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ProviderStatus>): grpc.ClientUnaryCall;
  GetProviderStatus(argument: _gx_charge_v1_GetProviderStatusRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ProviderStatus>): grpc.ClientUnaryCall;
  GetProviderStatus(argument: _gx_charge_v1_GetProviderStatusRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ProviderStatus>): grpc.ClientUnaryCall;
  /**
   * What the bank says of a charge now, asked for this call. UNAVAILABLE while it cannot be asked.
   */
  getProviderStatus(argument: _gx_charge_v1_GetProviderStatusRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ProviderStatus>): grpc.ClientUnaryCall;
  getProviderStatus(argument: _gx_charge_v1_GetProviderStatusRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ProviderStatus>): grpc.ClientUnaryCall;
  getProviderStatus(argument: _gx_charge_v1_GetProviderStatusRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ProviderStatus>): grpc.ClientUnaryCall;
  getProviderStatus(argument: _gx_charge_v1_GetProviderStatusRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ProviderStatus>): grpc.ClientUnaryCall;
  
  /**
   * The bank's own receipt, asked for now and not kept. FAILED_PRECONDITION `receipt_unavailable` before the
   * money is in the wallet, and where the bank has none; UNAVAILABLE while the bank does not answer.
   */
  GetReceiptFile(argument: _gx_charge_v1_GetReceiptFileRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ReceiptFile>): grpc.ClientUnaryCall;
  GetReceiptFile(argument: _gx_charge_v1_GetReceiptFileRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ReceiptFile>): grpc.ClientUnaryCall;
  GetReceiptFile(argument: _gx_charge_v1_GetReceiptFileRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ReceiptFile>): grpc.ClientUnaryCall;
  GetReceiptFile(argument: _gx_charge_v1_GetReceiptFileRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ReceiptFile>): grpc.ClientUnaryCall;
  /**
   * The bank's own receipt, asked for now and not kept. FAILED_PRECONDITION `receipt_unavailable` before the
   * money is in the wallet, and where the bank has none; UNAVAILABLE while the bank does not answer.
   */
  getReceiptFile(argument: _gx_charge_v1_GetReceiptFileRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ReceiptFile>): grpc.ClientUnaryCall;
  getReceiptFile(argument: _gx_charge_v1_GetReceiptFileRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ReceiptFile>): grpc.ClientUnaryCall;
  getReceiptFile(argument: _gx_charge_v1_GetReceiptFileRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ReceiptFile>): grpc.ClientUnaryCall;
  getReceiptFile(argument: _gx_charge_v1_GetReceiptFileRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ReceiptFile>): grpc.ClientUnaryCall;
  
  /**
   * What a refund builds on. NOT_FOUND for an unknown or foreign charge; any status otherwise.
   */
  GetSettlement(argument: _gx_charge_v1_GetSettlementRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Settlement>): grpc.ClientUnaryCall;
  GetSettlement(argument: _gx_charge_v1_GetSettlementRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_Settlement>): grpc.ClientUnaryCall;
  GetSettlement(argument: _gx_charge_v1_GetSettlementRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Settlement>): grpc.ClientUnaryCall;
  GetSettlement(argument: _gx_charge_v1_GetSettlementRequestInput, callback: grpc.requestCallback<_gx_charge_v1_Settlement>): grpc.ClientUnaryCall;
  /**
   * What a refund builds on. NOT_FOUND for an unknown or foreign charge; any status otherwise.
   */
  getSettlement(argument: _gx_charge_v1_GetSettlementRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Settlement>): grpc.ClientUnaryCall;
  getSettlement(argument: _gx_charge_v1_GetSettlementRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_Settlement>): grpc.ClientUnaryCall;
  getSettlement(argument: _gx_charge_v1_GetSettlementRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Settlement>): grpc.ClientUnaryCall;
  getSettlement(argument: _gx_charge_v1_GetSettlementRequestInput, callback: grpc.requestCallback<_gx_charge_v1_Settlement>): grpc.ClientUnaryCall;
  
  /**
   * The simulator's own books for a charge. Test mode only.
   */
  GetSimulatedProviderState(argument: _gx_charge_v1_GetSimulatedProviderStateRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_SimulatedProviderState>): grpc.ClientUnaryCall;
  GetSimulatedProviderState(argument: _gx_charge_v1_GetSimulatedProviderStateRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_SimulatedProviderState>): grpc.ClientUnaryCall;
  GetSimulatedProviderState(argument: _gx_charge_v1_GetSimulatedProviderStateRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_SimulatedProviderState>): grpc.ClientUnaryCall;
  GetSimulatedProviderState(argument: _gx_charge_v1_GetSimulatedProviderStateRequestInput, callback: grpc.requestCallback<_gx_charge_v1_SimulatedProviderState>): grpc.ClientUnaryCall;
  /**
   * The simulator's own books for a charge. Test mode only.
   */
  getSimulatedProviderState(argument: _gx_charge_v1_GetSimulatedProviderStateRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_SimulatedProviderState>): grpc.ClientUnaryCall;
  getSimulatedProviderState(argument: _gx_charge_v1_GetSimulatedProviderStateRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_SimulatedProviderState>): grpc.ClientUnaryCall;
  getSimulatedProviderState(argument: _gx_charge_v1_GetSimulatedProviderStateRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_SimulatedProviderState>): grpc.ClientUnaryCall;
  getSimulatedProviderState(argument: _gx_charge_v1_GetSimulatedProviderStateRequestInput, callback: grpc.requestCallback<_gx_charge_v1_SimulatedProviderState>): grpc.ClientUnaryCall;
  
  /**
   * Every bank profile, its secret still encrypted: for the other service that talks to banks.
   */
  ListBankProfiles(argument: _gx_charge_v1_ListBankProfilesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListBankProfilesResponse>): grpc.ClientUnaryCall;
  ListBankProfiles(argument: _gx_charge_v1_ListBankProfilesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ListBankProfilesResponse>): grpc.ClientUnaryCall;
  ListBankProfiles(argument: _gx_charge_v1_ListBankProfilesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListBankProfilesResponse>): grpc.ClientUnaryCall;
  ListBankProfiles(argument: _gx_charge_v1_ListBankProfilesRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ListBankProfilesResponse>): grpc.ClientUnaryCall;
  /**
   * Every bank profile, its secret still encrypted: for the other service that talks to banks.
   */
  listBankProfiles(argument: _gx_charge_v1_ListBankProfilesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListBankProfilesResponse>): grpc.ClientUnaryCall;
  listBankProfiles(argument: _gx_charge_v1_ListBankProfilesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ListBankProfilesResponse>): grpc.ClientUnaryCall;
  listBankProfiles(argument: _gx_charge_v1_ListBankProfilesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListBankProfilesResponse>): grpc.ClientUnaryCall;
  listBankProfiles(argument: _gx_charge_v1_ListBankProfilesRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ListBankProfilesResponse>): grpc.ClientUnaryCall;
  
  ListCharges(argument: _gx_charge_v1_ListChargesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  ListCharges(argument: _gx_charge_v1_ListChargesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  ListCharges(argument: _gx_charge_v1_ListChargesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  ListCharges(argument: _gx_charge_v1_ListChargesRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  listCharges(argument: _gx_charge_v1_ListChargesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  listCharges(argument: _gx_charge_v1_ListChargesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  listCharges(argument: _gx_charge_v1_ListChargesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  listCharges(argument: _gx_charge_v1_ListChargesRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  
  /**
   * What we have written down of a bank's Pix: by the bank's time of settlement, or these (operators only).
   */
  ListIncomingPayments(argument: _gx_charge_v1_ListIncomingPaymentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListIncomingPaymentsResponse>): grpc.ClientUnaryCall;
  ListIncomingPayments(argument: _gx_charge_v1_ListIncomingPaymentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ListIncomingPaymentsResponse>): grpc.ClientUnaryCall;
  ListIncomingPayments(argument: _gx_charge_v1_ListIncomingPaymentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListIncomingPaymentsResponse>): grpc.ClientUnaryCall;
  ListIncomingPayments(argument: _gx_charge_v1_ListIncomingPaymentsRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ListIncomingPaymentsResponse>): grpc.ClientUnaryCall;
  /**
   * What we have written down of a bank's Pix: by the bank's time of settlement, or these (operators only).
   */
  listIncomingPayments(argument: _gx_charge_v1_ListIncomingPaymentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListIncomingPaymentsResponse>): grpc.ClientUnaryCall;
  listIncomingPayments(argument: _gx_charge_v1_ListIncomingPaymentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ListIncomingPaymentsResponse>): grpc.ClientUnaryCall;
  listIncomingPayments(argument: _gx_charge_v1_ListIncomingPaymentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListIncomingPaymentsResponse>): grpc.ClientUnaryCall;
  listIncomingPayments(argument: _gx_charge_v1_ListIncomingPaymentsRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ListIncomingPaymentsResponse>): grpc.ClientUnaryCall;
  
  /**
   * The same charges by page, in an order of the caller's choice, with how many there are.
   */
  ListPayments(argument: _gx_charge_v1_ListPaymentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListPaymentsResponse>): grpc.ClientUnaryCall;
  ListPayments(argument: _gx_charge_v1_ListPaymentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ListPaymentsResponse>): grpc.ClientUnaryCall;
  ListPayments(argument: _gx_charge_v1_ListPaymentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListPaymentsResponse>): grpc.ClientUnaryCall;
  ListPayments(argument: _gx_charge_v1_ListPaymentsRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ListPaymentsResponse>): grpc.ClientUnaryCall;
  /**
   * The same charges by page, in an order of the caller's choice, with how many there are.
   */
  listPayments(argument: _gx_charge_v1_ListPaymentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListPaymentsResponse>): grpc.ClientUnaryCall;
  listPayments(argument: _gx_charge_v1_ListPaymentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ListPaymentsResponse>): grpc.ClientUnaryCall;
  listPayments(argument: _gx_charge_v1_ListPaymentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListPaymentsResponse>): grpc.ClientUnaryCall;
  listPayments(argument: _gx_charge_v1_ListPaymentsRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ListPaymentsResponse>): grpc.ClientUnaryCall;
  
  /**
   * Orders that changed at the acquirer of a profile in a window, and those that we have money of by its
   * time, as it shows them now and as we have them. UNAVAILABLE when they cannot be read (operators only).
   */
  ListProviderOrders(argument: _gx_charge_v1_ListProviderOrdersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListProviderOrdersResponse>): grpc.ClientUnaryCall;
  ListProviderOrders(argument: _gx_charge_v1_ListProviderOrdersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ListProviderOrdersResponse>): grpc.ClientUnaryCall;
  ListProviderOrders(argument: _gx_charge_v1_ListProviderOrdersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListProviderOrdersResponse>): grpc.ClientUnaryCall;
  ListProviderOrders(argument: _gx_charge_v1_ListProviderOrdersRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ListProviderOrdersResponse>): grpc.ClientUnaryCall;
  /**
   * Orders that changed at the acquirer of a profile in a window, and those that we have money of by its
   * time, as it shows them now and as we have them. UNAVAILABLE when they cannot be read (operators only).
   */
  listProviderOrders(argument: _gx_charge_v1_ListProviderOrdersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListProviderOrdersResponse>): grpc.ClientUnaryCall;
  listProviderOrders(argument: _gx_charge_v1_ListProviderOrdersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ListProviderOrdersResponse>): grpc.ClientUnaryCall;
  listProviderOrders(argument: _gx_charge_v1_ListProviderOrdersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListProviderOrdersResponse>): grpc.ClientUnaryCall;
  listProviderOrders(argument: _gx_charge_v1_ListProviderOrdersRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ListProviderOrdersResponse>): grpc.ClientUnaryCall;
  
  /**
   * What a bank has written down, as it says now: Pix that settled in a window, or these. UNAVAILABLE when it
   * cannot be read (operators only).
   */
  ListProviderPayments(argument: _gx_charge_v1_ListProviderPaymentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListProviderPaymentsResponse>): grpc.ClientUnaryCall;
  ListProviderPayments(argument: _gx_charge_v1_ListProviderPaymentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ListProviderPaymentsResponse>): grpc.ClientUnaryCall;
  ListProviderPayments(argument: _gx_charge_v1_ListProviderPaymentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListProviderPaymentsResponse>): grpc.ClientUnaryCall;
  ListProviderPayments(argument: _gx_charge_v1_ListProviderPaymentsRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ListProviderPaymentsResponse>): grpc.ClientUnaryCall;
  /**
   * What a bank has written down, as it says now: Pix that settled in a window, or these. UNAVAILABLE when it
   * cannot be read (operators only).
   */
  listProviderPayments(argument: _gx_charge_v1_ListProviderPaymentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListProviderPaymentsResponse>): grpc.ClientUnaryCall;
  listProviderPayments(argument: _gx_charge_v1_ListProviderPaymentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ListProviderPaymentsResponse>): grpc.ClientUnaryCall;
  listProviderPayments(argument: _gx_charge_v1_ListProviderPaymentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListProviderPaymentsResponse>): grpc.ClientUnaryCall;
  listProviderPayments(argument: _gx_charge_v1_ListProviderPaymentsRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ListProviderPaymentsResponse>): grpc.ClientUnaryCall;
  
  /**
   * Charges whose money is held because nobody knows who paid (operators only: not routed by the gateway),
   * oldest first.
   */
  ListReviews(argument: _gx_charge_v1_ListReviewsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListReviewsResponse>): grpc.ClientUnaryCall;
  ListReviews(argument: _gx_charge_v1_ListReviewsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ListReviewsResponse>): grpc.ClientUnaryCall;
  ListReviews(argument: _gx_charge_v1_ListReviewsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListReviewsResponse>): grpc.ClientUnaryCall;
  ListReviews(argument: _gx_charge_v1_ListReviewsRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ListReviewsResponse>): grpc.ClientUnaryCall;
  /**
   * Charges whose money is held because nobody knows who paid (operators only: not routed by the gateway),
   * oldest first.
   */
  listReviews(argument: _gx_charge_v1_ListReviewsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListReviewsResponse>): grpc.ClientUnaryCall;
  listReviews(argument: _gx_charge_v1_ListReviewsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ListReviewsResponse>): grpc.ClientUnaryCall;
  listReviews(argument: _gx_charge_v1_ListReviewsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListReviewsResponse>): grpc.ClientUnaryCall;
  listReviews(argument: _gx_charge_v1_ListReviewsRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ListReviewsResponse>): grpc.ClientUnaryCall;
  
  /**
   * Stores every element of a bank's callback durably, then answers.
   */
  ReceiveProviderCallback(argument: _gx_charge_v1_ReceiveProviderCallbackRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ReceiveProviderCallbackResponse>): grpc.ClientUnaryCall;
  ReceiveProviderCallback(argument: _gx_charge_v1_ReceiveProviderCallbackRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ReceiveProviderCallbackResponse>): grpc.ClientUnaryCall;
  ReceiveProviderCallback(argument: _gx_charge_v1_ReceiveProviderCallbackRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ReceiveProviderCallbackResponse>): grpc.ClientUnaryCall;
  ReceiveProviderCallback(argument: _gx_charge_v1_ReceiveProviderCallbackRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ReceiveProviderCallbackResponse>): grpc.ClientUnaryCall;
  /**
   * Stores every element of a bank's callback durably, then answers.
   */
  receiveProviderCallback(argument: _gx_charge_v1_ReceiveProviderCallbackRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ReceiveProviderCallbackResponse>): grpc.ClientUnaryCall;
  receiveProviderCallback(argument: _gx_charge_v1_ReceiveProviderCallbackRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ReceiveProviderCallbackResponse>): grpc.ClientUnaryCall;
  receiveProviderCallback(argument: _gx_charge_v1_ReceiveProviderCallbackRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ReceiveProviderCallbackResponse>): grpc.ClientUnaryCall;
  receiveProviderCallback(argument: _gx_charge_v1_ReceiveProviderCallbackRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ReceiveProviderCallbackResponse>): grpc.ClientUnaryCall;
  
  /**
   * Somebody saw at the bank that a payment changed: it is asked for again soon, as after a callback. For the
   * other service that talks to banks.
   */
  RecheckPayment(argument: _gx_charge_v1_RecheckPaymentRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_RecheckPaymentResponse>): grpc.ClientUnaryCall;
  RecheckPayment(argument: _gx_charge_v1_RecheckPaymentRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_RecheckPaymentResponse>): grpc.ClientUnaryCall;
  RecheckPayment(argument: _gx_charge_v1_RecheckPaymentRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_RecheckPaymentResponse>): grpc.ClientUnaryCall;
  RecheckPayment(argument: _gx_charge_v1_RecheckPaymentRequestInput, callback: grpc.requestCallback<_gx_charge_v1_RecheckPaymentResponse>): grpc.ClientUnaryCall;
  /**
   * Somebody saw at the bank that a payment changed: it is asked for again soon, as after a callback. For the
   * other service that talks to banks.
   */
  recheckPayment(argument: _gx_charge_v1_RecheckPaymentRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_RecheckPaymentResponse>): grpc.ClientUnaryCall;
  recheckPayment(argument: _gx_charge_v1_RecheckPaymentRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_RecheckPaymentResponse>): grpc.ClientUnaryCall;
  recheckPayment(argument: _gx_charge_v1_RecheckPaymentRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_RecheckPaymentResponse>): grpc.ClientUnaryCall;
  recheckPayment(argument: _gx_charge_v1_RecheckPaymentRequestInput, callback: grpc.requestCallback<_gx_charge_v1_RecheckPaymentResponse>): grpc.ClientUnaryCall;
  
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
   * No new charges for a profile, or again some; what began at it goes on there (operators only). Refused
   * with no_provider_for_method where nobody else takes what it took.
   */
  RetireBankProfile(argument: _gx_charge_v1_RetireBankProfileRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_RetireBankProfileResponse>): grpc.ClientUnaryCall;
  RetireBankProfile(argument: _gx_charge_v1_RetireBankProfileRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_RetireBankProfileResponse>): grpc.ClientUnaryCall;
  RetireBankProfile(argument: _gx_charge_v1_RetireBankProfileRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_RetireBankProfileResponse>): grpc.ClientUnaryCall;
  RetireBankProfile(argument: _gx_charge_v1_RetireBankProfileRequestInput, callback: grpc.requestCallback<_gx_charge_v1_RetireBankProfileResponse>): grpc.ClientUnaryCall;
  /**
   * No new charges for a profile, or again some; what began at it goes on there (operators only). Refused
   * with no_provider_for_method where nobody else takes what it took.
   */
  retireBankProfile(argument: _gx_charge_v1_RetireBankProfileRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_RetireBankProfileResponse>): grpc.ClientUnaryCall;
  retireBankProfile(argument: _gx_charge_v1_RetireBankProfileRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_RetireBankProfileResponse>): grpc.ClientUnaryCall;
  retireBankProfile(argument: _gx_charge_v1_RetireBankProfileRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_RetireBankProfileResponse>): grpc.ClientUnaryCall;
  retireBankProfile(argument: _gx_charge_v1_RetireBankProfileRequestInput, callback: grpc.requestCallback<_gx_charge_v1_RetireBankProfileResponse>): grpc.ClientUnaryCall;
  
  /**
   * Makes or replaces a bank profile (operators only: not routed by the gateway).
   */
  SetBankProfile(argument: _gx_charge_v1_SetBankProfileRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_SetBankProfileResponse>): grpc.ClientUnaryCall;
  SetBankProfile(argument: _gx_charge_v1_SetBankProfileRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_SetBankProfileResponse>): grpc.ClientUnaryCall;
  SetBankProfile(argument: _gx_charge_v1_SetBankProfileRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_SetBankProfileResponse>): grpc.ClientUnaryCall;
  SetBankProfile(argument: _gx_charge_v1_SetBankProfileRequestInput, callback: grpc.requestCallback<_gx_charge_v1_SetBankProfileResponse>): grpc.ClientUnaryCall;
  /**
   * Makes or replaces a bank profile (operators only: not routed by the gateway).
   */
  setBankProfile(argument: _gx_charge_v1_SetBankProfileRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_SetBankProfileResponse>): grpc.ClientUnaryCall;
  setBankProfile(argument: _gx_charge_v1_SetBankProfileRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_SetBankProfileResponse>): grpc.ClientUnaryCall;
  setBankProfile(argument: _gx_charge_v1_SetBankProfileRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_SetBankProfileResponse>): grpc.ClientUnaryCall;
  setBankProfile(argument: _gx_charge_v1_SetBankProfileRequestInput, callback: grpc.requestCallback<_gx_charge_v1_SetBankProfileResponse>): grpc.ClientUnaryCall;
  
  /**
   * Plays a bank that takes a paid Pix back by itself against the simulator. Test mode only.
   */
  SimulateBankReturn(argument: _gx_charge_v1_SimulateBankReturnRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_SimulateBankReturnResponse>): grpc.ClientUnaryCall;
  SimulateBankReturn(argument: _gx_charge_v1_SimulateBankReturnRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_SimulateBankReturnResponse>): grpc.ClientUnaryCall;
  SimulateBankReturn(argument: _gx_charge_v1_SimulateBankReturnRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_SimulateBankReturnResponse>): grpc.ClientUnaryCall;
  SimulateBankReturn(argument: _gx_charge_v1_SimulateBankReturnRequestInput, callback: grpc.requestCallback<_gx_charge_v1_SimulateBankReturnResponse>): grpc.ClientUnaryCall;
  /**
   * Plays a bank that takes a paid Pix back by itself against the simulator. Test mode only.
   */
  simulateBankReturn(argument: _gx_charge_v1_SimulateBankReturnRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_SimulateBankReturnResponse>): grpc.ClientUnaryCall;
  simulateBankReturn(argument: _gx_charge_v1_SimulateBankReturnRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_SimulateBankReturnResponse>): grpc.ClientUnaryCall;
  simulateBankReturn(argument: _gx_charge_v1_SimulateBankReturnRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_SimulateBankReturnResponse>): grpc.ClientUnaryCall;
  simulateBankReturn(argument: _gx_charge_v1_SimulateBankReturnRequestInput, callback: grpc.requestCallback<_gx_charge_v1_SimulateBankReturnResponse>): grpc.ClientUnaryCall;
  
  /**
   * Plays payer, issuer and cardholder of an order against the simulator. Test mode only.
   */
  SimulateOutcome(argument: _gx_charge_v1_SimulateOutcomeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_SimulateOutcomeResponse>): grpc.ClientUnaryCall;
  SimulateOutcome(argument: _gx_charge_v1_SimulateOutcomeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_SimulateOutcomeResponse>): grpc.ClientUnaryCall;
  SimulateOutcome(argument: _gx_charge_v1_SimulateOutcomeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_SimulateOutcomeResponse>): grpc.ClientUnaryCall;
  SimulateOutcome(argument: _gx_charge_v1_SimulateOutcomeRequestInput, callback: grpc.requestCallback<_gx_charge_v1_SimulateOutcomeResponse>): grpc.ClientUnaryCall;
  /**
   * Plays payer, issuer and cardholder of an order against the simulator. Test mode only.
   */
  simulateOutcome(argument: _gx_charge_v1_SimulateOutcomeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_SimulateOutcomeResponse>): grpc.ClientUnaryCall;
  simulateOutcome(argument: _gx_charge_v1_SimulateOutcomeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_SimulateOutcomeResponse>): grpc.ClientUnaryCall;
  simulateOutcome(argument: _gx_charge_v1_SimulateOutcomeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_SimulateOutcomeResponse>): grpc.ClientUnaryCall;
  simulateOutcome(argument: _gx_charge_v1_SimulateOutcomeRequestInput, callback: grpc.requestCallback<_gx_charge_v1_SimulateOutcomeResponse>): grpc.ClientUnaryCall;
  
  /**
   * Plays the payer's bank against the simulator. Test mode only: NOT_FOUND for a live tenant.
   */
  SimulatePayment(argument: _gx_charge_v1_SimulatePaymentRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_SimulatePaymentResponse>): grpc.ClientUnaryCall;
  SimulatePayment(argument: _gx_charge_v1_SimulatePaymentRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_SimulatePaymentResponse>): grpc.ClientUnaryCall;
  SimulatePayment(argument: _gx_charge_v1_SimulatePaymentRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_SimulatePaymentResponse>): grpc.ClientUnaryCall;
  SimulatePayment(argument: _gx_charge_v1_SimulatePaymentRequestInput, callback: grpc.requestCallback<_gx_charge_v1_SimulatePaymentResponse>): grpc.ClientUnaryCall;
  /**
   * Plays the payer's bank against the simulator. Test mode only: NOT_FOUND for a live tenant.
   */
  simulatePayment(argument: _gx_charge_v1_SimulatePaymentRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_SimulatePaymentResponse>): grpc.ClientUnaryCall;
  simulatePayment(argument: _gx_charge_v1_SimulatePaymentRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_SimulatePaymentResponse>): grpc.ClientUnaryCall;
  simulatePayment(argument: _gx_charge_v1_SimulatePaymentRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_SimulatePaymentResponse>): grpc.ClientUnaryCall;
  simulatePayment(argument: _gx_charge_v1_SimulatePaymentRequestInput, callback: grpc.requestCallback<_gx_charge_v1_SimulatePaymentResponse>): grpc.ClientUnaryCall;
  
  /**
   * Recounts every rollup from the charges (operators only: not routed by the gateway). Exact while charges
   * change.
   */
  VerifyStatistics(argument: _gx_charge_v1_VerifyStatisticsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_VerifyStatisticsResponse>): grpc.ClientUnaryCall;
  VerifyStatistics(argument: _gx_charge_v1_VerifyStatisticsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_VerifyStatisticsResponse>): grpc.ClientUnaryCall;
  VerifyStatistics(argument: _gx_charge_v1_VerifyStatisticsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_VerifyStatisticsResponse>): grpc.ClientUnaryCall;
  VerifyStatistics(argument: _gx_charge_v1_VerifyStatisticsRequestInput, callback: grpc.requestCallback<_gx_charge_v1_VerifyStatisticsResponse>): grpc.ClientUnaryCall;
  /**
   * Recounts every rollup from the charges (operators only: not routed by the gateway). Exact while charges
   * change.
   */
  verifyStatistics(argument: _gx_charge_v1_VerifyStatisticsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_VerifyStatisticsResponse>): grpc.ClientUnaryCall;
  verifyStatistics(argument: _gx_charge_v1_VerifyStatisticsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_VerifyStatisticsResponse>): grpc.ClientUnaryCall;
  verifyStatistics(argument: _gx_charge_v1_VerifyStatisticsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_VerifyStatisticsResponse>): grpc.ClientUnaryCall;
  verifyStatistics(argument: _gx_charge_v1_VerifyStatisticsRequestInput, callback: grpc.requestCallback<_gx_charge_v1_VerifyStatisticsResponse>): grpc.ClientUnaryCall;
  
}

/**
 * Charges, what the bank says about them, and the payer's side in test mode.
 */
export interface ChargeServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Ends a charge that is not settled: removed at the bank first. FAILED_PRECONDITION
   * `charge_not_cancellable` once money was accepted.
   */
  CancelCharge: grpc.handleUnaryCall<_gx_charge_v1_CancelChargeRequest, _gx_charge_v1_ChargeInput>;
  
  /**
   * Asks a bank everything that a profile needs of it; changes nothing (operators only).
   */
  CheckBankProfile: grpc.handleUnaryCall<_gx_charge_v1_CheckBankProfileRequest, _gx_charge_v1_CheckBankProfileResponseInput>;
  
  CreateCharge: grpc.handleUnaryCall<_gx_charge_v1_CreateChargeRequest, _gx_charge_v1_CreateChargeResponseInput>;
  
  /**
   * Ends a review: approved money is accepted, rejected money is returned. FAILED_PRECONDITION when nothing
   * is held any more.
   */
  DecideReview: grpc.handleUnaryCall<_gx_charge_v1_DecideReviewRequest, _gx_charge_v1_ChargeInput>;
  
  /**
   * Every bank profile as operators may see it: no secret, no whole Pix key (operators only).
   */
  DescribeBankProfiles: grpc.handleUnaryCall<_gx_charge_v1_DescribeBankProfilesRequest, _gx_charge_v1_DescribeBankProfilesResponseInput>;
  
  /**
   * The first answer again for a key that was used, as CreateCharge gives it; no charge for a free one, which
   * stays free.
   */
  FindChargeByKey: grpc.handleUnaryCall<_gx_charge_v1_CreateChargeRequest, _gx_charge_v1_CreateChargeResponseInput>;
  
  GetCharge: grpc.handleUnaryCall<_gx_charge_v1_GetChargeRequest, _gx_charge_v1_ChargeInput>;
  
  /**
   * What the payer's page shows, for whoever has the id: nobody's document, and no code once it cannot be
   * paid.
   */
  GetCheckout: grpc.handleUnaryCall<_gx_charge_v1_GetCheckoutRequest, _gx_charge_v1_CheckoutInput>;
  
  /**
   * Where many open pages stand, at once; an id that is none is not among them.
   */
  GetCheckoutStatuses: grpc.handleUnaryCall<_gx_charge_v1_GetCheckoutStatusesRequest, _gx_charge_v1_GetCheckoutStatusesResponseInput>;
  
  /**
   * The last public event of a charge, as it was published. NOT_FOUND for an unknown or foreign charge.
   */
  GetLastEvent: grpc.handleUnaryCall<_gx_charge_v1_GetLastEventRequest, _gx_charge_v1_LastEventInput>;
  
  /**
   * The code behind the public QR image; NOT_FOUND once the charge is no longer pending.
   */
  GetPaymentCode: grpc.handleUnaryCall<_gx_charge_v1_GetPaymentCodeRequest, _gx_charge_v1_GetPaymentCodeResponseInput>;
  
  /**
   * Funnel, volume and time to pay of the last days, from the same rollups.
   */
  GetPaymentMetrics: grpc.handleUnaryCall<_gx_charge_v1_GetPaymentMetricsRequest, _gx_charge_v1_PaymentMetricsInput>;
  
  /**
   * Statistics of the last days, today (UTC) among them, from rollups. Behind a change by about a second.
   */
  GetPaymentStats: grpc.handleUnaryCall<_gx_charge_v1_GetPaymentStatsRequest, _gx_charge_v1_PaymentStatsInput>;
  
  /**
   * What the bank says of a charge now, asked for this call. UNAVAILABLE while it cannot be asked.
   */
  GetProviderStatus: grpc.handleUnaryCall<_gx_charge_v1_GetProviderStatusRequest, _gx_charge_v1_ProviderStatusInput>;
  
  /**
   * The bank's own receipt, asked for now and not kept. FAILED_PRECONDITION `receipt_unavailable` before the
   * money is in the wallet, and where the bank has none; UNAVAILABLE while the bank does not answer.
   */
  GetReceiptFile: grpc.handleUnaryCall<_gx_charge_v1_GetReceiptFileRequest, _gx_charge_v1_ReceiptFileInput>;
  
  /**
   * What a refund builds on. NOT_FOUND for an unknown or foreign charge; any status otherwise.
   */
  GetSettlement: grpc.handleUnaryCall<_gx_charge_v1_GetSettlementRequest, _gx_charge_v1_SettlementInput>;
  
  /**
   * The simulator's own books for a charge. Test mode only.
   */
  GetSimulatedProviderState: grpc.handleUnaryCall<_gx_charge_v1_GetSimulatedProviderStateRequest, _gx_charge_v1_SimulatedProviderStateInput>;
  
  /**
   * Every bank profile, its secret still encrypted: for the other service that talks to banks.
   */
  ListBankProfiles: grpc.handleUnaryCall<_gx_charge_v1_ListBankProfilesRequest, _gx_charge_v1_ListBankProfilesResponseInput>;
  
  ListCharges: grpc.handleUnaryCall<_gx_charge_v1_ListChargesRequest, _gx_charge_v1_ListChargesResponseInput>;
  
  /**
   * What we have written down of a bank's Pix: by the bank's time of settlement, or these (operators only).
   */
  ListIncomingPayments: grpc.handleUnaryCall<_gx_charge_v1_ListIncomingPaymentsRequest, _gx_charge_v1_ListIncomingPaymentsResponseInput>;
  
  /**
   * The same charges by page, in an order of the caller's choice, with how many there are.
   */
  ListPayments: grpc.handleUnaryCall<_gx_charge_v1_ListPaymentsRequest, _gx_charge_v1_ListPaymentsResponseInput>;
  
  /**
   * Orders that changed at the acquirer of a profile in a window, and those that we have money of by its
   * time, as it shows them now and as we have them. UNAVAILABLE when they cannot be read (operators only).
   */
  ListProviderOrders: grpc.handleUnaryCall<_gx_charge_v1_ListProviderOrdersRequest, _gx_charge_v1_ListProviderOrdersResponseInput>;
  
  /**
   * What a bank has written down, as it says now: Pix that settled in a window, or these. UNAVAILABLE when it
   * cannot be read (operators only).
   */
  ListProviderPayments: grpc.handleUnaryCall<_gx_charge_v1_ListProviderPaymentsRequest, _gx_charge_v1_ListProviderPaymentsResponseInput>;
  
  /**
   * Charges whose money is held because nobody knows who paid (operators only: not routed by the gateway),
   * oldest first.
   */
  ListReviews: grpc.handleUnaryCall<_gx_charge_v1_ListReviewsRequest, _gx_charge_v1_ListReviewsResponseInput>;
  
  /**
   * Stores every element of a bank's callback durably, then answers.
   */
  ReceiveProviderCallback: grpc.handleUnaryCall<_gx_charge_v1_ReceiveProviderCallbackRequest, _gx_charge_v1_ReceiveProviderCallbackResponseInput>;
  
  /**
   * Somebody saw at the bank that a payment changed: it is asked for again soon, as after a callback. For the
   * other service that talks to banks.
   */
  RecheckPayment: grpc.handleUnaryCall<_gx_charge_v1_RecheckPaymentRequest, _gx_charge_v1_RecheckPaymentResponseInput>;
  
  /**
   * Encrypts again, step by step, what is under another key than the current one; counts what is under which
   * (operators only).
   */
  ReencryptSecrets: grpc.handleUnaryCall<_gx_common_v1_ReencryptSecretsRequest, _gx_common_v1_ReencryptSecretsResponseInput>;
  
  /**
   * No new charges for a profile, or again some; what began at it goes on there (operators only). Refused
   * with no_provider_for_method where nobody else takes what it took.
   */
  RetireBankProfile: grpc.handleUnaryCall<_gx_charge_v1_RetireBankProfileRequest, _gx_charge_v1_RetireBankProfileResponseInput>;
  
  /**
   * Makes or replaces a bank profile (operators only: not routed by the gateway).
   */
  SetBankProfile: grpc.handleUnaryCall<_gx_charge_v1_SetBankProfileRequest, _gx_charge_v1_SetBankProfileResponseInput>;
  
  /**
   * Plays a bank that takes a paid Pix back by itself against the simulator. Test mode only.
   */
  SimulateBankReturn: grpc.handleUnaryCall<_gx_charge_v1_SimulateBankReturnRequest, _gx_charge_v1_SimulateBankReturnResponseInput>;
  
  /**
   * Plays payer, issuer and cardholder of an order against the simulator. Test mode only.
   */
  SimulateOutcome: grpc.handleUnaryCall<_gx_charge_v1_SimulateOutcomeRequest, _gx_charge_v1_SimulateOutcomeResponseInput>;
  
  /**
   * Plays the payer's bank against the simulator. Test mode only: NOT_FOUND for a live tenant.
   */
  SimulatePayment: grpc.handleUnaryCall<_gx_charge_v1_SimulatePaymentRequest, _gx_charge_v1_SimulatePaymentResponseInput>;
  
  /**
   * Recounts every rollup from the charges (operators only: not routed by the gateway). Exact while charges
   * change.
   */
  VerifyStatistics: grpc.handleUnaryCall<_gx_charge_v1_VerifyStatisticsRequest, _gx_charge_v1_VerifyStatisticsResponseInput>;
  
}

export interface ChargeServiceDefinition extends grpc.ServiceDefinition {
  CancelCharge: MethodDefinition<_gx_charge_v1_CancelChargeRequestInput, _gx_charge_v1_ChargeInput, _gx_charge_v1_CancelChargeRequest, _gx_charge_v1_Charge>
  CheckBankProfile: MethodDefinition<_gx_charge_v1_CheckBankProfileRequestInput, _gx_charge_v1_CheckBankProfileResponseInput, _gx_charge_v1_CheckBankProfileRequest, _gx_charge_v1_CheckBankProfileResponse>
  CreateCharge: MethodDefinition<_gx_charge_v1_CreateChargeRequestInput, _gx_charge_v1_CreateChargeResponseInput, _gx_charge_v1_CreateChargeRequest, _gx_charge_v1_CreateChargeResponse>
  DecideReview: MethodDefinition<_gx_charge_v1_DecideReviewRequestInput, _gx_charge_v1_ChargeInput, _gx_charge_v1_DecideReviewRequest, _gx_charge_v1_Charge>
  DescribeBankProfiles: MethodDefinition<_gx_charge_v1_DescribeBankProfilesRequestInput, _gx_charge_v1_DescribeBankProfilesResponseInput, _gx_charge_v1_DescribeBankProfilesRequest, _gx_charge_v1_DescribeBankProfilesResponse>
  FindChargeByKey: MethodDefinition<_gx_charge_v1_CreateChargeRequestInput, _gx_charge_v1_CreateChargeResponseInput, _gx_charge_v1_CreateChargeRequest, _gx_charge_v1_CreateChargeResponse>
  GetCharge: MethodDefinition<_gx_charge_v1_GetChargeRequestInput, _gx_charge_v1_ChargeInput, _gx_charge_v1_GetChargeRequest, _gx_charge_v1_Charge>
  GetCheckout: MethodDefinition<_gx_charge_v1_GetCheckoutRequestInput, _gx_charge_v1_CheckoutInput, _gx_charge_v1_GetCheckoutRequest, _gx_charge_v1_Checkout>
  GetCheckoutStatuses: MethodDefinition<_gx_charge_v1_GetCheckoutStatusesRequestInput, _gx_charge_v1_GetCheckoutStatusesResponseInput, _gx_charge_v1_GetCheckoutStatusesRequest, _gx_charge_v1_GetCheckoutStatusesResponse>
  GetLastEvent: MethodDefinition<_gx_charge_v1_GetLastEventRequestInput, _gx_charge_v1_LastEventInput, _gx_charge_v1_GetLastEventRequest, _gx_charge_v1_LastEvent>
  GetPaymentCode: MethodDefinition<_gx_charge_v1_GetPaymentCodeRequestInput, _gx_charge_v1_GetPaymentCodeResponseInput, _gx_charge_v1_GetPaymentCodeRequest, _gx_charge_v1_GetPaymentCodeResponse>
  GetPaymentMetrics: MethodDefinition<_gx_charge_v1_GetPaymentMetricsRequestInput, _gx_charge_v1_PaymentMetricsInput, _gx_charge_v1_GetPaymentMetricsRequest, _gx_charge_v1_PaymentMetrics>
  GetPaymentStats: MethodDefinition<_gx_charge_v1_GetPaymentStatsRequestInput, _gx_charge_v1_PaymentStatsInput, _gx_charge_v1_GetPaymentStatsRequest, _gx_charge_v1_PaymentStats>
  GetProviderStatus: MethodDefinition<_gx_charge_v1_GetProviderStatusRequestInput, _gx_charge_v1_ProviderStatusInput, _gx_charge_v1_GetProviderStatusRequest, _gx_charge_v1_ProviderStatus>
  GetReceiptFile: MethodDefinition<_gx_charge_v1_GetReceiptFileRequestInput, _gx_charge_v1_ReceiptFileInput, _gx_charge_v1_GetReceiptFileRequest, _gx_charge_v1_ReceiptFile>
  GetSettlement: MethodDefinition<_gx_charge_v1_GetSettlementRequestInput, _gx_charge_v1_SettlementInput, _gx_charge_v1_GetSettlementRequest, _gx_charge_v1_Settlement>
  GetSimulatedProviderState: MethodDefinition<_gx_charge_v1_GetSimulatedProviderStateRequestInput, _gx_charge_v1_SimulatedProviderStateInput, _gx_charge_v1_GetSimulatedProviderStateRequest, _gx_charge_v1_SimulatedProviderState>
  ListBankProfiles: MethodDefinition<_gx_charge_v1_ListBankProfilesRequestInput, _gx_charge_v1_ListBankProfilesResponseInput, _gx_charge_v1_ListBankProfilesRequest, _gx_charge_v1_ListBankProfilesResponse>
  ListCharges: MethodDefinition<_gx_charge_v1_ListChargesRequestInput, _gx_charge_v1_ListChargesResponseInput, _gx_charge_v1_ListChargesRequest, _gx_charge_v1_ListChargesResponse>
  ListIncomingPayments: MethodDefinition<_gx_charge_v1_ListIncomingPaymentsRequestInput, _gx_charge_v1_ListIncomingPaymentsResponseInput, _gx_charge_v1_ListIncomingPaymentsRequest, _gx_charge_v1_ListIncomingPaymentsResponse>
  ListPayments: MethodDefinition<_gx_charge_v1_ListPaymentsRequestInput, _gx_charge_v1_ListPaymentsResponseInput, _gx_charge_v1_ListPaymentsRequest, _gx_charge_v1_ListPaymentsResponse>
  ListProviderOrders: MethodDefinition<_gx_charge_v1_ListProviderOrdersRequestInput, _gx_charge_v1_ListProviderOrdersResponseInput, _gx_charge_v1_ListProviderOrdersRequest, _gx_charge_v1_ListProviderOrdersResponse>
  ListProviderPayments: MethodDefinition<_gx_charge_v1_ListProviderPaymentsRequestInput, _gx_charge_v1_ListProviderPaymentsResponseInput, _gx_charge_v1_ListProviderPaymentsRequest, _gx_charge_v1_ListProviderPaymentsResponse>
  ListReviews: MethodDefinition<_gx_charge_v1_ListReviewsRequestInput, _gx_charge_v1_ListReviewsResponseInput, _gx_charge_v1_ListReviewsRequest, _gx_charge_v1_ListReviewsResponse>
  ReceiveProviderCallback: MethodDefinition<_gx_charge_v1_ReceiveProviderCallbackRequestInput, _gx_charge_v1_ReceiveProviderCallbackResponseInput, _gx_charge_v1_ReceiveProviderCallbackRequest, _gx_charge_v1_ReceiveProviderCallbackResponse>
  RecheckPayment: MethodDefinition<_gx_charge_v1_RecheckPaymentRequestInput, _gx_charge_v1_RecheckPaymentResponseInput, _gx_charge_v1_RecheckPaymentRequest, _gx_charge_v1_RecheckPaymentResponse>
  ReencryptSecrets: MethodDefinition<_gx_common_v1_ReencryptSecretsRequestInput, _gx_common_v1_ReencryptSecretsResponseInput, _gx_common_v1_ReencryptSecretsRequest, _gx_common_v1_ReencryptSecretsResponse>
  RetireBankProfile: MethodDefinition<_gx_charge_v1_RetireBankProfileRequestInput, _gx_charge_v1_RetireBankProfileResponseInput, _gx_charge_v1_RetireBankProfileRequest, _gx_charge_v1_RetireBankProfileResponse>
  SetBankProfile: MethodDefinition<_gx_charge_v1_SetBankProfileRequestInput, _gx_charge_v1_SetBankProfileResponseInput, _gx_charge_v1_SetBankProfileRequest, _gx_charge_v1_SetBankProfileResponse>
  SimulateBankReturn: MethodDefinition<_gx_charge_v1_SimulateBankReturnRequestInput, _gx_charge_v1_SimulateBankReturnResponseInput, _gx_charge_v1_SimulateBankReturnRequest, _gx_charge_v1_SimulateBankReturnResponse>
  SimulateOutcome: MethodDefinition<_gx_charge_v1_SimulateOutcomeRequestInput, _gx_charge_v1_SimulateOutcomeResponseInput, _gx_charge_v1_SimulateOutcomeRequest, _gx_charge_v1_SimulateOutcomeResponse>
  SimulatePayment: MethodDefinition<_gx_charge_v1_SimulatePaymentRequestInput, _gx_charge_v1_SimulatePaymentResponseInput, _gx_charge_v1_SimulatePaymentRequest, _gx_charge_v1_SimulatePaymentResponse>
  VerifyStatistics: MethodDefinition<_gx_charge_v1_VerifyStatisticsRequestInput, _gx_charge_v1_VerifyStatisticsResponseInput, _gx_charge_v1_VerifyStatisticsRequest, _gx_charge_v1_VerifyStatisticsResponse>
}
