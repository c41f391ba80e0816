// Original file: gx/keys/v1/keys.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AccountSettingsInput as _gx_keys_v1_AccountSettingsInput, AccountSettings as _gx_keys_v1_AccountSettings } from '../../../gx/keys/v1/AccountSettings.ts';
import type { CreateAccountRequestInput as _gx_keys_v1_CreateAccountRequestInput, CreateAccountRequest as _gx_keys_v1_CreateAccountRequest } from '../../../gx/keys/v1/CreateAccountRequest.ts';
import type { CreateAccountResponseInput as _gx_keys_v1_CreateAccountResponseInput, CreateAccountResponse as _gx_keys_v1_CreateAccountResponse } from '../../../gx/keys/v1/CreateAccountResponse.ts';
import type { GetAccountSettingsRequestInput as _gx_keys_v1_GetAccountSettingsRequestInput, GetAccountSettingsRequest as _gx_keys_v1_GetAccountSettingsRequest } from '../../../gx/keys/v1/GetAccountSettingsRequest.ts';
import type { GetJwksRequestInput as _gx_keys_v1_GetJwksRequestInput, GetJwksRequest as _gx_keys_v1_GetJwksRequest } from '../../../gx/keys/v1/GetJwksRequest.ts';
import type { GetJwksResponseInput as _gx_keys_v1_GetJwksResponseInput, GetJwksResponse as _gx_keys_v1_GetJwksResponse } from '../../../gx/keys/v1/GetJwksResponse.ts';
import type { IssueKeyRequestInput as _gx_keys_v1_IssueKeyRequestInput, IssueKeyRequest as _gx_keys_v1_IssueKeyRequest } from '../../../gx/keys/v1/IssueKeyRequest.ts';
import type { IssuedKeyInput as _gx_keys_v1_IssuedKeyInput, IssuedKey as _gx_keys_v1_IssuedKey } from '../../../gx/keys/v1/IssuedKey.ts';
import type { ListAccountKeysRequestInput as _gx_keys_v1_ListAccountKeysRequestInput, ListAccountKeysRequest as _gx_keys_v1_ListAccountKeysRequest } from '../../../gx/keys/v1/ListAccountKeysRequest.ts';
import type { ListAccountKeysResponseInput as _gx_keys_v1_ListAccountKeysResponseInput, ListAccountKeysResponse as _gx_keys_v1_ListAccountKeysResponse } from '../../../gx/keys/v1/ListAccountKeysResponse.ts';
import type { ListAuditEventsRequestInput as _gx_keys_v1_ListAuditEventsRequestInput, ListAuditEventsRequest as _gx_keys_v1_ListAuditEventsRequest } from '../../../gx/keys/v1/ListAuditEventsRequest.ts';
import type { ListAuditEventsResponseInput as _gx_keys_v1_ListAuditEventsResponseInput, ListAuditEventsResponse as _gx_keys_v1_ListAuditEventsResponse } from '../../../gx/keys/v1/ListAuditEventsResponse.ts';
import type { ListKeysRequestInput as _gx_keys_v1_ListKeysRequestInput, ListKeysRequest as _gx_keys_v1_ListKeysRequest } from '../../../gx/keys/v1/ListKeysRequest.ts';
import type { ListKeysResponseInput as _gx_keys_v1_ListKeysResponseInput, ListKeysResponse as _gx_keys_v1_ListKeysResponse } from '../../../gx/keys/v1/ListKeysResponse.ts';
import type { ListRequestLogsRequestInput as _gx_keys_v1_ListRequestLogsRequestInput, ListRequestLogsRequest as _gx_keys_v1_ListRequestLogsRequest } from '../../../gx/keys/v1/ListRequestLogsRequest.ts';
import type { ListRequestLogsResponseInput as _gx_keys_v1_ListRequestLogsResponseInput, ListRequestLogsResponse as _gx_keys_v1_ListRequestLogsResponse } from '../../../gx/keys/v1/ListRequestLogsResponse.ts';
import type { LoginRequestInput as _gx_keys_v1_LoginRequestInput, LoginRequest as _gx_keys_v1_LoginRequest } from '../../../gx/keys/v1/LoginRequest.ts';
import type { LoginResponseInput as _gx_keys_v1_LoginResponseInput, LoginResponse as _gx_keys_v1_LoginResponse } from '../../../gx/keys/v1/LoginResponse.ts';
import type { LogoutRequestInput as _gx_keys_v1_LogoutRequestInput, LogoutRequest as _gx_keys_v1_LogoutRequest } from '../../../gx/keys/v1/LogoutRequest.ts';
import type { LogoutResponseInput as _gx_keys_v1_LogoutResponseInput, LogoutResponse as _gx_keys_v1_LogoutResponse } from '../../../gx/keys/v1/LogoutResponse.ts';
import type { ReadTokenRequestInput as _gx_keys_v1_ReadTokenRequestInput, ReadTokenRequest as _gx_keys_v1_ReadTokenRequest } from '../../../gx/keys/v1/ReadTokenRequest.ts';
import type { RecordRequestsRequestInput as _gx_keys_v1_RecordRequestsRequestInput, RecordRequestsRequest as _gx_keys_v1_RecordRequestsRequest } from '../../../gx/keys/v1/RecordRequestsRequest.ts';
import type { RecordRequestsResponseInput as _gx_keys_v1_RecordRequestsResponseInput, RecordRequestsResponse as _gx_keys_v1_RecordRequestsResponse } from '../../../gx/keys/v1/RecordRequestsResponse.ts';
import type { ResolveKeyRequestInput as _gx_keys_v1_ResolveKeyRequestInput, ResolveKeyRequest as _gx_keys_v1_ResolveKeyRequest } from '../../../gx/keys/v1/ResolveKeyRequest.ts';
import type { ResolvedKeyInput as _gx_keys_v1_ResolvedKeyInput, ResolvedKey as _gx_keys_v1_ResolvedKey } from '../../../gx/keys/v1/ResolvedKey.ts';
import type { RevokeKeyByOperatorRequestInput as _gx_keys_v1_RevokeKeyByOperatorRequestInput, RevokeKeyByOperatorRequest as _gx_keys_v1_RevokeKeyByOperatorRequest } from '../../../gx/keys/v1/RevokeKeyByOperatorRequest.ts';
import type { RevokeKeyByOperatorResponseInput as _gx_keys_v1_RevokeKeyByOperatorResponseInput, RevokeKeyByOperatorResponse as _gx_keys_v1_RevokeKeyByOperatorResponse } from '../../../gx/keys/v1/RevokeKeyByOperatorResponse.ts';
import type { RevokeKeyRequestInput as _gx_keys_v1_RevokeKeyRequestInput, RevokeKeyRequest as _gx_keys_v1_RevokeKeyRequest } from '../../../gx/keys/v1/RevokeKeyRequest.ts';
import type { RevokeKeyResponseInput as _gx_keys_v1_RevokeKeyResponseInput, RevokeKeyResponse as _gx_keys_v1_RevokeKeyResponse } from '../../../gx/keys/v1/RevokeKeyResponse.ts';
import type { RotateKeyRequestInput as _gx_keys_v1_RotateKeyRequestInput, RotateKeyRequest as _gx_keys_v1_RotateKeyRequest } from '../../../gx/keys/v1/RotateKeyRequest.ts';
import type { TokenOwnerInput as _gx_keys_v1_TokenOwnerInput, TokenOwner as _gx_keys_v1_TokenOwner } from '../../../gx/keys/v1/TokenOwner.ts';

