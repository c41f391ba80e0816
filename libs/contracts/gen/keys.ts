import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AccountInput as _gx_keys_v1_AccountInput, Account as _gx_keys_v1_Account } from './gx/keys/v1/Account.ts';
import type { AccountKeyInput as _gx_keys_v1_AccountKeyInput, AccountKey as _gx_keys_v1_AccountKey } from './gx/keys/v1/AccountKey.ts';
import type { AccountSettingsInput as _gx_keys_v1_AccountSettingsInput, AccountSettings as _gx_keys_v1_AccountSettings } from './gx/keys/v1/AccountSettings.ts';
import type { AuditEventInput as _gx_keys_v1_AuditEventInput, AuditEvent as _gx_keys_v1_AuditEvent } from './gx/keys/v1/AuditEvent.ts';
import type { CreateAccountRequestInput as _gx_keys_v1_CreateAccountRequestInput, CreateAccountRequest as _gx_keys_v1_CreateAccountRequest } from './gx/keys/v1/CreateAccountRequest.ts';
import type { CreateAccountResponseInput as _gx_keys_v1_CreateAccountResponseInput, CreateAccountResponse as _gx_keys_v1_CreateAccountResponse } from './gx/keys/v1/CreateAccountResponse.ts';
import type { GetAccountSettingsRequestInput as _gx_keys_v1_GetAccountSettingsRequestInput, GetAccountSettingsRequest as _gx_keys_v1_GetAccountSettingsRequest } from './gx/keys/v1/GetAccountSettingsRequest.ts';
import type { GetJwksRequestInput as _gx_keys_v1_GetJwksRequestInput, GetJwksRequest as _gx_keys_v1_GetJwksRequest } from './gx/keys/v1/GetJwksRequest.ts';
import type { GetJwksResponseInput as _gx_keys_v1_GetJwksResponseInput, GetJwksResponse as _gx_keys_v1_GetJwksResponse } from './gx/keys/v1/GetJwksResponse.ts';
import type { IssueKeyRequestInput as _gx_keys_v1_IssueKeyRequestInput, IssueKeyRequest as _gx_keys_v1_IssueKeyRequest } from './gx/keys/v1/IssueKeyRequest.ts';
import type { IssuedKeyInput as _gx_keys_v1_IssuedKeyInput, IssuedKey as _gx_keys_v1_IssuedKey } from './gx/keys/v1/IssuedKey.ts';
import type { KeyRecordInput as _gx_keys_v1_KeyRecordInput, KeyRecord as _gx_keys_v1_KeyRecord } from './gx/keys/v1/KeyRecord.ts';
import type { KeysServiceClient as _gx_keys_v1_KeysServiceClient, KeysServiceDefinition as _gx_keys_v1_KeysServiceDefinition } from './gx/keys/v1/KeysService.ts';
import type { ListAccountKeysRequestInput as _gx_keys_v1_ListAccountKeysRequestInput, ListAccountKeysRequest as _gx_keys_v1_ListAccountKeysRequest } from './gx/keys/v1/ListAccountKeysRequest.ts';
import type { ListAccountKeysResponseInput as _gx_keys_v1_ListAccountKeysResponseInput, ListAccountKeysResponse as _gx_keys_v1_ListAccountKeysResponse } from './gx/keys/v1/ListAccountKeysResponse.ts';
import type { ListAuditEventsRequestInput as _gx_keys_v1_ListAuditEventsRequestInput, ListAuditEventsRequest as _gx_keys_v1_ListAuditEventsRequest } from './gx/keys/v1/ListAuditEventsRequest.ts';
import type { ListAuditEventsResponseInput as _gx_keys_v1_ListAuditEventsResponseInput, ListAuditEventsResponse as _gx_keys_v1_ListAuditEventsResponse } from './gx/keys/v1/ListAuditEventsResponse.ts';
import type { ListKeysRequestInput as _gx_keys_v1_ListKeysRequestInput, ListKeysRequest as _gx_keys_v1_ListKeysRequest } from './gx/keys/v1/ListKeysRequest.ts';
import type { ListKeysResponseInput as _gx_keys_v1_ListKeysResponseInput, ListKeysResponse as _gx_keys_v1_ListKeysResponse } from './gx/keys/v1/ListKeysResponse.ts';
import type { ListRequestLogsRequestInput as _gx_keys_v1_ListRequestLogsRequestInput, ListRequestLogsRequest as _gx_keys_v1_ListRequestLogsRequest } from './gx/keys/v1/ListRequestLogsRequest.ts';
import type { ListRequestLogsResponseInput as _gx_keys_v1_ListRequestLogsResponseInput, ListRequestLogsResponse as _gx_keys_v1_ListRequestLogsResponse } from './gx/keys/v1/ListRequestLogsResponse.ts';
import type { LoginRequestInput as _gx_keys_v1_LoginRequestInput, LoginRequest as _gx_keys_v1_LoginRequest } from './gx/keys/v1/LoginRequest.ts';
import type { LoginResponseInput as _gx_keys_v1_LoginResponseInput, LoginResponse as _gx_keys_v1_LoginResponse } from './gx/keys/v1/LoginResponse.ts';
import type { LogoutRequestInput as _gx_keys_v1_LogoutRequestInput, LogoutRequest as _gx_keys_v1_LogoutRequest } from './gx/keys/v1/LogoutRequest.ts';
import type { LogoutResponseInput as _gx_keys_v1_LogoutResponseInput, LogoutResponse as _gx_keys_v1_LogoutResponse } from './gx/keys/v1/LogoutResponse.ts';
import type { ReadTokenRequestInput as _gx_keys_v1_ReadTokenRequestInput, ReadTokenRequest as _gx_keys_v1_ReadTokenRequest } from './gx/keys/v1/ReadTokenRequest.ts';
import type { RecordRequestsRequestInput as _gx_keys_v1_RecordRequestsRequestInput, RecordRequestsRequest as _gx_keys_v1_RecordRequestsRequest } from './gx/keys/v1/RecordRequestsRequest.ts';
import type { RecordRequestsResponseInput as _gx_keys_v1_RecordRequestsResponseInput, RecordRequestsResponse as _gx_keys_v1_RecordRequestsResponse } from './gx/keys/v1/RecordRequestsResponse.ts';
import type { RequestRecordInput as _gx_keys_v1_RequestRecordInput, RequestRecord as _gx_keys_v1_RequestRecord } from './gx/keys/v1/RequestRecord.ts';
import type { ResolveKeyRequestInput as _gx_keys_v1_ResolveKeyRequestInput, ResolveKeyRequest as _gx_keys_v1_ResolveKeyRequest } from './gx/keys/v1/ResolveKeyRequest.ts';
import type { ResolvedKeyInput as _gx_keys_v1_ResolvedKeyInput, ResolvedKey as _gx_keys_v1_ResolvedKey } from './gx/keys/v1/ResolvedKey.ts';
import type { RevokeKeyByOperatorRequestInput as _gx_keys_v1_RevokeKeyByOperatorRequestInput, RevokeKeyByOperatorRequest as _gx_keys_v1_RevokeKeyByOperatorRequest } from './gx/keys/v1/RevokeKeyByOperatorRequest.ts';
import type { RevokeKeyByOperatorResponseInput as _gx_keys_v1_RevokeKeyByOperatorResponseInput, RevokeKeyByOperatorResponse as _gx_keys_v1_RevokeKeyByOperatorResponse } from './gx/keys/v1/RevokeKeyByOperatorResponse.ts';
import type { RevokeKeyRequestInput as _gx_keys_v1_RevokeKeyRequestInput, RevokeKeyRequest as _gx_keys_v1_RevokeKeyRequest } from './gx/keys/v1/RevokeKeyRequest.ts';
import type { RevokeKeyResponseInput as _gx_keys_v1_RevokeKeyResponseInput, RevokeKeyResponse as _gx_keys_v1_RevokeKeyResponse } from './gx/keys/v1/RevokeKeyResponse.ts';
import type { RotateKeyRequestInput as _gx_keys_v1_RotateKeyRequestInput, RotateKeyRequest as _gx_keys_v1_RotateKeyRequest } from './gx/keys/v1/RotateKeyRequest.ts';
import type { TokenOwnerInput as _gx_keys_v1_TokenOwnerInput, TokenOwner as _gx_keys_v1_TokenOwner } from './gx/keys/v1/TokenOwner.ts';
import type { UserInput as _gx_keys_v1_UserInput, User as _gx_keys_v1_User } from './gx/keys/v1/User.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gx: {
    keys: {
      v1: {
        Account: MessageTypeDefinition<_gx_keys_v1_AccountInput, _gx_keys_v1_Account>
        AccountKey: MessageTypeDefinition<_gx_keys_v1_AccountKeyInput, _gx_keys_v1_AccountKey>
        AccountSettings: MessageTypeDefinition<_gx_keys_v1_AccountSettingsInput, _gx_keys_v1_AccountSettings>
        AuditEvent: MessageTypeDefinition<_gx_keys_v1_AuditEventInput, _gx_keys_v1_AuditEvent>
        CreateAccountRequest: MessageTypeDefinition<_gx_keys_v1_CreateAccountRequestInput, _gx_keys_v1_CreateAccountRequest>
        CreateAccountResponse: MessageTypeDefinition<_gx_keys_v1_CreateAccountResponseInput, _gx_keys_v1_CreateAccountResponse>
        GetAccountSettingsRequest: MessageTypeDefinition<_gx_keys_v1_GetAccountSettingsRequestInput, _gx_keys_v1_GetAccountSettingsRequest>
        GetJwksRequest: MessageTypeDefinition<_gx_keys_v1_GetJwksRequestInput, _gx_keys_v1_GetJwksRequest>
        GetJwksResponse: MessageTypeDefinition<_gx_keys_v1_GetJwksResponseInput, _gx_keys_v1_GetJwksResponse>
        IssueKeyRequest: MessageTypeDefinition<_gx_keys_v1_IssueKeyRequestInput, _gx_keys_v1_IssueKeyRequest>
        IssuedKey: MessageTypeDefinition<_gx_keys_v1_IssuedKeyInput, _gx_keys_v1_IssuedKey>
        KeyRecord: MessageTypeDefinition<_gx_keys_v1_KeyRecordInput, _gx_keys_v1_KeyRecord>
        /**
         * Accounts, users, login tokens and API keys.
         */
        KeysService: SubtypeConstructor<typeof grpc.Client, _gx_keys_v1_KeysServiceClient> & { service: _gx_keys_v1_KeysServiceDefinition }
        ListAccountKeysRequest: MessageTypeDefinition<_gx_keys_v1_ListAccountKeysRequestInput, _gx_keys_v1_ListAccountKeysRequest>
        ListAccountKeysResponse: MessageTypeDefinition<_gx_keys_v1_ListAccountKeysResponseInput, _gx_keys_v1_ListAccountKeysResponse>
        ListAuditEventsRequest: MessageTypeDefinition<_gx_keys_v1_ListAuditEventsRequestInput, _gx_keys_v1_ListAuditEventsRequest>
        ListAuditEventsResponse: MessageTypeDefinition<_gx_keys_v1_ListAuditEventsResponseInput, _gx_keys_v1_ListAuditEventsResponse>
        ListKeysRequest: MessageTypeDefinition<_gx_keys_v1_ListKeysRequestInput, _gx_keys_v1_ListKeysRequest>
        ListKeysResponse: MessageTypeDefinition<_gx_keys_v1_ListKeysResponseInput, _gx_keys_v1_ListKeysResponse>
        ListRequestLogsRequest: MessageTypeDefinition<_gx_keys_v1_ListRequestLogsRequestInput, _gx_keys_v1_ListRequestLogsRequest>
        ListRequestLogsResponse: MessageTypeDefinition<_gx_keys_v1_ListRequestLogsResponseInput, _gx_keys_v1_ListRequestLogsResponse>
        LoginRequest: MessageTypeDefinition<_gx_keys_v1_LoginRequestInput, _gx_keys_v1_LoginRequest>
        LoginResponse: MessageTypeDefinition<_gx_keys_v1_LoginResponseInput, _gx_keys_v1_LoginResponse>
        LogoutRequest: MessageTypeDefinition<_gx_keys_v1_LogoutRequestInput, _gx_keys_v1_LogoutRequest>
        LogoutResponse: MessageTypeDefinition<_gx_keys_v1_LogoutResponseInput, _gx_keys_v1_LogoutResponse>
        ReadTokenRequest: MessageTypeDefinition<_gx_keys_v1_ReadTokenRequestInput, _gx_keys_v1_ReadTokenRequest>
        RecordRequestsRequest: MessageTypeDefinition<_gx_keys_v1_RecordRequestsRequestInput, _gx_keys_v1_RecordRequestsRequest>
        RecordRequestsResponse: MessageTypeDefinition<_gx_keys_v1_RecordRequestsResponseInput, _gx_keys_v1_RecordRequestsResponse>
        RequestRecord: MessageTypeDefinition<_gx_keys_v1_RequestRecordInput, _gx_keys_v1_RequestRecord>
        ResolveKeyRequest: MessageTypeDefinition<_gx_keys_v1_ResolveKeyRequestInput, _gx_keys_v1_ResolveKeyRequest>
        ResolvedKey: MessageTypeDefinition<_gx_keys_v1_ResolvedKeyInput, _gx_keys_v1_ResolvedKey>
        RevokeKeyByOperatorRequest: MessageTypeDefinition<_gx_keys_v1_RevokeKeyByOperatorRequestInput, _gx_keys_v1_RevokeKeyByOperatorRequest>
        RevokeKeyByOperatorResponse: MessageTypeDefinition<_gx_keys_v1_RevokeKeyByOperatorResponseInput, _gx_keys_v1_RevokeKeyByOperatorResponse>
        RevokeKeyRequest: MessageTypeDefinition<_gx_keys_v1_RevokeKeyRequestInput, _gx_keys_v1_RevokeKeyRequest>
        RevokeKeyResponse: MessageTypeDefinition<_gx_keys_v1_RevokeKeyResponseInput, _gx_keys_v1_RevokeKeyResponse>
        RotateKeyRequest: MessageTypeDefinition<_gx_keys_v1_RotateKeyRequestInput, _gx_keys_v1_RotateKeyRequest>
        TokenOwner: MessageTypeDefinition<_gx_keys_v1_TokenOwnerInput, _gx_keys_v1_TokenOwner>
        User: MessageTypeDefinition<_gx_keys_v1_UserInput, _gx_keys_v1_User>
      }
    }
  }
}

