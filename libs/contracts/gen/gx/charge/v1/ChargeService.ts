// Original file: gx/charge/v1/charge.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BankBooksInput as _gx_charge_v1_BankBooksInput, BankBooks as _gx_charge_v1_BankBooks } from '../../../gx/charge/v1/BankBooks.ts';
import type { ChargeInput as _gx_charge_v1_ChargeInput, Charge as _gx_charge_v1_Charge } from '../../../gx/charge/v1/Charge.ts';
import type { CreateChargeRequestInput as _gx_charge_v1_CreateChargeRequestInput, CreateChargeRequest as _gx_charge_v1_CreateChargeRequest } from '../../../gx/charge/v1/CreateChargeRequest.ts';
import type { CreateChargeResponseInput as _gx_charge_v1_CreateChargeResponseInput, CreateChargeResponse as _gx_charge_v1_CreateChargeResponse } from '../../../gx/charge/v1/CreateChargeResponse.ts';
import type { GetBankBooksRequestInput as _gx_charge_v1_GetBankBooksRequestInput, GetBankBooksRequest as _gx_charge_v1_GetBankBooksRequest } from '../../../gx/charge/v1/GetBankBooksRequest.ts';
import type { GetChargeRequestInput as _gx_charge_v1_GetChargeRequestInput, GetChargeRequest as _gx_charge_v1_GetChargeRequest } from '../../../gx/charge/v1/GetChargeRequest.ts';
import type { GetPaymentCodeRequestInput as _gx_charge_v1_GetPaymentCodeRequestInput, GetPaymentCodeRequest as _gx_charge_v1_GetPaymentCodeRequest } from '../../../gx/charge/v1/GetPaymentCodeRequest.ts';
import type { GetPaymentCodeResponseInput as _gx_charge_v1_GetPaymentCodeResponseInput, GetPaymentCodeResponse as _gx_charge_v1_GetPaymentCodeResponse } from '../../../gx/charge/v1/GetPaymentCodeResponse.ts';
import type { ListChargesRequestInput as _gx_charge_v1_ListChargesRequestInput, ListChargesRequest as _gx_charge_v1_ListChargesRequest } from '../../../gx/charge/v1/ListChargesRequest.ts';
import type { ListChargesResponseInput as _gx_charge_v1_ListChargesResponseInput, ListChargesResponse as _gx_charge_v1_ListChargesResponse } from '../../../gx/charge/v1/ListChargesResponse.ts';
import type { ReceiveBankNoticeRequestInput as _gx_charge_v1_ReceiveBankNoticeRequestInput, ReceiveBankNoticeRequest as _gx_charge_v1_ReceiveBankNoticeRequest } from '../../../gx/charge/v1/ReceiveBankNoticeRequest.ts';
import type { ReceiveBankNoticeResponseInput as _gx_charge_v1_ReceiveBankNoticeResponseInput, ReceiveBankNoticeResponse as _gx_charge_v1_ReceiveBankNoticeResponse } from '../../../gx/charge/v1/ReceiveBankNoticeResponse.ts';
import type { SetBankProfileRequestInput as _gx_charge_v1_SetBankProfileRequestInput, SetBankProfileRequest as _gx_charge_v1_SetBankProfileRequest } from '../../../gx/charge/v1/SetBankProfileRequest.ts';
import type { SetBankProfileResponseInput as _gx_charge_v1_SetBankProfileResponseInput, SetBankProfileResponse as _gx_charge_v1_SetBankProfileResponse } from '../../../gx/charge/v1/SetBankProfileResponse.ts';
import type { SimulatePaymentRequestInput as _gx_charge_v1_SimulatePaymentRequestInput, SimulatePaymentRequest as _gx_charge_v1_SimulatePaymentRequest } from '../../../gx/charge/v1/SimulatePaymentRequest.ts';
import type { SimulatePaymentResponseInput as _gx_charge_v1_SimulatePaymentResponseInput, SimulatePaymentResponse as _gx_charge_v1_SimulatePaymentResponse } from '../../../gx/charge/v1/SimulatePaymentResponse.ts';

/**
 * Charges, what the bank says about them, and the payer's side in test mode.
 */