/**
 * Accounts, users, login tokens and API keys.
 */
export interface KeysServiceClient extends grpc.Client {
  /**
   * Makes an account and its first user (operators only: not routed by the gateway).
   */
  CreateAccount(argument: _gx_keys_v1_CreateAccountRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_CreateAccountResponse>): grpc.ClientUnaryCall;
  CreateAccount(argument: _gx_keys_v1_CreateAccountRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_CreateAccountResponse>): grpc.ClientUnaryCall;
  CreateAccount(argument: _gx_keys_v1_CreateAccountRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_CreateAccountResponse>): grpc.ClientUnaryCall;
  CreateAccount(argument: _gx_keys_v1_CreateAccountRequestInput, callback: grpc.requestCallback<_gx_keys_v1_CreateAccountResponse>): grpc.ClientUnaryCall;
  /**
   * Makes an account and its first user (operators only: not routed by the gateway).
   */
  createAccount(argument: _gx_keys_v1_CreateAccountRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_CreateAccountResponse>): grpc.ClientUnaryCall;
  createAccount(argument: _gx_keys_v1_CreateAccountRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_CreateAccountResponse>): grpc.ClientUnaryCall;
  createAccount(argument: _gx_keys_v1_CreateAccountRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_CreateAccountResponse>): grpc.ClientUnaryCall;
  createAccount(argument: _gx_keys_v1_CreateAccountRequestInput, callback: grpc.requestCallback<_gx_keys_v1_CreateAccountResponse>): grpc.ClientUnaryCall;
  
