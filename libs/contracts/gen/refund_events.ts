import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { BankCheckInput as _gx_charge_v1_BankCheckInput, BankCheck as _gx_charge_v1_BankCheck } from './gx/charge/v1/BankCheck.ts';
import type { BankDevolutionInput as _gx_charge_v1_BankDevolutionInput, BankDevolution as _gx_charge_v1_BankDevolution } from './gx/charge/v1/BankDevolution.ts';
import type { BankPixInput as _gx_charge_v1_BankPixInput, BankPix as _gx_charge_v1_BankPix } from './gx/charge/v1/BankPix.ts';
import type { BankProfileInput as _gx_charge_v1_BankProfileInput, BankProfile as _gx_charge_v1_BankProfile } from './gx/charge/v1/BankProfile.ts';
import type { BankProfileStandingInput as _gx_charge_v1_BankProfileStandingInput, BankProfileStanding as _gx_charge_v1_BankProfileStanding } from './gx/charge/v1/BankProfileStanding.ts';
import type { BankReturnInput as _gx_charge_v1_BankReturnInput, BankReturn as _gx_charge_v1_BankReturn } from './gx/charge/v1/BankReturn.ts';
import type { CancelChargeRequestInput as _gx_charge_v1_CancelChargeRequestInput, CancelChargeRequest as _gx_charge_v1_CancelChargeRequest } from './gx/charge/v1/CancelChargeRequest.ts';
import type { ChargeInput as _gx_charge_v1_ChargeInput, Charge as _gx_charge_v1_Charge } from './gx/charge/v1/Charge.ts';
import type { ChargeServiceClient as _gx_charge_v1_ChargeServiceClient, ChargeServiceDefinition as _gx_charge_v1_ChargeServiceDefinition } from './gx/charge/v1/ChargeService.ts';
import type { CheckBankProfileRequestInput as _gx_charge_v1_CheckBankProfileRequestInput, CheckBankProfileRequest as _gx_charge_v1_CheckBankProfileRequest } from './gx/charge/v1/CheckBankProfileRequest.ts';
import type { CheckBankProfileResponseInput as _gx_charge_v1_CheckBankProfileResponseInput, CheckBankProfileResponse as _gx_charge_v1_CheckBankProfileResponse } from './gx/charge/v1/CheckBankProfileResponse.ts';
import type { CheckoutInput as _gx_charge_v1_CheckoutInput, Checkout as _gx_charge_v1_Checkout } from './gx/charge/v1/Checkout.ts';
import type { CheckoutStandingInput as _gx_charge_v1_CheckoutStandingInput, CheckoutStanding as _gx_charge_v1_CheckoutStanding } from './gx/charge/v1/CheckoutStanding.ts';
import type { CreateChargeRequestInput as _gx_charge_v1_CreateChargeRequestInput, CreateChargeRequest as _gx_charge_v1_CreateChargeRequest } from './gx/charge/v1/CreateChargeRequest.ts';
import type { CreateChargeResponseInput as _gx_charge_v1_CreateChargeResponseInput, CreateChargeResponse as _gx_charge_v1_CreateChargeResponse } from './gx/charge/v1/CreateChargeResponse.ts';
import type { CurrencyVolumeInput as _gx_charge_v1_CurrencyVolumeInput, CurrencyVolume as _gx_charge_v1_CurrencyVolume } from './gx/charge/v1/CurrencyVolume.ts';
import type { CustomerInput as _gx_charge_v1_CustomerInput, Customer as _gx_charge_v1_Customer } from './gx/charge/v1/Customer.ts';
import type { DayVolumesInput as _gx_charge_v1_DayVolumesInput, DayVolumes as _gx_charge_v1_DayVolumes } from './gx/charge/v1/DayVolumes.ts';
import type { DecideReviewRequestInput as _gx_charge_v1_DecideReviewRequestInput, DecideReviewRequest as _gx_charge_v1_DecideReviewRequest } from './gx/charge/v1/DecideReviewRequest.ts';
import type { DescribeBankProfilesRequestInput as _gx_charge_v1_DescribeBankProfilesRequestInput, DescribeBankProfilesRequest as _gx_charge_v1_DescribeBankProfilesRequest } from './gx/charge/v1/DescribeBankProfilesRequest.ts';
import type { DescribeBankProfilesResponseInput as _gx_charge_v1_DescribeBankProfilesResponseInput, DescribeBankProfilesResponse as _gx_charge_v1_DescribeBankProfilesResponse } from './gx/charge/v1/DescribeBankProfilesResponse.ts';
import type { EncryptedSecretInput as _gx_charge_v1_EncryptedSecretInput, EncryptedSecret as _gx_charge_v1_EncryptedSecret } from './gx/charge/v1/EncryptedSecret.ts';
import type { GetChargeRequestInput as _gx_charge_v1_GetChargeRequestInput, GetChargeRequest as _gx_charge_v1_GetChargeRequest } from './gx/charge/v1/GetChargeRequest.ts';
import type { GetCheckoutRequestInput as _gx_charge_v1_GetCheckoutRequestInput, GetCheckoutRequest as _gx_charge_v1_GetCheckoutRequest } from './gx/charge/v1/GetCheckoutRequest.ts';
import type { GetCheckoutStatusesRequestInput as _gx_charge_v1_GetCheckoutStatusesRequestInput, GetCheckoutStatusesRequest as _gx_charge_v1_GetCheckoutStatusesRequest } from './gx/charge/v1/GetCheckoutStatusesRequest.ts';
import type { GetCheckoutStatusesResponseInput as _gx_charge_v1_GetCheckoutStatusesResponseInput, GetCheckoutStatusesResponse as _gx_charge_v1_GetCheckoutStatusesResponse } from './gx/charge/v1/GetCheckoutStatusesResponse.ts';
import type { GetLastEventRequestInput as _gx_charge_v1_GetLastEventRequestInput, GetLastEventRequest as _gx_charge_v1_GetLastEventRequest } from './gx/charge/v1/GetLastEventRequest.ts';
import type { GetPaymentCodeRequestInput as _gx_charge_v1_GetPaymentCodeRequestInput, GetPaymentCodeRequest as _gx_charge_v1_GetPaymentCodeRequest } from './gx/charge/v1/GetPaymentCodeRequest.ts';
import type { GetPaymentCodeResponseInput as _gx_charge_v1_GetPaymentCodeResponseInput, GetPaymentCodeResponse as _gx_charge_v1_GetPaymentCodeResponse } from './gx/charge/v1/GetPaymentCodeResponse.ts';
import type { GetPaymentMetricsRequestInput as _gx_charge_v1_GetPaymentMetricsRequestInput, GetPaymentMetricsRequest as _gx_charge_v1_GetPaymentMetricsRequest } from './gx/charge/v1/GetPaymentMetricsRequest.ts';
import type { GetPaymentStatsRequestInput as _gx_charge_v1_GetPaymentStatsRequestInput, GetPaymentStatsRequest as _gx_charge_v1_GetPaymentStatsRequest } from './gx/charge/v1/GetPaymentStatsRequest.ts';
import type { GetProviderStatusRequestInput as _gx_charge_v1_GetProviderStatusRequestInput, GetProviderStatusRequest as _gx_charge_v1_GetProviderStatusRequest } from './gx/charge/v1/GetProviderStatusRequest.ts';
import type { GetReceiptFileRequestInput as _gx_charge_v1_GetReceiptFileRequestInput, GetReceiptFileRequest as _gx_charge_v1_GetReceiptFileRequest } from './gx/charge/v1/GetReceiptFileRequest.ts';
import type { GetSettlementRequestInput as _gx_charge_v1_GetSettlementRequestInput, GetSettlementRequest as _gx_charge_v1_GetSettlementRequest } from './gx/charge/v1/GetSettlementRequest.ts';
import type { GetSimulatedProviderStateRequestInput as _gx_charge_v1_GetSimulatedProviderStateRequestInput, GetSimulatedProviderStateRequest as _gx_charge_v1_GetSimulatedProviderStateRequest } from './gx/charge/v1/GetSimulatedProviderStateRequest.ts';
import type { HeardRefundInput as _gx_charge_v1_HeardRefundInput, HeardRefund as _gx_charge_v1_HeardRefund } from './gx/charge/v1/HeardRefund.ts';
import type { HeardRefundsInput as _gx_charge_v1_HeardRefundsInput, HeardRefunds as _gx_charge_v1_HeardRefunds } from './gx/charge/v1/HeardRefunds.ts';
import type { LastEventInput as _gx_charge_v1_LastEventInput, LastEvent as _gx_charge_v1_LastEvent } from './gx/charge/v1/LastEvent.ts';
import type { ListBankProfilesRequestInput as _gx_charge_v1_ListBankProfilesRequestInput, ListBankProfilesRequest as _gx_charge_v1_ListBankProfilesRequest } from './gx/charge/v1/ListBankProfilesRequest.ts';
import type { ListBankProfilesResponseInput as _gx_charge_v1_ListBankProfilesResponseInput, ListBankProfilesResponse as _gx_charge_v1_ListBankProfilesResponse } from './gx/charge/v1/ListBankProfilesResponse.ts';
import type { ListChargesRequestInput as _gx_charge_v1_ListChargesRequestInput, ListChargesRequest as _gx_charge_v1_ListChargesRequest } from './gx/charge/v1/ListChargesRequest.ts';
import type { ListChargesResponseInput as _gx_charge_v1_ListChargesResponseInput, ListChargesResponse as _gx_charge_v1_ListChargesResponse } from './gx/charge/v1/ListChargesResponse.ts';
import type { ListIncomingPaymentsRequestInput as _gx_charge_v1_ListIncomingPaymentsRequestInput, ListIncomingPaymentsRequest as _gx_charge_v1_ListIncomingPaymentsRequest } from './gx/charge/v1/ListIncomingPaymentsRequest.ts';
import type { ListIncomingPaymentsResponseInput as _gx_charge_v1_ListIncomingPaymentsResponseInput, ListIncomingPaymentsResponse as _gx_charge_v1_ListIncomingPaymentsResponse } from './gx/charge/v1/ListIncomingPaymentsResponse.ts';
import type { ListPaymentsRequestInput as _gx_charge_v1_ListPaymentsRequestInput, ListPaymentsRequest as _gx_charge_v1_ListPaymentsRequest } from './gx/charge/v1/ListPaymentsRequest.ts';
import type { ListPaymentsResponseInput as _gx_charge_v1_ListPaymentsResponseInput, ListPaymentsResponse as _gx_charge_v1_ListPaymentsResponse } from './gx/charge/v1/ListPaymentsResponse.ts';
import type { ListProviderOrdersRequestInput as _gx_charge_v1_ListProviderOrdersRequestInput, ListProviderOrdersRequest as _gx_charge_v1_ListProviderOrdersRequest } from './gx/charge/v1/ListProviderOrdersRequest.ts';
import type { ListProviderOrdersResponseInput as _gx_charge_v1_ListProviderOrdersResponseInput, ListProviderOrdersResponse as _gx_charge_v1_ListProviderOrdersResponse } from './gx/charge/v1/ListProviderOrdersResponse.ts';
import type { ListProviderPaymentsRequestInput as _gx_charge_v1_ListProviderPaymentsRequestInput, ListProviderPaymentsRequest as _gx_charge_v1_ListProviderPaymentsRequest } from './gx/charge/v1/ListProviderPaymentsRequest.ts';
import type { ListProviderPaymentsResponseInput as _gx_charge_v1_ListProviderPaymentsResponseInput, ListProviderPaymentsResponse as _gx_charge_v1_ListProviderPaymentsResponse } from './gx/charge/v1/ListProviderPaymentsResponse.ts';
import type { ListReviewsRequestInput as _gx_charge_v1_ListReviewsRequestInput, ListReviewsRequest as _gx_charge_v1_ListReviewsRequest } from './gx/charge/v1/ListReviewsRequest.ts';
import type { ListReviewsResponseInput as _gx_charge_v1_ListReviewsResponseInput, ListReviewsResponse as _gx_charge_v1_ListReviewsResponse } from './gx/charge/v1/ListReviewsResponse.ts';
import type { ListedPixInput as _gx_charge_v1_ListedPixInput, ListedPix as _gx_charge_v1_ListedPix } from './gx/charge/v1/ListedPix.ts';
import type { MethodVolumeInput as _gx_charge_v1_MethodVolumeInput, MethodVolume as _gx_charge_v1_MethodVolume } from './gx/charge/v1/MethodVolume.ts';
import type { OperatorsActInput as _gx_charge_v1_OperatorsActInput, OperatorsAct as _gx_charge_v1_OperatorsAct } from './gx/charge/v1/OperatorsAct.ts';
import type { OrderBooksInput as _gx_charge_v1_OrderBooksInput, OrderBooks as _gx_charge_v1_OrderBooks } from './gx/charge/v1/OrderBooks.ts';
import type { OrderInstructionsInput as _gx_charge_v1_OrderInstructionsInput, OrderInstructions as _gx_charge_v1_OrderInstructions } from './gx/charge/v1/OrderInstructions.ts';
import type { OtherOrderInput as _gx_charge_v1_OtherOrderInput, OtherOrder as _gx_charge_v1_OtherOrder } from './gx/charge/v1/OtherOrder.ts';
import type { OwnPaymentInput as _gx_charge_v1_OwnPaymentInput, OwnPayment as _gx_charge_v1_OwnPayment } from './gx/charge/v1/OwnPayment.ts';
import type { PaymentDayInput as _gx_charge_v1_PaymentDayInput, PaymentDay as _gx_charge_v1_PaymentDay } from './gx/charge/v1/PaymentDay.ts';
import type { PaymentFunnelInput as _gx_charge_v1_PaymentFunnelInput, PaymentFunnel as _gx_charge_v1_PaymentFunnel } from './gx/charge/v1/PaymentFunnel.ts';
import type { PaymentMetricsInput as _gx_charge_v1_PaymentMetricsInput, PaymentMetrics as _gx_charge_v1_PaymentMetrics } from './gx/charge/v1/PaymentMetrics.ts';
import type { PaymentStatsInput as _gx_charge_v1_PaymentStatsInput, PaymentStats as _gx_charge_v1_PaymentStats } from './gx/charge/v1/PaymentStats.ts';
import type { PaymentTimesInput as _gx_charge_v1_PaymentTimesInput, PaymentTimes as _gx_charge_v1_PaymentTimes } from './gx/charge/v1/PaymentTimes.ts';
import type { PaymentVolumeInput as _gx_charge_v1_PaymentVolumeInput, PaymentVolume as _gx_charge_v1_PaymentVolume } from './gx/charge/v1/PaymentVolume.ts';
import type { PixCodeInput as _gx_charge_v1_PixCodeInput, PixCode as _gx_charge_v1_PixCode } from './gx/charge/v1/PixCode.ts';
import type { ProviderStatusInput as _gx_charge_v1_ProviderStatusInput, ProviderStatus as _gx_charge_v1_ProviderStatus } from './gx/charge/v1/ProviderStatus.ts';
import type { ReceiptFileInput as _gx_charge_v1_ReceiptFileInput, ReceiptFile as _gx_charge_v1_ReceiptFile } from './gx/charge/v1/ReceiptFile.ts';
import type { ReceiveProviderCallbackRequestInput as _gx_charge_v1_ReceiveProviderCallbackRequestInput, ReceiveProviderCallbackRequest as _gx_charge_v1_ReceiveProviderCallbackRequest } from './gx/charge/v1/ReceiveProviderCallbackRequest.ts';
import type { ReceiveProviderCallbackResponseInput as _gx_charge_v1_ReceiveProviderCallbackResponseInput, ReceiveProviderCallbackResponse as _gx_charge_v1_ReceiveProviderCallbackResponse } from './gx/charge/v1/ReceiveProviderCallbackResponse.ts';
import type { RecheckPaymentRequestInput as _gx_charge_v1_RecheckPaymentRequestInput, RecheckPaymentRequest as _gx_charge_v1_RecheckPaymentRequest } from './gx/charge/v1/RecheckPaymentRequest.ts';
import type { RecheckPaymentResponseInput as _gx_charge_v1_RecheckPaymentResponseInput, RecheckPaymentResponse as _gx_charge_v1_RecheckPaymentResponse } from './gx/charge/v1/RecheckPaymentResponse.ts';
import type { RetireBankProfileRequestInput as _gx_charge_v1_RetireBankProfileRequestInput, RetireBankProfileRequest as _gx_charge_v1_RetireBankProfileRequest } from './gx/charge/v1/RetireBankProfileRequest.ts';
import type { RetireBankProfileResponseInput as _gx_charge_v1_RetireBankProfileResponseInput, RetireBankProfileResponse as _gx_charge_v1_RetireBankProfileResponse } from './gx/charge/v1/RetireBankProfileResponse.ts';
import type { ReviewInput as _gx_charge_v1_ReviewInput, Review as _gx_charge_v1_Review } from './gx/charge/v1/Review.ts';
import type { SetBankProfileRequestInput as _gx_charge_v1_SetBankProfileRequestInput, SetBankProfileRequest as _gx_charge_v1_SetBankProfileRequest } from './gx/charge/v1/SetBankProfileRequest.ts';
import type { SetBankProfileResponseInput as _gx_charge_v1_SetBankProfileResponseInput, SetBankProfileResponse as _gx_charge_v1_SetBankProfileResponse } from './gx/charge/v1/SetBankProfileResponse.ts';
import type { SettlementInput as _gx_charge_v1_SettlementInput, Settlement as _gx_charge_v1_Settlement } from './gx/charge/v1/Settlement.ts';
import type { SimulateBankReturnRequestInput as _gx_charge_v1_SimulateBankReturnRequestInput, SimulateBankReturnRequest as _gx_charge_v1_SimulateBankReturnRequest } from './gx/charge/v1/SimulateBankReturnRequest.ts';
import type { SimulateBankReturnResponseInput as _gx_charge_v1_SimulateBankReturnResponseInput, SimulateBankReturnResponse as _gx_charge_v1_SimulateBankReturnResponse } from './gx/charge/v1/SimulateBankReturnResponse.ts';
import type { SimulateOutcomeRequestInput as _gx_charge_v1_SimulateOutcomeRequestInput, SimulateOutcomeRequest as _gx_charge_v1_SimulateOutcomeRequest } from './gx/charge/v1/SimulateOutcomeRequest.ts';
import type { SimulateOutcomeResponseInput as _gx_charge_v1_SimulateOutcomeResponseInput, SimulateOutcomeResponse as _gx_charge_v1_SimulateOutcomeResponse } from './gx/charge/v1/SimulateOutcomeResponse.ts';
import type { SimulatePaymentRequestInput as _gx_charge_v1_SimulatePaymentRequestInput, SimulatePaymentRequest as _gx_charge_v1_SimulatePaymentRequest } from './gx/charge/v1/SimulatePaymentRequest.ts';
import type { SimulatePaymentResponseInput as _gx_charge_v1_SimulatePaymentResponseInput, SimulatePaymentResponse as _gx_charge_v1_SimulatePaymentResponse } from './gx/charge/v1/SimulatePaymentResponse.ts';
import type { SimulatedProviderStateInput as _gx_charge_v1_SimulatedProviderStateInput, SimulatedProviderState as _gx_charge_v1_SimulatedProviderState } from './gx/charge/v1/SimulatedProviderState.ts';
import type { StatisticsProblemInput as _gx_charge_v1_StatisticsProblemInput, StatisticsProblem as _gx_charge_v1_StatisticsProblem } from './gx/charge/v1/StatisticsProblem.ts';
import type { VerifyStatisticsRequestInput as _gx_charge_v1_VerifyStatisticsRequestInput, VerifyStatisticsRequest as _gx_charge_v1_VerifyStatisticsRequest } from './gx/charge/v1/VerifyStatisticsRequest.ts';
import type { VerifyStatisticsResponseInput as _gx_charge_v1_VerifyStatisticsResponseInput, VerifyStatisticsResponse as _gx_charge_v1_VerifyStatisticsResponse } from './gx/charge/v1/VerifyStatisticsResponse.ts';
import type { EncryptedCountInput as _gx_common_v1_EncryptedCountInput, EncryptedCount as _gx_common_v1_EncryptedCount } from './gx/common/v1/EncryptedCount.ts';
import type { ErrorDetailInput as _gx_common_v1_ErrorDetailInput, ErrorDetail as _gx_common_v1_ErrorDetail } from './gx/common/v1/ErrorDetail.ts';
import type { FieldProblemInput as _gx_common_v1_FieldProblemInput, FieldProblem as _gx_common_v1_FieldProblem } from './gx/common/v1/FieldProblem.ts';
import type { ReencryptSecretsRequestInput as _gx_common_v1_ReencryptSecretsRequestInput, ReencryptSecretsRequest as _gx_common_v1_ReencryptSecretsRequest } from './gx/common/v1/ReencryptSecretsRequest.ts';
import type { ReencryptSecretsResponseInput as _gx_common_v1_ReencryptSecretsResponseInput, ReencryptSecretsResponse as _gx_common_v1_ReencryptSecretsResponse } from './gx/common/v1/ReencryptSecretsResponse.ts';
import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from './gx/common/v1/Tenant.ts';
import type { CreateRefundRequestInput as _gx_refund_v1_CreateRefundRequestInput, CreateRefundRequest as _gx_refund_v1_CreateRefundRequest } from './gx/refund/v1/CreateRefundRequest.ts';
import type { CreateRefundResponseInput as _gx_refund_v1_CreateRefundResponseInput, CreateRefundResponse as _gx_refund_v1_CreateRefundResponse } from './gx/refund/v1/CreateRefundResponse.ts';
import type { ListDevolutionsRequestInput as _gx_refund_v1_ListDevolutionsRequestInput, ListDevolutionsRequest as _gx_refund_v1_ListDevolutionsRequest } from './gx/refund/v1/ListDevolutionsRequest.ts';
import type { ListDevolutionsResponseInput as _gx_refund_v1_ListDevolutionsResponseInput, ListDevolutionsResponse as _gx_refund_v1_ListDevolutionsResponse } from './gx/refund/v1/ListDevolutionsResponse.ts';
import type { ListFailedReturnsRequestInput as _gx_refund_v1_ListFailedReturnsRequestInput, ListFailedReturnsRequest as _gx_refund_v1_ListFailedReturnsRequest } from './gx/refund/v1/ListFailedReturnsRequest.ts';
import type { ListFailedReturnsResponseInput as _gx_refund_v1_ListFailedReturnsResponseInput, ListFailedReturnsResponse as _gx_refund_v1_ListFailedReturnsResponse } from './gx/refund/v1/ListFailedReturnsResponse.ts';
import type { ListPixOutsRequestInput as _gx_refund_v1_ListPixOutsRequestInput, ListPixOutsRequest as _gx_refund_v1_ListPixOutsRequest } from './gx/refund/v1/ListPixOutsRequest.ts';
import type { ListPixOutsResponseInput as _gx_refund_v1_ListPixOutsResponseInput, ListPixOutsResponse as _gx_refund_v1_ListPixOutsResponse } from './gx/refund/v1/ListPixOutsResponse.ts';
import type { ListRefundsRequestInput as _gx_refund_v1_ListRefundsRequestInput, ListRefundsRequest as _gx_refund_v1_ListRefundsRequest } from './gx/refund/v1/ListRefundsRequest.ts';
import type { ListRefundsResponseInput as _gx_refund_v1_ListRefundsResponseInput, ListRefundsResponse as _gx_refund_v1_ListRefundsResponse } from './gx/refund/v1/ListRefundsResponse.ts';
import type { ListStatusesRequestInput as _gx_refund_v1_ListStatusesRequestInput, ListStatusesRequest as _gx_refund_v1_ListStatusesRequest } from './gx/refund/v1/ListStatusesRequest.ts';
import type { ListStatusesResponseInput as _gx_refund_v1_ListStatusesResponseInput, ListStatusesResponse as _gx_refund_v1_ListStatusesResponse } from './gx/refund/v1/ListStatusesResponse.ts';
import type { OwnDevolutionInput as _gx_refund_v1_OwnDevolutionInput, OwnDevolution as _gx_refund_v1_OwnDevolution } from './gx/refund/v1/OwnDevolution.ts';
import type { OwnPixOutInput as _gx_refund_v1_OwnPixOutInput, OwnPixOut as _gx_refund_v1_OwnPixOut } from './gx/refund/v1/OwnPixOut.ts';
import type { PixOutAtBankInput as _gx_refund_v1_PixOutAtBankInput, PixOutAtBank as _gx_refund_v1_PixOutAtBank } from './gx/refund/v1/PixOutAtBank.ts';
import type { RefundInput as _gx_refund_v1_RefundInput, Refund as _gx_refund_v1_Refund } from './gx/refund/v1/Refund.ts';
import type { RefundEventInput as _gx_refund_v1_RefundEventInput, RefundEvent as _gx_refund_v1_RefundEvent } from './gx/refund/v1/RefundEvent.ts';
import type { RefundLostInput as _gx_refund_v1_RefundLostInput, RefundLost as _gx_refund_v1_RefundLost } from './gx/refund/v1/RefundLost.ts';
import type { RefundServiceClient as _gx_refund_v1_RefundServiceClient, RefundServiceDefinition as _gx_refund_v1_RefundServiceDefinition } from './gx/refund/v1/RefundService.ts';
import type { RefundStatusInput as _gx_refund_v1_RefundStatusInput, RefundStatus as _gx_refund_v1_RefundStatus } from './gx/refund/v1/RefundStatus.ts';
import type { RetryReturnRequestInput as _gx_refund_v1_RetryReturnRequestInput, RetryReturnRequest as _gx_refund_v1_RetryReturnRequest } from './gx/refund/v1/RetryReturnRequest.ts';
import type { ReturnProgressedInput as _gx_refund_v1_ReturnProgressedInput, ReturnProgressed as _gx_refund_v1_ReturnProgressed } from './gx/refund/v1/ReturnProgressed.ts';
import type { SettleReturnRequestInput as _gx_refund_v1_SettleReturnRequestInput, SettleReturnRequest as _gx_refund_v1_SettleReturnRequest } from './gx/refund/v1/SettleReturnRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gx: {
    charge: {
      v1: {
        BankCheck: MessageTypeDefinition<_gx_charge_v1_BankCheckInput, _gx_charge_v1_BankCheck>
        BankDevolution: MessageTypeDefinition<_gx_charge_v1_BankDevolutionInput, _gx_charge_v1_BankDevolution>
        BankPix: MessageTypeDefinition<_gx_charge_v1_BankPixInput, _gx_charge_v1_BankPix>
        BankProfile: MessageTypeDefinition<_gx_charge_v1_BankProfileInput, _gx_charge_v1_BankProfile>
        BankProfileStanding: MessageTypeDefinition<_gx_charge_v1_BankProfileStandingInput, _gx_charge_v1_BankProfileStanding>
        BankReturn: MessageTypeDefinition<_gx_charge_v1_BankReturnInput, _gx_charge_v1_BankReturn>
        CancelChargeRequest: MessageTypeDefinition<_gx_charge_v1_CancelChargeRequestInput, _gx_charge_v1_CancelChargeRequest>
        Charge: MessageTypeDefinition<_gx_charge_v1_ChargeInput, _gx_charge_v1_Charge>
        /**
         * Charges, what the bank says about them, and the payer's side in test mode.
         */
        ChargeService: SubtypeConstructor<typeof grpc.Client, _gx_charge_v1_ChargeServiceClient> & { service: _gx_charge_v1_ChargeServiceDefinition }
        CheckBankProfileRequest: MessageTypeDefinition<_gx_charge_v1_CheckBankProfileRequestInput, _gx_charge_v1_CheckBankProfileRequest>
        CheckBankProfileResponse: MessageTypeDefinition<_gx_charge_v1_CheckBankProfileResponseInput, _gx_charge_v1_CheckBankProfileResponse>
        Checkout: MessageTypeDefinition<_gx_charge_v1_CheckoutInput, _gx_charge_v1_Checkout>
        CheckoutStanding: MessageTypeDefinition<_gx_charge_v1_CheckoutStandingInput, _gx_charge_v1_CheckoutStanding>
        CreateChargeRequest: MessageTypeDefinition<_gx_charge_v1_CreateChargeRequestInput, _gx_charge_v1_CreateChargeRequest>
        CreateChargeResponse: MessageTypeDefinition<_gx_charge_v1_CreateChargeResponseInput, _gx_charge_v1_CreateChargeResponse>
        CurrencyVolume: MessageTypeDefinition<_gx_charge_v1_CurrencyVolumeInput, _gx_charge_v1_CurrencyVolume>
        Customer: MessageTypeDefinition<_gx_charge_v1_CustomerInput, _gx_charge_v1_Customer>
        DayVolumes: MessageTypeDefinition<_gx_charge_v1_DayVolumesInput, _gx_charge_v1_DayVolumes>
        DecideReviewRequest: MessageTypeDefinition<_gx_charge_v1_DecideReviewRequestInput, _gx_charge_v1_DecideReviewRequest>
        DescribeBankProfilesRequest: MessageTypeDefinition<_gx_charge_v1_DescribeBankProfilesRequestInput, _gx_charge_v1_DescribeBankProfilesRequest>
        DescribeBankProfilesResponse: MessageTypeDefinition<_gx_charge_v1_DescribeBankProfilesResponseInput, _gx_charge_v1_DescribeBankProfilesResponse>
        EncryptedSecret: MessageTypeDefinition<_gx_charge_v1_EncryptedSecretInput, _gx_charge_v1_EncryptedSecret>
        GetChargeRequest: MessageTypeDefinition<_gx_charge_v1_GetChargeRequestInput, _gx_charge_v1_GetChargeRequest>
        GetCheckoutRequest: MessageTypeDefinition<_gx_charge_v1_GetCheckoutRequestInput, _gx_charge_v1_GetCheckoutRequest>
        GetCheckoutStatusesRequest: MessageTypeDefinition<_gx_charge_v1_GetCheckoutStatusesRequestInput, _gx_charge_v1_GetCheckoutStatusesRequest>
        GetCheckoutStatusesResponse: MessageTypeDefinition<_gx_charge_v1_GetCheckoutStatusesResponseInput, _gx_charge_v1_GetCheckoutStatusesResponse>
        GetLastEventRequest: MessageTypeDefinition<_gx_charge_v1_GetLastEventRequestInput, _gx_charge_v1_GetLastEventRequest>
        GetPaymentCodeRequest: MessageTypeDefinition<_gx_charge_v1_GetPaymentCodeRequestInput, _gx_charge_v1_GetPaymentCodeRequest>
        GetPaymentCodeResponse: MessageTypeDefinition<_gx_charge_v1_GetPaymentCodeResponseInput, _gx_charge_v1_GetPaymentCodeResponse>
        GetPaymentMetricsRequest: MessageTypeDefinition<_gx_charge_v1_GetPaymentMetricsRequestInput, _gx_charge_v1_GetPaymentMetricsRequest>
        GetPaymentStatsRequest: MessageTypeDefinition<_gx_charge_v1_GetPaymentStatsRequestInput, _gx_charge_v1_GetPaymentStatsRequest>
        GetProviderStatusRequest: MessageTypeDefinition<_gx_charge_v1_GetProviderStatusRequestInput, _gx_charge_v1_GetProviderStatusRequest>
        GetReceiptFileRequest: MessageTypeDefinition<_gx_charge_v1_GetReceiptFileRequestInput, _gx_charge_v1_GetReceiptFileRequest>
        GetSettlementRequest: MessageTypeDefinition<_gx_charge_v1_GetSettlementRequestInput, _gx_charge_v1_GetSettlementRequest>
        GetSimulatedProviderStateRequest: MessageTypeDefinition<_gx_charge_v1_GetSimulatedProviderStateRequestInput, _gx_charge_v1_GetSimulatedProviderStateRequest>
        HeardRefund: MessageTypeDefinition<_gx_charge_v1_HeardRefundInput, _gx_charge_v1_HeardRefund>
        HeardRefunds: MessageTypeDefinition<_gx_charge_v1_HeardRefundsInput, _gx_charge_v1_HeardRefunds>
        LastEvent: MessageTypeDefinition<_gx_charge_v1_LastEventInput, _gx_charge_v1_LastEvent>
        ListBankProfilesRequest: MessageTypeDefinition<_gx_charge_v1_ListBankProfilesRequestInput, _gx_charge_v1_ListBankProfilesRequest>
        ListBankProfilesResponse: MessageTypeDefinition<_gx_charge_v1_ListBankProfilesResponseInput, _gx_charge_v1_ListBankProfilesResponse>
        ListChargesRequest: MessageTypeDefinition<_gx_charge_v1_ListChargesRequestInput, _gx_charge_v1_ListChargesRequest>
        ListChargesResponse: MessageTypeDefinition<_gx_charge_v1_ListChargesResponseInput, _gx_charge_v1_ListChargesResponse>
        ListIncomingPaymentsRequest: MessageTypeDefinition<_gx_charge_v1_ListIncomingPaymentsRequestInput, _gx_charge_v1_ListIncomingPaymentsRequest>
        ListIncomingPaymentsResponse: MessageTypeDefinition<_gx_charge_v1_ListIncomingPaymentsResponseInput, _gx_charge_v1_ListIncomingPaymentsResponse>
        ListPaymentsRequest: MessageTypeDefinition<_gx_charge_v1_ListPaymentsRequestInput, _gx_charge_v1_ListPaymentsRequest>
        ListPaymentsResponse: MessageTypeDefinition<_gx_charge_v1_ListPaymentsResponseInput, _gx_charge_v1_ListPaymentsResponse>
        ListProviderOrdersRequest: MessageTypeDefinition<_gx_charge_v1_ListProviderOrdersRequestInput, _gx_charge_v1_ListProviderOrdersRequest>
        ListProviderOrdersResponse: MessageTypeDefinition<_gx_charge_v1_ListProviderOrdersResponseInput, _gx_charge_v1_ListProviderOrdersResponse>
        ListProviderPaymentsRequest: MessageTypeDefinition<_gx_charge_v1_ListProviderPaymentsRequestInput, _gx_charge_v1_ListProviderPaymentsRequest>
        ListProviderPaymentsResponse: MessageTypeDefinition<_gx_charge_v1_ListProviderPaymentsResponseInput, _gx_charge_v1_ListProviderPaymentsResponse>
        ListReviewsRequest: MessageTypeDefinition<_gx_charge_v1_ListReviewsRequestInput, _gx_charge_v1_ListReviewsRequest>
        ListReviewsResponse: MessageTypeDefinition<_gx_charge_v1_ListReviewsResponseInput, _gx_charge_v1_ListReviewsResponse>
        ListedPix: MessageTypeDefinition<_gx_charge_v1_ListedPixInput, _gx_charge_v1_ListedPix>
        MethodVolume: MessageTypeDefinition<_gx_charge_v1_MethodVolumeInput, _gx_charge_v1_MethodVolume>
        OperatorsAct: MessageTypeDefinition<_gx_charge_v1_OperatorsActInput, _gx_charge_v1_OperatorsAct>
        OrderBooks: MessageTypeDefinition<_gx_charge_v1_OrderBooksInput, _gx_charge_v1_OrderBooks>
        OrderInstructions: MessageTypeDefinition<_gx_charge_v1_OrderInstructionsInput, _gx_charge_v1_OrderInstructions>
        OtherOrder: MessageTypeDefinition<_gx_charge_v1_OtherOrderInput, _gx_charge_v1_OtherOrder>
        OwnPayment: MessageTypeDefinition<_gx_charge_v1_OwnPaymentInput, _gx_charge_v1_OwnPayment>
        PaymentDay: MessageTypeDefinition<_gx_charge_v1_PaymentDayInput, _gx_charge_v1_PaymentDay>
        PaymentFunnel: MessageTypeDefinition<_gx_charge_v1_PaymentFunnelInput, _gx_charge_v1_PaymentFunnel>
        PaymentMetrics: MessageTypeDefinition<_gx_charge_v1_PaymentMetricsInput, _gx_charge_v1_PaymentMetrics>
        PaymentStats: MessageTypeDefinition<_gx_charge_v1_PaymentStatsInput, _gx_charge_v1_PaymentStats>
        PaymentTimes: MessageTypeDefinition<_gx_charge_v1_PaymentTimesInput, _gx_charge_v1_PaymentTimes>
        PaymentVolume: MessageTypeDefinition<_gx_charge_v1_PaymentVolumeInput, _gx_charge_v1_PaymentVolume>
        PixCode: MessageTypeDefinition<_gx_charge_v1_PixCodeInput, _gx_charge_v1_PixCode>
        ProviderStatus: MessageTypeDefinition<_gx_charge_v1_ProviderStatusInput, _gx_charge_v1_ProviderStatus>
        ReceiptFile: MessageTypeDefinition<_gx_charge_v1_ReceiptFileInput, _gx_charge_v1_ReceiptFile>
        ReceiveProviderCallbackRequest: MessageTypeDefinition<_gx_charge_v1_ReceiveProviderCallbackRequestInput, _gx_charge_v1_ReceiveProviderCallbackRequest>
        ReceiveProviderCallbackResponse: MessageTypeDefinition<_gx_charge_v1_ReceiveProviderCallbackResponseInput, _gx_charge_v1_ReceiveProviderCallbackResponse>
        RecheckPaymentRequest: MessageTypeDefinition<_gx_charge_v1_RecheckPaymentRequestInput, _gx_charge_v1_RecheckPaymentRequest>
        RecheckPaymentResponse: MessageTypeDefinition<_gx_charge_v1_RecheckPaymentResponseInput, _gx_charge_v1_RecheckPaymentResponse>
        RetireBankProfileRequest: MessageTypeDefinition<_gx_charge_v1_RetireBankProfileRequestInput, _gx_charge_v1_RetireBankProfileRequest>
        RetireBankProfileResponse: MessageTypeDefinition<_gx_charge_v1_RetireBankProfileResponseInput, _gx_charge_v1_RetireBankProfileResponse>
        Review: MessageTypeDefinition<_gx_charge_v1_ReviewInput, _gx_charge_v1_Review>
        SetBankProfileRequest: MessageTypeDefinition<_gx_charge_v1_SetBankProfileRequestInput, _gx_charge_v1_SetBankProfileRequest>
        SetBankProfileResponse: MessageTypeDefinition<_gx_charge_v1_SetBankProfileResponseInput, _gx_charge_v1_SetBankProfileResponse>
        Settlement: MessageTypeDefinition<_gx_charge_v1_SettlementInput, _gx_charge_v1_Settlement>
        SimulateBankReturnRequest: MessageTypeDefinition<_gx_charge_v1_SimulateBankReturnRequestInput, _gx_charge_v1_SimulateBankReturnRequest>
        SimulateBankReturnResponse: MessageTypeDefinition<_gx_charge_v1_SimulateBankReturnResponseInput, _gx_charge_v1_SimulateBankReturnResponse>
        SimulateOutcomeRequest: MessageTypeDefinition<_gx_charge_v1_SimulateOutcomeRequestInput, _gx_charge_v1_SimulateOutcomeRequest>
        SimulateOutcomeResponse: MessageTypeDefinition<_gx_charge_v1_SimulateOutcomeResponseInput, _gx_charge_v1_SimulateOutcomeResponse>
        SimulatePaymentRequest: MessageTypeDefinition<_gx_charge_v1_SimulatePaymentRequestInput, _gx_charge_v1_SimulatePaymentRequest>
        SimulatePaymentResponse: MessageTypeDefinition<_gx_charge_v1_SimulatePaymentResponseInput, _gx_charge_v1_SimulatePaymentResponse>
        SimulatedProviderState: MessageTypeDefinition<_gx_charge_v1_SimulatedProviderStateInput, _gx_charge_v1_SimulatedProviderState>
        StatisticsProblem: MessageTypeDefinition<_gx_charge_v1_StatisticsProblemInput, _gx_charge_v1_StatisticsProblem>
        VerifyStatisticsRequest: MessageTypeDefinition<_gx_charge_v1_VerifyStatisticsRequestInput, _gx_charge_v1_VerifyStatisticsRequest>
        VerifyStatisticsResponse: MessageTypeDefinition<_gx_charge_v1_VerifyStatisticsResponseInput, _gx_charge_v1_VerifyStatisticsResponse>
      }
    }
    common: {
      v1: {
        EncryptedCount: MessageTypeDefinition<_gx_common_v1_EncryptedCountInput, _gx_common_v1_EncryptedCount>
        ErrorDetail: MessageTypeDefinition<_gx_common_v1_ErrorDetailInput, _gx_common_v1_ErrorDetail>
        FieldProblem: MessageTypeDefinition<_gx_common_v1_FieldProblemInput, _gx_common_v1_FieldProblem>
        ReencryptSecretsRequest: MessageTypeDefinition<_gx_common_v1_ReencryptSecretsRequestInput, _gx_common_v1_ReencryptSecretsRequest>
        ReencryptSecretsResponse: MessageTypeDefinition<_gx_common_v1_ReencryptSecretsResponseInput, _gx_common_v1_ReencryptSecretsResponse>
        Tenant: MessageTypeDefinition<_gx_common_v1_TenantInput, _gx_common_v1_Tenant>
      }
    }
    refund: {
      v1: {
        CreateRefundRequest: MessageTypeDefinition<_gx_refund_v1_CreateRefundRequestInput, _gx_refund_v1_CreateRefundRequest>
        CreateRefundResponse: MessageTypeDefinition<_gx_refund_v1_CreateRefundResponseInput, _gx_refund_v1_CreateRefundResponse>
        ListDevolutionsRequest: MessageTypeDefinition<_gx_refund_v1_ListDevolutionsRequestInput, _gx_refund_v1_ListDevolutionsRequest>
        ListDevolutionsResponse: MessageTypeDefinition<_gx_refund_v1_ListDevolutionsResponseInput, _gx_refund_v1_ListDevolutionsResponse>
        ListFailedReturnsRequest: MessageTypeDefinition<_gx_refund_v1_ListFailedReturnsRequestInput, _gx_refund_v1_ListFailedReturnsRequest>
        ListFailedReturnsResponse: MessageTypeDefinition<_gx_refund_v1_ListFailedReturnsResponseInput, _gx_refund_v1_ListFailedReturnsResponse>
        ListPixOutsRequest: MessageTypeDefinition<_gx_refund_v1_ListPixOutsRequestInput, _gx_refund_v1_ListPixOutsRequest>
        ListPixOutsResponse: MessageTypeDefinition<_gx_refund_v1_ListPixOutsResponseInput, _gx_refund_v1_ListPixOutsResponse>
        ListRefundsRequest: MessageTypeDefinition<_gx_refund_v1_ListRefundsRequestInput, _gx_refund_v1_ListRefundsRequest>
        ListRefundsResponse: MessageTypeDefinition<_gx_refund_v1_ListRefundsResponseInput, _gx_refund_v1_ListRefundsResponse>
        ListStatusesRequest: MessageTypeDefinition<_gx_refund_v1_ListStatusesRequestInput, _gx_refund_v1_ListStatusesRequest>
        ListStatusesResponse: MessageTypeDefinition<_gx_refund_v1_ListStatusesResponseInput, _gx_refund_v1_ListStatusesResponse>
        OwnDevolution: MessageTypeDefinition<_gx_refund_v1_OwnDevolutionInput, _gx_refund_v1_OwnDevolution>
        OwnPixOut: MessageTypeDefinition<_gx_refund_v1_OwnPixOutInput, _gx_refund_v1_OwnPixOut>
        PixOutAtBank: MessageTypeDefinition<_gx_refund_v1_PixOutAtBankInput, _gx_refund_v1_PixOutAtBank>
        Refund: MessageTypeDefinition<_gx_refund_v1_RefundInput, _gx_refund_v1_Refund>
        RefundEvent: MessageTypeDefinition<_gx_refund_v1_RefundEventInput, _gx_refund_v1_RefundEvent>
        RefundLost: MessageTypeDefinition<_gx_refund_v1_RefundLostInput, _gx_refund_v1_RefundLost>
        /**
         * Money on its way back to payers: refunds that merchants order, and returns of money that must not be kept.
         */
        RefundService: SubtypeConstructor<typeof grpc.Client, _gx_refund_v1_RefundServiceClient> & { service: _gx_refund_v1_RefundServiceDefinition }
        RefundStatus: MessageTypeDefinition<_gx_refund_v1_RefundStatusInput, _gx_refund_v1_RefundStatus>
        RetryReturnRequest: MessageTypeDefinition<_gx_refund_v1_RetryReturnRequestInput, _gx_refund_v1_RetryReturnRequest>
        ReturnProgressed: MessageTypeDefinition<_gx_refund_v1_ReturnProgressedInput, _gx_refund_v1_ReturnProgressed>
        SettleReturnRequest: MessageTypeDefinition<_gx_refund_v1_SettleReturnRequestInput, _gx_refund_v1_SettleReturnRequest>
      }
    }
  }
}