export interface ChargeServiceClient extends grpc.Client {
  CreateCharge(argument: _gx_charge_v1_CreateChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  CreateCharge(argument: _gx_charge_v1_CreateChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  CreateCharge(argument: _gx_charge_v1_CreateChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  CreateCharge(argument: _gx_charge_v1_CreateChargeRequestInput, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  createCharge(argument: _gx_charge_v1_CreateChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  createCharge(argument: _gx_charge_v1_CreateChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  createCharge(argument: _gx_charge_v1_CreateChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  createCharge(argument: _gx_charge_v1_CreateChargeRequestInput, callback: grpc.requestCallback<_gx_charge_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  
  /**
   * The simulator's own books for a charge. Test mode only.
   */
  GetBankBooks(argument: _gx_charge_v1_GetBankBooksRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_BankBooks>): grpc.ClientUnaryCall;
  GetBankBooks(argument: _gx_charge_v1_GetBankBooksRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_BankBooks>): grpc.ClientUnaryCall;
  GetBankBooks(argument: _gx_charge_v1_GetBankBooksRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_BankBooks>): grpc.ClientUnaryCall;
  GetBankBooks(argument: _gx_charge_v1_GetBankBooksRequestInput, callback: grpc.requestCallback<_gx_charge_v1_BankBooks>): grpc.ClientUnaryCall;
  /**
   * The simulator's own books for a charge. Test mode only.
   */
  getBankBooks(argument: _gx_charge_v1_GetBankBooksRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_BankBooks>): grpc.ClientUnaryCall;
  getBankBooks(argument: _gx_charge_v1_GetBankBooksRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_BankBooks>): grpc.ClientUnaryCall;
  getBankBooks(argument: _gx_charge_v1_GetBankBooksRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_BankBooks>): grpc.ClientUnaryCall;
  getBankBooks(argument: _gx_charge_v1_GetBankBooksRequestInput, callback: grpc.requestCallback<_gx_charge_v1_BankBooks>): grpc.ClientUnaryCall;
  
  GetCharge(argument: _gx_charge_v1_GetChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  GetCharge(argument: _gx_charge_v1_GetChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  GetCharge(argument: _gx_charge_v1_GetChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  GetCharge(argument: _gx_charge_v1_GetChargeRequestInput, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  getCharge(argument: _gx_charge_v1_GetChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  getCharge(argument: _gx_charge_v1_GetChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  getCharge(argument: _gx_charge_v1_GetChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  getCharge(argument: _gx_charge_v1_GetChargeRequestInput, callback: grpc.requestCallback<_gx_charge_v1_Charge>): grpc.ClientUnaryCall;
  
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
  
  ListCharges(argument: _gx_charge_v1_ListChargesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  ListCharges(argument: _gx_charge_v1_ListChargesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  ListCharges(argument: _gx_charge_v1_ListChargesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  ListCharges(argument: _gx_charge_v1_ListChargesRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  listCharges(argument: _gx_charge_v1_ListChargesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  listCharges(argument: _gx_charge_v1_ListChargesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  listCharges(argument: _gx_charge_v1_ListChargesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  listCharges(argument: _gx_charge_v1_ListChargesRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  
  /**
   * Stores every element of a bank's notice durably, then answers.
   */
  ReceiveBankNotice(argument: _gx_charge_v1_ReceiveBankNoticeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ReceiveBankNoticeResponse>): grpc.ClientUnaryCall;
  ReceiveBankNotice(argument: _gx_charge_v1_ReceiveBankNoticeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ReceiveBankNoticeResponse>): grpc.ClientUnaryCall;
  ReceiveBankNotice(argument: _gx_charge_v1_ReceiveBankNoticeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ReceiveBankNoticeResponse>): grpc.ClientUnaryCall;
  ReceiveBankNotice(argument: _gx_charge_v1_ReceiveBankNoticeRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ReceiveBankNoticeResponse>): grpc.ClientUnaryCall;
  /**
   * Stores every element of a bank's notice durably, then answers.
   */
  receiveBankNotice(argument: _gx_charge_v1_ReceiveBankNoticeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ReceiveBankNoticeResponse>): grpc.ClientUnaryCall;
  receiveBankNotice(argument: _gx_charge_v1_ReceiveBankNoticeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_charge_v1_ReceiveBankNoticeResponse>): grpc.ClientUnaryCall;
  receiveBankNotice(argument: _gx_charge_v1_ReceiveBankNoticeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_charge_v1_ReceiveBankNoticeResponse>): grpc.ClientUnaryCall;
  receiveBankNotice(argument: _gx_charge_v1_ReceiveBankNoticeRequestInput, callback: grpc.requestCallback<_gx_charge_v1_ReceiveBankNoticeResponse>): grpc.ClientUnaryCall;
  
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
  
}

/**
 * Charges, what the bank says about them, and the payer's side in test mode.
 */
export interface ChargeServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateCharge: grpc.handleUnaryCall<_gx_charge_v1_CreateChargeRequest, _gx_charge_v1_CreateChargeResponseInput>;
  
  /**
   * The simulator's own books for a charge. Test mode only.
   */
  GetBankBooks: grpc.handleUnaryCall<_gx_charge_v1_GetBankBooksRequest, _gx_charge_v1_BankBooksInput>;
  
  GetCharge: grpc.handleUnaryCall<_gx_charge_v1_GetChargeRequest, _gx_charge_v1_ChargeInput>;
  
  /**
   * The code behind the public QR image; NOT_FOUND once the charge is no longer pending.
   */
  GetPaymentCode: grpc.handleUnaryCall<_gx_charge_v1_GetPaymentCodeRequest, _gx_charge_v1_GetPaymentCodeResponseInput>;
  
  ListCharges: grpc.handleUnaryCall<_gx_charge_v1_ListChargesRequest, _gx_charge_v1_ListChargesResponseInput>;
  
  /**
   * Stores every element of a bank's notice durably, then answers.
   */
  ReceiveBankNotice: grpc.handleUnaryCall<_gx_charge_v1_ReceiveBankNoticeRequest, _gx_charge_v1_ReceiveBankNoticeResponseInput>;
  
  /**
   * Makes or replaces a bank profile (operators only: not routed by the gateway).
   */
  SetBankProfile: grpc.handleUnaryCall<_gx_charge_v1_SetBankProfileRequest, _gx_charge_v1_SetBankProfileResponseInput>;
  
  /**
   * Plays the payer's bank against the simulator. Test mode only: NOT_FOUND for a live tenant.
   */
  SimulatePayment: grpc.handleUnaryCall<_gx_charge_v1_SimulatePaymentRequest, _gx_charge_v1_SimulatePaymentResponseInput>;
  
}

export interface ChargeServiceDefinition extends grpc.ServiceDefinition {
  CreateCharge: MethodDefinition<_gx_charge_v1_CreateChargeRequestInput, _gx_charge_v1_CreateChargeResponseInput, _gx_charge_v1_CreateChargeRequest, _gx_charge_v1_CreateChargeResponse>
  GetBankBooks: MethodDefinition<_gx_charge_v1_GetBankBooksRequestInput, _gx_charge_v1_BankBooksInput, _gx_charge_v1_GetBankBooksRequest, _gx_charge_v1_BankBooks>
  GetCharge: MethodDefinition<_gx_charge_v1_GetChargeRequestInput, _gx_charge_v1_ChargeInput, _gx_charge_v1_GetChargeRequest, _gx_charge_v1_Charge>
  GetPaymentCode: MethodDefinition<_gx_charge_v1_GetPaymentCodeRequestInput, _gx_charge_v1_GetPaymentCodeResponseInput, _gx_charge_v1_GetPaymentCodeRequest, _gx_charge_v1_GetPaymentCodeResponse>
  ListCharges: MethodDefinition<_gx_charge_v1_ListChargesRequestInput, _gx_charge_v1_ListChargesResponseInput, _gx_charge_v1_ListChargesRequest, _gx_charge_v1_ListChargesResponse>
  ReceiveBankNotice: MethodDefinition<_gx_charge_v1_ReceiveBankNoticeRequestInput, _gx_charge_v1_ReceiveBankNoticeResponseInput, _gx_charge_v1_ReceiveBankNoticeRequest, _gx_charge_v1_ReceiveBankNoticeResponse>
  SetBankProfile: MethodDefinition<_gx_charge_v1_SetBankProfileRequestInput, _gx_charge_v1_SetBankProfileResponseInput, _gx_charge_v1_SetBankProfileRequest, _gx_charge_v1_SetBankProfileResponse>
  SimulatePayment: MethodDefinition<_gx_charge_v1_SimulatePaymentRequestInput, _gx_charge_v1_SimulatePaymentResponseInput, _gx_charge_v1_SimulatePaymentRequest, _gx_charge_v1_SimulatePaymentResponse>
}