  GetAccountSettings(argument: _gx_keys_v1_GetAccountSettingsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_AccountSettings>): grpc.ClientUnaryCall;
  GetAccountSettings(argument: _gx_keys_v1_GetAccountSettingsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_AccountSettings>): grpc.ClientUnaryCall;
  GetAccountSettings(argument: _gx_keys_v1_GetAccountSettingsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_AccountSettings>): grpc.ClientUnaryCall;
  GetAccountSettings(argument: _gx_keys_v1_GetAccountSettingsRequestInput, callback: grpc.requestCallback<_gx_keys_v1_AccountSettings>): grpc.ClientUnaryCall;
  getAccountSettings(argument: _gx_keys_v1_GetAccountSettingsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_AccountSettings>): grpc.ClientUnaryCall;
  getAccountSettings(argument: _gx_keys_v1_GetAccountSettingsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_AccountSettings>): grpc.ClientUnaryCall;
  getAccountSettings(argument: _gx_keys_v1_GetAccountSettingsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_AccountSettings>): grpc.ClientUnaryCall;
  getAccountSettings(argument: _gx_keys_v1_GetAccountSettingsRequestInput, callback: grpc.requestCallback<_gx_keys_v1_AccountSettings>): grpc.ClientUnaryCall;
  
  /**
   * The public half of the login token keys, as a JSON Web Key Set.
   */
  GetJwks(argument: _gx_keys_v1_GetJwksRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_GetJwksResponse>): grpc.ClientUnaryCall;
  GetJwks(argument: _gx_keys_v1_GetJwksRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_GetJwksResponse>): grpc.ClientUnaryCall;
  GetJwks(argument: _gx_keys_v1_GetJwksRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_GetJwksResponse>): grpc.ClientUnaryCall;
  GetJwks(argument: _gx_keys_v1_GetJwksRequestInput, callback: grpc.requestCallback<_gx_keys_v1_GetJwksResponse>): grpc.ClientUnaryCall;
  /**
   * The public half of the login token keys, as a JSON Web Key Set.
   */
  getJwks(argument: _gx_keys_v1_GetJwksRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_GetJwksResponse>): grpc.ClientUnaryCall;
  getJwks(argument: _gx_keys_v1_GetJwksRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_GetJwksResponse>): grpc.ClientUnaryCall;
  getJwks(argument: _gx_keys_v1_GetJwksRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_GetJwksResponse>): grpc.ClientUnaryCall;
  getJwks(argument: _gx_keys_v1_GetJwksRequestInput, callback: grpc.requestCallback<_gx_keys_v1_GetJwksResponse>): grpc.ClientUnaryCall;
  
  IssueKey(argument: _gx_keys_v1_IssueKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_IssuedKey>): grpc.ClientUnaryCall;
  IssueKey(argument: _gx_keys_v1_IssueKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_IssuedKey>): grpc.ClientUnaryCall;
  IssueKey(argument: _gx_keys_v1_IssueKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_IssuedKey>): grpc.ClientUnaryCall;
  IssueKey(argument: _gx_keys_v1_IssueKeyRequestInput, callback: grpc.requestCallback<_gx_keys_v1_IssuedKey>): grpc.ClientUnaryCall;
  issueKey(argument: _gx_keys_v1_IssueKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_IssuedKey>): grpc.ClientUnaryCall;
  issueKey(argument: _gx_keys_v1_IssueKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_IssuedKey>): grpc.ClientUnaryCall;
  issueKey(argument: _gx_keys_v1_IssueKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_IssuedKey>): grpc.ClientUnaryCall;
  issueKey(argument: _gx_keys_v1_IssueKeyRequestInput, callback: grpc.requestCallback<_gx_keys_v1_IssuedKey>): grpc.ClientUnaryCall;
  
  /**
   * The keys of an account, newest first (operators only: not routed by the gateway).
   */
  ListAccountKeys(argument: _gx_keys_v1_ListAccountKeysRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_ListAccountKeysResponse>): grpc.ClientUnaryCall;
  ListAccountKeys(argument: _gx_keys_v1_ListAccountKeysRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_ListAccountKeysResponse>): grpc.ClientUnaryCall;
  ListAccountKeys(argument: _gx_keys_v1_ListAccountKeysRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_ListAccountKeysResponse>): grpc.ClientUnaryCall;
  ListAccountKeys(argument: _gx_keys_v1_ListAccountKeysRequestInput, callback: grpc.requestCallback<_gx_keys_v1_ListAccountKeysResponse>): grpc.ClientUnaryCall;
  /**
   * The keys of an account, newest first (operators only: not routed by the gateway).
   */
  listAccountKeys(argument: _gx_keys_v1_ListAccountKeysRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_ListAccountKeysResponse>): grpc.ClientUnaryCall;
  listAccountKeys(argument: _gx_keys_v1_ListAccountKeysRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_ListAccountKeysResponse>): grpc.ClientUnaryCall;
  listAccountKeys(argument: _gx_keys_v1_ListAccountKeysRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_ListAccountKeysResponse>): grpc.ClientUnaryCall;
  listAccountKeys(argument: _gx_keys_v1_ListAccountKeysRequestInput, callback: grpc.requestCallback<_gx_keys_v1_ListAccountKeysResponse>): grpc.ClientUnaryCall;
  
  ListAuditEvents(argument: _gx_keys_v1_ListAuditEventsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_ListAuditEventsResponse>): grpc.ClientUnaryCall;
  ListAuditEvents(argument: _gx_keys_v1_ListAuditEventsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_ListAuditEventsResponse>): grpc.ClientUnaryCall;
  ListAuditEvents(argument: _gx_keys_v1_ListAuditEventsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_ListAuditEventsResponse>): grpc.ClientUnaryCall;
  ListAuditEvents(argument: _gx_keys_v1_ListAuditEventsRequestInput, callback: grpc.requestCallback<_gx_keys_v1_ListAuditEventsResponse>): grpc.ClientUnaryCall;
  listAuditEvents(argument: _gx_keys_v1_ListAuditEventsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_ListAuditEventsResponse>): grpc.ClientUnaryCall;
  listAuditEvents(argument: _gx_keys_v1_ListAuditEventsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_ListAuditEventsResponse>): grpc.ClientUnaryCall;
  listAuditEvents(argument: _gx_keys_v1_ListAuditEventsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_ListAuditEventsResponse>): grpc.ClientUnaryCall;
  listAuditEvents(argument: _gx_keys_v1_ListAuditEventsRequestInput, callback: grpc.requestCallback<_gx_keys_v1_ListAuditEventsResponse>): grpc.ClientUnaryCall;
  
  /**
   * The newest 1,000.
   */
  ListKeys(argument: _gx_keys_v1_ListKeysRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_ListKeysResponse>): grpc.ClientUnaryCall;
  ListKeys(argument: _gx_keys_v1_ListKeysRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_ListKeysResponse>): grpc.ClientUnaryCall;
  ListKeys(argument: _gx_keys_v1_ListKeysRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_ListKeysResponse>): grpc.ClientUnaryCall;
  ListKeys(argument: _gx_keys_v1_ListKeysRequestInput, callback: grpc.requestCallback<_gx_keys_v1_ListKeysResponse>): grpc.ClientUnaryCall;
  /**
   * The newest 1,000.
   */
  listKeys(argument: _gx_keys_v1_ListKeysRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_ListKeysResponse>): grpc.ClientUnaryCall;
  listKeys(argument: _gx_keys_v1_ListKeysRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_ListKeysResponse>): grpc.ClientUnaryCall;
  listKeys(argument: _gx_keys_v1_ListKeysRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_ListKeysResponse>): grpc.ClientUnaryCall;
  listKeys(argument: _gx_keys_v1_ListKeysRequestInput, callback: grpc.requestCallback<_gx_keys_v1_ListKeysResponse>): grpc.ClientUnaryCall;
  
  /**
   * Both newest first. INVALID_ARGUMENT `invalid_cursor` for a cursor that is no record of this account.
   */
  ListRequestLogs(argument: _gx_keys_v1_ListRequestLogsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_ListRequestLogsResponse>): grpc.ClientUnaryCall;
  ListRequestLogs(argument: _gx_keys_v1_ListRequestLogsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_ListRequestLogsResponse>): grpc.ClientUnaryCall;
  ListRequestLogs(argument: _gx_keys_v1_ListRequestLogsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_ListRequestLogsResponse>): grpc.ClientUnaryCall;
  ListRequestLogs(argument: _gx_keys_v1_ListRequestLogsRequestInput, callback: grpc.requestCallback<_gx_keys_v1_ListRequestLogsResponse>): grpc.ClientUnaryCall;
  /**
   * Both newest first. INVALID_ARGUMENT `invalid_cursor` for a cursor that is no record of this account.
   */
  listRequestLogs(argument: _gx_keys_v1_ListRequestLogsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_ListRequestLogsResponse>): grpc.ClientUnaryCall;
  listRequestLogs(argument: _gx_keys_v1_ListRequestLogsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_ListRequestLogsResponse>): grpc.ClientUnaryCall;
  listRequestLogs(argument: _gx_keys_v1_ListRequestLogsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_ListRequestLogsResponse>): grpc.ClientUnaryCall;
  listRequestLogs(argument: _gx_keys_v1_ListRequestLogsRequestInput, callback: grpc.requestCallback<_gx_keys_v1_ListRequestLogsResponse>): grpc.ClientUnaryCall;
  
  Login(argument: _gx_keys_v1_LoginRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_LoginResponse>): grpc.ClientUnaryCall;
  Login(argument: _gx_keys_v1_LoginRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_LoginResponse>): grpc.ClientUnaryCall;
  Login(argument: _gx_keys_v1_LoginRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_LoginResponse>): grpc.ClientUnaryCall;
  Login(argument: _gx_keys_v1_LoginRequestInput, callback: grpc.requestCallback<_gx_keys_v1_LoginResponse>): grpc.ClientUnaryCall;
  login(argument: _gx_keys_v1_LoginRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_LoginResponse>): grpc.ClientUnaryCall;
  login(argument: _gx_keys_v1_LoginRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_LoginResponse>): grpc.ClientUnaryCall;
  login(argument: _gx_keys_v1_LoginRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_LoginResponse>): grpc.ClientUnaryCall;
  login(argument: _gx_keys_v1_LoginRequestInput, callback: grpc.requestCallback<_gx_keys_v1_LoginResponse>): grpc.ClientUnaryCall;
  
  Logout(argument: _gx_keys_v1_LogoutRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_LogoutResponse>): grpc.ClientUnaryCall;
  Logout(argument: _gx_keys_v1_LogoutRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_LogoutResponse>): grpc.ClientUnaryCall;
  Logout(argument: _gx_keys_v1_LogoutRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_LogoutResponse>): grpc.ClientUnaryCall;
  Logout(argument: _gx_keys_v1_LogoutRequestInput, callback: grpc.requestCallback<_gx_keys_v1_LogoutResponse>): grpc.ClientUnaryCall;
  logout(argument: _gx_keys_v1_LogoutRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_LogoutResponse>): grpc.ClientUnaryCall;
  logout(argument: _gx_keys_v1_LogoutRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_LogoutResponse>): grpc.ClientUnaryCall;
  logout(argument: _gx_keys_v1_LogoutRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_LogoutResponse>): grpc.ClientUnaryCall;
  logout(argument: _gx_keys_v1_LogoutRequestInput, callback: grpc.requestCallback<_gx_keys_v1_LogoutResponse>): grpc.ClientUnaryCall;
  
  /**
   * Whose a login token is; UNAUTHENTICATED `unauthorized` for one that is not good.
   */
  ReadToken(argument: _gx_keys_v1_ReadTokenRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_TokenOwner>): grpc.ClientUnaryCall;
  ReadToken(argument: _gx_keys_v1_ReadTokenRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_TokenOwner>): grpc.ClientUnaryCall;
  ReadToken(argument: _gx_keys_v1_ReadTokenRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_TokenOwner>): grpc.ClientUnaryCall;
  ReadToken(argument: _gx_keys_v1_ReadTokenRequestInput, callback: grpc.requestCallback<_gx_keys_v1_TokenOwner>): grpc.ClientUnaryCall;
  /**
   * Whose a login token is; UNAUTHENTICATED `unauthorized` for one that is not good.
   */
  readToken(argument: _gx_keys_v1_ReadTokenRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_TokenOwner>): grpc.ClientUnaryCall;
  readToken(argument: _gx_keys_v1_ReadTokenRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_TokenOwner>): grpc.ClientUnaryCall;
  readToken(argument: _gx_keys_v1_ReadTokenRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_TokenOwner>): grpc.ClientUnaryCall;
  readToken(argument: _gx_keys_v1_ReadTokenRequestInput, callback: grpc.requestCallback<_gx_keys_v1_TokenOwner>): grpc.ClientUnaryCall;
  
  /**
   * Keeps what gateways answered, for 30 days. A record that is there already is left as it is.
   */
  RecordRequests(argument: _gx_keys_v1_RecordRequestsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_RecordRequestsResponse>): grpc.ClientUnaryCall;
  RecordRequests(argument: _gx_keys_v1_RecordRequestsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_RecordRequestsResponse>): grpc.ClientUnaryCall;
  RecordRequests(argument: _gx_keys_v1_RecordRequestsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_RecordRequestsResponse>): grpc.ClientUnaryCall;
  RecordRequests(argument: _gx_keys_v1_RecordRequestsRequestInput, callback: grpc.requestCallback<_gx_keys_v1_RecordRequestsResponse>): grpc.ClientUnaryCall;
  /**
   * Keeps what gateways answered, for 30 days. A record that is there already is left as it is.
   */
  recordRequests(argument: _gx_keys_v1_RecordRequestsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_RecordRequestsResponse>): grpc.ClientUnaryCall;
  recordRequests(argument: _gx_keys_v1_RecordRequestsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_RecordRequestsResponse>): grpc.ClientUnaryCall;
  recordRequests(argument: _gx_keys_v1_RecordRequestsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_RecordRequestsResponse>): grpc.ClientUnaryCall;
  recordRequests(argument: _gx_keys_v1_RecordRequestsRequestInput, callback: grpc.requestCallback<_gx_keys_v1_RecordRequestsResponse>): grpc.ClientUnaryCall;
  
  /**
   * Linearizable read of one key by its fingerprint; NOT_FOUND if it is unknown or revoked.
   */
  ResolveKey(argument: _gx_keys_v1_ResolveKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_ResolvedKey>): grpc.ClientUnaryCall;
  ResolveKey(argument: _gx_keys_v1_ResolveKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_ResolvedKey>): grpc.ClientUnaryCall;
  ResolveKey(argument: _gx_keys_v1_ResolveKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_ResolvedKey>): grpc.ClientUnaryCall;
  ResolveKey(argument: _gx_keys_v1_ResolveKeyRequestInput, callback: grpc.requestCallback<_gx_keys_v1_ResolvedKey>): grpc.ClientUnaryCall;
  /**
   * Linearizable read of one key by its fingerprint; NOT_FOUND if it is unknown or revoked.
   */
  resolveKey(argument: _gx_keys_v1_ResolveKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_ResolvedKey>): grpc.ClientUnaryCall;
  resolveKey(argument: _gx_keys_v1_ResolveKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_ResolvedKey>): grpc.ClientUnaryCall;
  resolveKey(argument: _gx_keys_v1_ResolveKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_ResolvedKey>): grpc.ClientUnaryCall;
  resolveKey(argument: _gx_keys_v1_ResolveKeyRequestInput, callback: grpc.requestCallback<_gx_keys_v1_ResolvedKey>): grpc.ClientUnaryCall;
  
  RevokeKey(argument: _gx_keys_v1_RevokeKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_RevokeKeyResponse>): grpc.ClientUnaryCall;
  RevokeKey(argument: _gx_keys_v1_RevokeKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_RevokeKeyResponse>): grpc.ClientUnaryCall;
  RevokeKey(argument: _gx_keys_v1_RevokeKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_RevokeKeyResponse>): grpc.ClientUnaryCall;
  RevokeKey(argument: _gx_keys_v1_RevokeKeyRequestInput, callback: grpc.requestCallback<_gx_keys_v1_RevokeKeyResponse>): grpc.ClientUnaryCall;
  revokeKey(argument: _gx_keys_v1_RevokeKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_RevokeKeyResponse>): grpc.ClientUnaryCall;
  revokeKey(argument: _gx_keys_v1_RevokeKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_RevokeKeyResponse>): grpc.ClientUnaryCall;
  revokeKey(argument: _gx_keys_v1_RevokeKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_RevokeKeyResponse>): grpc.ClientUnaryCall;
  revokeKey(argument: _gx_keys_v1_RevokeKeyRequestInput, callback: grpc.requestCallback<_gx_keys_v1_RevokeKeyResponse>): grpc.ClientUnaryCall;
  
  /**
   * RevokeKey without a login, whosever key it is (operators only: not routed by the gateway). Of a key that
   * is gone it says so, and that as late: whoever else revoked it may have done so a moment ago.
   */
  RevokeKeyByOperator(argument: _gx_keys_v1_RevokeKeyByOperatorRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_RevokeKeyByOperatorResponse>): grpc.ClientUnaryCall;
  RevokeKeyByOperator(argument: _gx_keys_v1_RevokeKeyByOperatorRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_RevokeKeyByOperatorResponse>): grpc.ClientUnaryCall;
  RevokeKeyByOperator(argument: _gx_keys_v1_RevokeKeyByOperatorRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_RevokeKeyByOperatorResponse>): grpc.ClientUnaryCall;
  RevokeKeyByOperator(argument: _gx_keys_v1_RevokeKeyByOperatorRequestInput, callback: grpc.requestCallback<_gx_keys_v1_RevokeKeyByOperatorResponse>): grpc.ClientUnaryCall;
  /**
   * RevokeKey without a login, whosever key it is (operators only: not routed by the gateway). Of a key that
   * is gone it says so, and that as late: whoever else revoked it may have done so a moment ago.
   */
  revokeKeyByOperator(argument: _gx_keys_v1_RevokeKeyByOperatorRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_RevokeKeyByOperatorResponse>): grpc.ClientUnaryCall;
  revokeKeyByOperator(argument: _gx_keys_v1_RevokeKeyByOperatorRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_RevokeKeyByOperatorResponse>): grpc.ClientUnaryCall;
  revokeKeyByOperator(argument: _gx_keys_v1_RevokeKeyByOperatorRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_RevokeKeyByOperatorResponse>): grpc.ClientUnaryCall;
  revokeKeyByOperator(argument: _gx_keys_v1_RevokeKeyByOperatorRequestInput, callback: grpc.requestCallback<_gx_keys_v1_RevokeKeyByOperatorResponse>): grpc.ClientUnaryCall;
  
  /**
   * Revokes the old key and issues the new one in one step; the answer waits until no replica can accept the
   * old one.
   */
  RotateKey(argument: _gx_keys_v1_RotateKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_IssuedKey>): grpc.ClientUnaryCall;
  RotateKey(argument: _gx_keys_v1_RotateKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_IssuedKey>): grpc.ClientUnaryCall;
  RotateKey(argument: _gx_keys_v1_RotateKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_IssuedKey>): grpc.ClientUnaryCall;
  RotateKey(argument: _gx_keys_v1_RotateKeyRequestInput, callback: grpc.requestCallback<_gx_keys_v1_IssuedKey>): grpc.ClientUnaryCall;
  /**
   * Revokes the old key and issues the new one in one step; the answer waits until no replica can accept the
   * old one.
   */
  rotateKey(argument: _gx_keys_v1_RotateKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_IssuedKey>): grpc.ClientUnaryCall;
  rotateKey(argument: _gx_keys_v1_RotateKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_keys_v1_IssuedKey>): grpc.ClientUnaryCall;
  rotateKey(argument: _gx_keys_v1_RotateKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_keys_v1_IssuedKey>): grpc.ClientUnaryCall;
  rotateKey(argument: _gx_keys_v1_RotateKeyRequestInput, callback: grpc.requestCallback<_gx_keys_v1_IssuedKey>): grpc.ClientUnaryCall;
  
}

/**
 * Accounts, users, login tokens and API keys.
 */
export interface KeysServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Makes an account and its first user (operators only: not routed by the gateway).
   */
  CreateAccount: grpc.handleUnaryCall<_gx_keys_v1_CreateAccountRequest, _gx_keys_v1_CreateAccountResponseInput>;
  
  GetAccountSettings: grpc.handleUnaryCall<_gx_keys_v1_GetAccountSettingsRequest, _gx_keys_v1_AccountSettingsInput>;
  
  /**
   * The public half of the login token keys, as a JSON Web Key Set.
   */
  GetJwks: grpc.handleUnaryCall<_gx_keys_v1_GetJwksRequest, _gx_keys_v1_GetJwksResponseInput>;
  
  IssueKey: grpc.handleUnaryCall<_gx_keys_v1_IssueKeyRequest, _gx_keys_v1_IssuedKeyInput>;
  
  /**
   * The keys of an account, newest first (operators only: not routed by the gateway).
   */
  ListAccountKeys: grpc.handleUnaryCall<_gx_keys_v1_ListAccountKeysRequest, _gx_keys_v1_ListAccountKeysResponseInput>;
  
  ListAuditEvents: grpc.handleUnaryCall<_gx_keys_v1_ListAuditEventsRequest, _gx_keys_v1_ListAuditEventsResponseInput>;
  
  /**
   * The newest 1,000.
   */
  ListKeys: grpc.handleUnaryCall<_gx_keys_v1_ListKeysRequest, _gx_keys_v1_ListKeysResponseInput>;
  
  /**
   * Both newest first. INVALID_ARGUMENT `invalid_cursor` for a cursor that is no record of this account.
   */
  ListRequestLogs: grpc.handleUnaryCall<_gx_keys_v1_ListRequestLogsRequest, _gx_keys_v1_ListRequestLogsResponseInput>;
  
  Login: grpc.handleUnaryCall<_gx_keys_v1_LoginRequest, _gx_keys_v1_LoginResponseInput>;
  
  Logout: grpc.handleUnaryCall<_gx_keys_v1_LogoutRequest, _gx_keys_v1_LogoutResponseInput>;
  
  /**
   * Whose a login token is; UNAUTHENTICATED `unauthorized` for one that is not good.
   */
  ReadToken: grpc.handleUnaryCall<_gx_keys_v1_ReadTokenRequest, _gx_keys_v1_TokenOwnerInput>;
  
  /**
   * Keeps what gateways answered, for 30 days. A record that is there already is left as it is.
   */
  RecordRequests: grpc.handleUnaryCall<_gx_keys_v1_RecordRequestsRequest, _gx_keys_v1_RecordRequestsResponseInput>;
  
  /**
   * Linearizable read of one key by its fingerprint; NOT_FOUND if it is unknown or revoked.
   */
  ResolveKey: grpc.handleUnaryCall<_gx_keys_v1_ResolveKeyRequest, _gx_keys_v1_ResolvedKeyInput>;
  
  RevokeKey: grpc.handleUnaryCall<_gx_keys_v1_RevokeKeyRequest, _gx_keys_v1_RevokeKeyResponseInput>;
  
  /**
   * RevokeKey without a login, whosever key it is (operators only: not routed by the gateway). Of a key that
   * is gone it says so, and that as late: whoever else revoked it may have done so a moment ago.
   */
  RevokeKeyByOperator: grpc.handleUnaryCall<_gx_keys_v1_RevokeKeyByOperatorRequest, _gx_keys_v1_RevokeKeyByOperatorResponseInput>;
  
  /**
   * Revokes the old key and issues the new one in one step; the answer waits until no replica can accept the
   * old one.
   */
  RotateKey: grpc.handleUnaryCall<_gx_keys_v1_RotateKeyRequest, _gx_keys_v1_IssuedKeyInput>;
  
}

export interface KeysServiceDefinition extends grpc.ServiceDefinition {
  CreateAccount: MethodDefinition<_gx_keys_v1_CreateAccountRequestInput, _gx_keys_v1_CreateAccountResponseInput, _gx_keys_v1_CreateAccountRequest, _gx_keys_v1_CreateAccountResponse>
  GetAccountSettings: MethodDefinition<_gx_keys_v1_GetAccountSettingsRequestInput, _gx_keys_v1_AccountSettingsInput, _gx_keys_v1_GetAccountSettingsRequest, _gx_keys_v1_AccountSettings>
  GetJwks: MethodDefinition<_gx_keys_v1_GetJwksRequestInput, _gx_keys_v1_GetJwksResponseInput, _gx_keys_v1_GetJwksRequest, _gx_keys_v1_GetJwksResponse>
  IssueKey: MethodDefinition<_gx_keys_v1_IssueKeyRequestInput, _gx_keys_v1_IssuedKeyInput, _gx_keys_v1_IssueKeyRequest, _gx_keys_v1_IssuedKey>
  ListAccountKeys: MethodDefinition<_gx_keys_v1_ListAccountKeysRequestInput, _gx_keys_v1_ListAccountKeysResponseInput, _gx_keys_v1_ListAccountKeysRequest, _gx_keys_v1_ListAccountKeysResponse>
  ListAuditEvents: MethodDefinition<_gx_keys_v1_ListAuditEventsRequestInput, _gx_keys_v1_ListAuditEventsResponseInput, _gx_keys_v1_ListAuditEventsRequest, _gx_keys_v1_ListAuditEventsResponse>
  ListKeys: MethodDefinition<_gx_keys_v1_ListKeysRequestInput, _gx_keys_v1_ListKeysResponseInput, _gx_keys_v1_ListKeysRequest, _gx_keys_v1_ListKeysResponse>
  ListRequestLogs: MethodDefinition<_gx_keys_v1_ListRequestLogsRequestInput, _gx_keys_v1_ListRequestLogsResponseInput, _gx_keys_v1_ListRequestLogsRequest, _gx_keys_v1_ListRequestLogsResponse>
  Login: MethodDefinition<_gx_keys_v1_LoginRequestInput, _gx_keys_v1_LoginResponseInput, _gx_keys_v1_LoginRequest, _gx_keys_v1_LoginResponse>
  Logout: MethodDefinition<_gx_keys_v1_LogoutRequestInput, _gx_keys_v1_LogoutResponseInput, _gx_keys_v1_LogoutRequest, _gx_keys_v1_LogoutResponse>
  ReadToken: MethodDefinition<_gx_keys_v1_ReadTokenRequestInput, _gx_keys_v1_TokenOwnerInput, _gx_keys_v1_ReadTokenRequest, _gx_keys_v1_TokenOwner>
  RecordRequests: MethodDefinition<_gx_keys_v1_RecordRequestsRequestInput, _gx_keys_v1_RecordRequestsResponseInput, _gx_keys_v1_RecordRequestsRequest, _gx_keys_v1_RecordRequestsResponse>
  ResolveKey: MethodDefinition<_gx_keys_v1_ResolveKeyRequestInput, _gx_keys_v1_ResolvedKeyInput, _gx_keys_v1_ResolveKeyRequest, _gx_keys_v1_ResolvedKey>
  RevokeKey: MethodDefinition<_gx_keys_v1_RevokeKeyRequestInput, _gx_keys_v1_RevokeKeyResponseInput, _gx_keys_v1_RevokeKeyRequest, _gx_keys_v1_RevokeKeyResponse>
  RevokeKeyByOperator: MethodDefinition<_gx_keys_v1_RevokeKeyByOperatorRequestInput, _gx_keys_v1_RevokeKeyByOperatorResponseInput, _gx_keys_v1_RevokeKeyByOperatorRequest, _gx_keys_v1_RevokeKeyByOperatorResponse>
  RotateKey: MethodDefinition<_gx_keys_v1_RotateKeyRequestInput, _gx_keys_v1_IssuedKeyInput, _gx_keys_v1_RotateKeyRequest, _gx_keys_v1_IssuedKey>
}
