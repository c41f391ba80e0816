// Written by `npm run generate` from protos/gx/keys/v1/keys.proto.
import type { RpcMethod } from '../../../../src/messages.ts';
import type { ReencryptSecretsRequest, ReencryptSecretsResponse, Tenant } from '../../common/v1/common.ts';

/** Accounts, users, login tokens and API keys. */
export type KeysServiceDefinition = {
  /** Makes an account and its first user. */
  readonly CreateAccount: RpcMethod<CreateAccountRequest, CreateAccountResponse>;
  readonly GetAccountSettings: RpcMethod<GetAccountSettingsRequest, AccountSettings>;
  /**
   * Changes what an account has of its own, of one mode or of both. INVALID_ARGUMENT names every value that
   * is wrong; then nothing is changed.
   */
  readonly SetAccountSettings: RpcMethod<SetAccountSettingsRequest, SetAccountSettingsResponse>;
  /** What an account may do now, and who decided so. */
  readonly GetAccountStanding: RpcMethod<GetAccountStandingRequest, AccountStanding>;
  /**
   * Restricts, freezes or closes an account, or gives it back all that it may do, which takes two
   * operators: the word of the first one stands for 24 hours and changes nothing. Once it has answered, no
   * gateway goes by the state of before. FAILED_PRECONDITION for a state that allows more and is not
   * ACTIVE.
   */
  readonly ChangeAccountState: RpcMethod<ChangeAccountStateRequest, AccountStanding>;
  /**
   * Adds a user to an account, or lets one of it that was disabled in again, with a new password.
   * INVALID_ARGUMENT for the e-mail of another user.
   */
  readonly AddUser: RpcMethod<AddUserRequest, AddUserResponse>;
  /** The users of an account, the disabled ones too, in the order of their creation. */
  readonly ListUsers: RpcMethod<ListUsersRequest, ListUsersResponse>;
  /**
   * Once it has answered, the user logs in no more and none of its tokens is good. FAILED_PRECONDITION for
   * the last active owner of an account.
   */
  readonly DisableUser: RpcMethod<DisableUserRequest, DisableUserResponse>;
  /**
   * Of the account whose owner's token it is, in the order of their creation; the first 1,000. Those who were
   * invited and taken away again are not among them.
   */
  readonly ListOwnUsers: RpcMethod<ListOwnUsersRequest, ListOwnUsersResponse>;
  /**
   * A user who can log in once the invitation was accepted. The e-mail of a disabled user of the account is
   * that user, invited again. FAILED_PRECONDITION, `param` `email`, for the e-mail of another user.
   */
  readonly InviteUser: RpcMethod<InviteUserRequest, AccountUser>;
  /** FAILED_PRECONDITION for the last active owner, who stays one, and for a disabled user. */
  readonly ChangeUserRole: RpcMethod<ChangeUserRoleRequest, AccountUser>;
  /** DisableUser for a user of the own account; of one who was never more than invited nothing is left. */
  readonly RemoveUser: RpcMethod<RemoveUserRequest, RemoveUserResponse>;
  /**
   * UNAUTHENTICATED, reason `totp_required`, for the right password of a user with a second factor without a
   * right code of it; RESOURCE_EXHAUSTED while too many codes were wrong.
   */
  readonly Login: RpcMethod<LoginRequest, LoginResponse>;
  readonly Logout: RpcMethod<LogoutRequest, LogoutResponse>;
  /**
   * The user's own password for a new one. Once it has answered, none of the user's tokens is good.
   * FAILED_PRECONDITION, `param` `currentPassword`, for a wrong one.
   */
  readonly ChangePassword: RpcMethod<ChangePasswordRequest, ChangePasswordResponse>;
  /** Once it has answered, none of the user's tokens is good. */
  readonly LogoutAll: RpcMethod<LogoutAllRequest, LogoutAllResponse>;
  /**
   * Makes an invited user one who logs in, once. FAILED_PRECONDITION, `param` `token`, for a link that is
   * wrong, was used, was taken back or has ended.
   */
  readonly AcceptInvitation: RpcMethod<AcceptInvitationRequest, AcceptInvitationResponse>;
  /**
   * Has a link to another password mailed to the user of an e-mail, if there is one who can log in; any other
   * e-mail is answered alike. A later link makes the one before worthless.
   */
  readonly RequestPasswordReset: RpcMethod<RequestPasswordResetRequest, RequestPasswordResetResponse>;
  /**
   * Once it has answered, none of the user's tokens is good. FAILED_PRECONDITION, `param` `token`, as of
   * AcceptInvitation.
   */
  readonly ResetPassword: RpcMethod<ResetPasswordRequest, ResetPasswordResponse>;
  /**
   * A new secret for the user's second factor (RFC 6238), which demands nothing before ConfirmTotp; another
   * takes its place. FAILED_PRECONDITION where one is in force.
   */
  readonly SetUpTotp: RpcMethod<SetUpTotpRequest, SetUpTotpResponse>;
  /**
   * Puts the second factor in force. Once it has answered, none of the user's other tokens is good.
   * PERMISSION_DENIED, reason `totp_required`, for a wrong code; FAILED_PRECONDITION where nothing was set
   * up.
   */
  readonly ConfirmTotp: RpcMethod<ConfirmTotpRequest, ConfirmTotpResponse>;
  /**
   * PERMISSION_DENIED, reason `totp_required`, without a right code of one that is in force. Where there is
   * none, nothing is changed.
   */
  readonly RemoveTotp: RpcMethod<RemoveTotpRequest, RemoveTotpResponse>;
  /** The same of a user who has lost it. Once it has answered, none of the user's tokens is good. */
  readonly RemoveTotpByOperator: RpcMethod<RemoveTotpByOperatorRequest, RemoveTotpByOperatorResponse>;
  /** The public half of the login token keys, as a JSON Web Key Set. */
  readonly GetJwks: RpcMethod<GetJwksRequest, GetJwksResponse>;
  /**
   * Whose a login token is; UNAUTHENTICATED `unauthorized` for one that is not good, PERMISSION_DENIED
   * `role_not_allowed` where its user has not the right that is asked for. Of a guarded act it uses the code
   * up, so it is not to be repeated: PERMISSION_DENIED `totp_required` without a right one.
   */
  readonly ReadToken: RpcMethod<ReadTokenRequest, TokenOwner>;
  readonly IssueKey: RpcMethod<IssueKeyRequest, IssuedKey>;
  /** The newest 1,000. */
  readonly ListKeys: RpcMethod<ListKeysRequest, ListKeysResponse>;
  /**
   * Revokes the old key and issues the new one in one step; the answer waits until no replica can accept the
   * old one.
   */
  readonly RotateKey: RpcMethod<RotateKeyRequest, IssuedKey>;
  readonly RevokeKey: RpcMethod<RevokeKeyRequest, RevokeKeyResponse>;
  /**
   * RevokeKey without a login, whosever key it is. Of a key that is gone it says so, and that as late:
   * another caller may have revoked it a moment ago.
   */
  readonly RevokeKeyByOperator: RpcMethod<RevokeKeyByOperatorRequest, RevokeKeyByOperatorResponse>;
  /** The keys of an account, newest first. */
  readonly ListAccountKeys: RpcMethod<ListAccountKeysRequest, ListAccountKeysResponse>;
  /** Linearizable read of one key by its fingerprint; NOT_FOUND if it is unknown or revoked. */
  readonly ResolveKey: RpcMethod<ResolveKeyRequest, ResolvedKey>;
  /** Keeps what gateways answered, for 30 days. A record that is there already is left as it is. */
  readonly RecordRequests: RpcMethod<RecordRequestsRequest, RecordRequestsResponse>;
  /** Both newest first. INVALID_ARGUMENT `invalid_cursor` for a cursor that is no record of this account. */
  readonly ListRequestLogs: RpcMethod<ListRequestLogsRequest, ListRequestLogsResponse>;
  readonly ListAuditEvents: RpcMethod<ListAuditEventsRequest, ListAuditEventsResponse>;
  /**
   * Files what was done in another service, each act once by its id. INVALID_ARGUMENT, and nothing is filed,
   * for an action that no service has; PERMISSION_DENIED for one of another service than calls.
   */
  readonly RecordActs: RpcMethod<RecordActsRequest, RecordActsResponse>;
  /**
   * Holds a part of the audit log against its chain of hashes, a thousand events for each call. It stops at
   * the first place where something is wrong.
   */
  readonly VerifyAuditLog: RpcMethod<VerifyAuditLogRequest, VerifyAuditLogResponse>;
  /** Counts what is encrypted under which key, and encrypts it again with the current one, in steps. */
  readonly ReencryptSecrets: RpcMethod<ReencryptSecretsRequest, ReencryptSecretsResponse>;
};

export type AccountSettings = {
  /** Platform fee in hundredths of a percent of the amount, rounded half up. */
  readonly platformFeeBasisPoints: number;
  /** Platform fee in centavos, added to the share above. */
  readonly platformFeeFixed: number;
  readonly defaultExpiresInSeconds: number;
  /** How long a credit stays pending; 0 credits the available balance at once. */
  readonly settlementDelaySeconds: number;
  /** What payers are shown as the merchant. */
  readonly name: string;
  /** Of the mode that was asked for. */
  readonly payouts: PayoutSettings | null;
  readonly refunds: RefundSettings | null;
  /** What of these two the account has of its own; absent fields are the deployment's. */
  readonly own: AccountSettingValues | null;
  /**
   * ACTIVE, NO_PAYOUTS, FROZEN or CLOSED, of both modes; empty in answers of before there were states:
   * ACTIVE.
   */
  readonly state: string;
};

export type GetAccountStandingRequest = {
  readonly accountId: string;
};

export type ChangeAccountStateRequest = {
  readonly accountId: string;
  /** ACTIVE, NO_PAYOUTS, FROZEN or CLOSED. */
  readonly state: string;
  /** Who decided, and why, for the record. */
  readonly operator: string;
  readonly reason: string;
};

export type AccountStanding = {
  /** ACTIVE, NO_PAYOUTS, FROZEN or CLOSED. */
  readonly state: string;
  /** What brought it there; absent of an account that was ACTIVE from its opening on. */
  readonly decision: StateDecision | null;
  /** A first operator's word for ACTIVE, while it stands. */
  readonly unfreeze: StateDecision | null;
};

export type StateDecision = {
  readonly operator: string;
  readonly reason: string;
  readonly atMs: number;
};

/**
 * What an operator may set of an account, for each mode, as it is written: whole numbers of centavos or of
 * things, `none` for no limit, `default` for the deployment's again. Absent: as it is.
 */
export type AccountSettingValues = {
  /** none or required. */
  readonly payoutApproval?: string;
  /** Never `none`: 0 is no fee. */
  readonly payoutFee?: string;
  readonly payoutPerPaymentMax?: string;
  readonly payoutPerDayMax?: string;
  readonly payoutPerNightMax?: string;
  readonly payoutNewDestinationMax?: string;
  /** any or payer_only. */
  readonly refundDestinations?: string;
  readonly refundCountPerDay?: string;
  readonly refundSumPerDay?: string;
  readonly refundNewDestinationsPerDay?: string;
};

export type SetAccountSettingsRequest = {
  readonly accountId: string;
  /** Absent: of both modes. */
  readonly livemode?: boolean;
  readonly values: AccountSettingValues | null;
  /** Who decided, for the record. */
  readonly operator?: string;
};

export type SetAccountSettingsResponse = Record<never, never>;

/** What bounds an account's payouts: its own settings, else the deployment's. Absent: no limit. */
export type PayoutSettings = {
  /** Another user has to approve each payout. */
  readonly approvalRequired: boolean;
  /** What a payout costs the merchant, in centavos. Absent: what the bank takes for it. */
  readonly fee?: number;
  /**
   * In centavos: of one payout, of the sum of a day and of the sum of a night (20 h to 6 h) of
   * America/Sao_Paulo, and to a destination whose first payout is less than 24 hours old.
   */
  readonly perPaymentMax?: number;
  readonly perDayMax?: number;
  readonly perNightMax?: number;
  readonly newDestinationMax?: number;
};

/** What bounds an account's refunds. Absent: no limit. */
export type RefundSettings = {
  /** A cashout goes to a key of the payer alone. */
  readonly payerOnly: boolean;
  /**
   * A day of America/Sao_Paulo: how many, their sum in centavos, and how many keys that were never paid
   * before.
   */
  readonly countPerDay?: number;
  readonly sumPerDay?: number;
  /** In place of `sum_per_day`: twice the average daily sales of the last 30 days, and at least this. */
  readonly sumPerDayBySalesMin?: number;
  readonly newDestinationsPerDay?: number;
};

export type CreateAccountRequest = {
  readonly name: string;
  readonly userName: string;
  readonly email: string;
  readonly password: string;
  /** Absent fields take the deployment's defaults. */
  readonly platformFeeBasisPoints?: number;
  readonly platformFeeFixed?: number;
  readonly defaultExpiresInSeconds?: number;
  readonly settlementDelaySeconds?: number;
};

export type CreateAccountResponse = {
  readonly accountId: string;
  readonly userId: string;
  readonly settings: AccountSettings | null;
};

export type GetAccountSettingsRequest = {
  readonly accountId: string;
  readonly livemode: boolean;
};

export type LoginRequest = {
  readonly email: string;
  readonly password: string;
  /** A code of the user's second factor, which one who has it has to give: six digits, good once. */
  readonly totp?: string;
  /**
   * Where the client calls from, as the gateway sees it: an address that the user logged in from is known
   * afterwards. Empty: unknown.
   */
  readonly clientAddress: string;
  /** The e-mail failed too often: so long only known addresses get in. RESOURCE_EXHAUSTED. */
  readonly strangersWaitSeconds?: number;
};

export type LoginResponse = {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  readonly user: User | null;
  readonly account: Account | null;
};

export type User = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
};

export type Account = {
  readonly id: string;
  readonly name: string;
};

/** A user as operators and owners see it. */
export type AccountUser = {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  /** owner, finance, developer or viewer. */
  readonly role: string;
  /** invited, active or disabled; removed in the answer that did it alone. */
  readonly status: string;
  readonly createdAtMs: number;
};

export type AddUserRequest = {
  readonly accountId: string;
  readonly email: string;
  readonly role: string;
  /** Absent: what stands before the @ of the e-mail. */
  readonly name?: string;
  /** Who decided, for the record. */
  readonly operator?: string;
};

export type AddUserResponse = {
  readonly user: AccountUser | null;
  /** Cleartext: shown once, never stored, never logged. */
  readonly password: string;
};

export type ListUsersRequest = {
  readonly accountId: string;
  /** 1,000 at most, which 0 stands for. */
  readonly limit: number;
};

export type ListUsersResponse = {
  readonly users: readonly AccountUser[];
  /** How many there are beyond any limit. */
  readonly total: number;
};

export type DisableUserRequest = {
  readonly userId: string;
  /** Who decided, for the record. */
  readonly operator: string;
};

export type DisableUserResponse = {
  readonly user: AccountUser | null;
  /** It was disabled before: nothing was changed. */
  readonly wasDisabled: boolean;
};

export type ListOwnUsersRequest = {
  readonly accessToken: string;
};

export type ListOwnUsersResponse = {
  readonly users: readonly AccountUser[];
};

export type InviteUserRequest = {
  readonly accessToken: string;
  readonly email: string;
  readonly role: string;
  /** Absent: what stands before the @ of the e-mail. */
  readonly name?: string;
  /** A code of the caller's second factor, which a user who has one has to give. */
  readonly totp?: string;
  /** Where the client calls from, as the gateway sees it, for the audit log. Empty: unknown. */
  readonly clientAddress: string;
};

export type ChangeUserRoleRequest = {
  readonly accessToken: string;
  readonly userId: string;
  readonly role: string;
  /** A code of the caller's second factor, which a user who has one has to give. */
  readonly totp?: string;
  /** As in InviteUserRequest. */
  readonly clientAddress: string;
};

export type RemoveUserRequest = {
  readonly accessToken: string;
  readonly userId: string;
  /** A code of the caller's second factor, which a user who has one has to give. */
  readonly totp?: string;
  /** As in InviteUserRequest. */
  readonly clientAddress: string;
};

export type RemoveUserResponse = Record<never, never>;

export type LogoutRequest = {
  readonly accessToken: string;
};

export type LogoutResponse = Record<never, never>;

export type ChangePasswordRequest = {
  readonly accessToken: string;
  readonly currentPassword: string;
  readonly newPassword: string;
  /** As in InviteUserRequest. */
  readonly clientAddress: string;
};

export type ChangePasswordResponse = Record<never, never>;

export type LogoutAllRequest = {
  readonly accessToken: string;
  /** As in InviteUserRequest. */
  readonly clientAddress: string;
};

export type LogoutAllResponse = Record<never, never>;

export type AcceptInvitationRequest = {
  /** What the link has behind its `#`. */
  readonly token: string;
  readonly name: string;
  readonly password: string;
  /** As of LoginRequest: who has the link is known from here on. */
  readonly clientAddress: string;
};

export type AcceptInvitationResponse = Record<never, never>;

export type RequestPasswordResetRequest = {
  readonly email: string;
};

export type RequestPasswordResetResponse = Record<never, never>;

export type ResetPasswordRequest = {
  /** What the link has behind its `#`. */
  readonly token: string;
  readonly newPassword: string;
  /** As of AcceptInvitationRequest. */
  readonly clientAddress: string;
};

export type ResetPasswordResponse = Record<never, never>;

export type SetUpTotpRequest = {
  readonly accessToken: string;
};

export type SetUpTotpResponse = {
  /** 160 bits in base32: shown once, stored encrypted, never logged. */
  readonly secret: string;
  /** The same as authenticator apps read it. */
  readonly otpauthUrl: string;
};

export type ConfirmTotpRequest = {
  readonly accessToken: string;
  readonly code: string;
  /** As in InviteUserRequest. */
  readonly clientAddress: string;
};

export type ConfirmTotpResponse = Record<never, never>;

export type RemoveTotpRequest = {
  readonly accessToken: string;
  readonly totp?: string;
  /** As in InviteUserRequest. */
  readonly clientAddress: string;
};

export type RemoveTotpResponse = Record<never, never>;

export type RemoveTotpByOperatorRequest = {
  readonly userId: string;
  /** Who decided, and why, for the record. */
  readonly operator: string;
  readonly reason: string;
};

export type RemoveTotpByOperatorResponse = {
  readonly user: AccountUser | null;
  /** There was none: nothing was changed. */
  readonly wasRemoved: boolean;
};

export type GetJwksRequest = Record<never, never>;

export type GetJwksResponse = {
  readonly jwksJson: string;
};

export type ReadTokenRequest = {
  readonly accessToken: string;
  /**
   * What it is to be used for: change_api_keys, list_api_keys, read_request_logs, read_audit_events,
   * decide_payouts or manage_users. Absent: for none of them.
   */
  readonly right?: string;
  /** It is for an act that demands the second factor of a user who has one. */
  readonly guarded?: boolean;
  /** A code of it. */
  readonly totp?: string;
};

export type TokenOwner = {
  readonly accountId: string;
  readonly userId: string;
  /** owner, finance, developer or viewer: the user's own of this moment, not the token's. */
  readonly role: string;
  /** As in AccountSettings. */
  readonly accountState: string;
};

export type IssueKeyRequest = {
  readonly accessToken: string;
  readonly label?: string;
  readonly test: boolean;
  /** As in InviteUserRequest, for a live key alone. */
  readonly totp?: string;
  /** As in InviteUserRequest. */
  readonly clientAddress: string;
};

export type IssuedKey = {
  readonly id: string;
  /** Cleartext: shown once, never stored, never logged. */
  readonly apiKey: string;
  readonly fingerprint: string;
  readonly prefix: string;
  readonly label?: string;
  readonly createdAtMs: number;
};

export type ListKeysRequest = {
  readonly accessToken: string;
};

export type ListKeysResponse = {
  readonly keys: readonly KeyRecord[];
};

export type KeyRecord = {
  readonly id: string;
  readonly prefix: string;
  readonly label?: string;
  readonly createdAtMs: number;
};

export type RotateKeyRequest = {
  readonly accessToken: string;
  readonly id: string;
  /** Absent keeps the old label. */
  readonly label?: string;
  /** As in InviteUserRequest, for a live key alone. */
  readonly totp?: string;
  /** As in InviteUserRequest. */
  readonly clientAddress: string;
};

export type RevokeKeyRequest = {
  readonly accessToken: string;
  readonly id: string;
  /** As in InviteUserRequest, for a live key alone. */
  readonly totp?: string;
  /** As in InviteUserRequest. */
  readonly clientAddress: string;
};

export type RevokeKeyResponse = Record<never, never>;

export type RevokeKeyByOperatorRequest = {
  /** Its fingerprint or its id: what lists and logs show of it, never the key itself. */
  readonly key: string;
};

export type RevokeKeyByOperatorResponse = {
  /** What was revoked; absent where no key of this name was left to revoke. */
  readonly revoked: AccountKey | null;
};

export type ListAccountKeysRequest = {
  readonly accountId: string;
  /** 1,000 at most, which 0 stands for. */
  readonly limit: number;
  /** Only those that were created later than this. */
  readonly createdAfterMs?: number;
};

export type ListAccountKeysResponse = {
  readonly keys: readonly AccountKey[];
  /** How many there are beyond any limit. */
  readonly total: number;
};

/** A key as an operator may see it: its label is the merchant's own words. */
export type AccountKey = {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly fingerprint: string;
  readonly prefix: string;
  readonly createdAtMs: number;
};

export type ResolveKeyRequest = {
  /** SHA-256 of the cleartext key, lower-case hex. */
  readonly fingerprint: string;
};

export type ResolvedKey = {
  readonly accountId: string;
  readonly livemode: boolean;
  readonly keyId: string;
  /** The user who issued the key, or rotated it last; absent where an operator did. */
  readonly issuerUserId?: string;
  /** As in AccountSettings. */
  readonly accountState: string;
  /**
   * The word of `keys` for whom the key's next calls are made, good for a minute: goes on as `gx-assertion`
   * with each call that is made for the merchant. Absent where `keys` has no key to sign with.
   */
  readonly assertion?: string;
};

export type RecordRequestsRequest = {
  readonly requests: readonly RequestRecord[];
  /**
   * For whom the requests were: each one was good when they were made, and of the keys that they name. What
   * none of them is for is not kept.
   */
  readonly assertions: readonly string[];
};

export type RecordRequestsResponse = Record<never, never>;

/** One answered request of one API key: nothing of its body, and nothing personal of its query and its path. */
export type RequestRecord = {
  /** Made by the gateway, so that a batch may be sent twice. */
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly fingerprint: string;
  readonly atMs: number;
  readonly method: string;
  /** The template of the path. */
  readonly route: string;
  /** Absent when the client went away before it was answered. */
  readonly status?: number;
  readonly errorCode?: string;
  readonly durationMs: number;
  readonly requestId: string;
  /** As it was sent, but for what is no id where the template has one. */
  readonly path: string;
  /** As it was sent, decoded; of values those that say nothing about a person. Absent where there was none. */
  readonly query?: string;
  /** The field, header or parameter that the error blamed. */
  readonly param?: string;
  /** Of a record that is to be kept: where its assertion stands in the batch, from 0. */
  readonly assertionIndex?: number;
};

export type ListRequestLogsRequest = {
  /** Of a user of the account, for the requests of both environments; empty where `tenant` is given. */
  readonly accessToken: string;
  readonly limit: number;
  readonly startingAfter?: string;
  readonly fingerprint?: string;
  /** Both inclusive. */
  readonly fromMs?: number;
  readonly toMs?: number;
  /** Whose API key asks: for the requests of its own environment. */
  readonly tenant: Tenant | null;
  readonly status?: number;
  readonly path?: string;
  readonly requestId?: string;
};

export type ListRequestLogsResponse = {
  readonly requests: readonly RequestRecord[];
  readonly hasMore: boolean;
};

export type RecordActsRequest = {
  readonly acts: readonly RecordedAct[];
};

export type RecordActsResponse = Record<never, never>;

/** An act as its service has written it beside the change. */
export type RecordedAct = {
  /** Of the audit event. */
  readonly id: string;
  /** The platform's account where it is on no account. */
  readonly tenant: Tenant | null;
  /**
   * bank_profile.restored, bank_profile.retired, bank_profile.set, dispute.accepted,
   * dispute.answer_confirmed, dispute.closed, dispute.evidence_submitted, dispute.opened, payout.approved,
   * payout.cancelled, payout.created, payout.rejected, refund.created, return.retried, return.settled,
   * review.approved, review.rejected, webhook_endpoint.created, webhook_endpoint.deleted,
   * webhook_endpoint.secret_rotated, webhook_endpoint.updated
   */
  readonly action: string;
  readonly objectId: string;
  readonly actor: Actor | null;
  /** Nothing personal, no secrets. */
  readonly changes: readonly AuditChange[];
  readonly atMs: number;
};

export type Actor = {
  /** api_key, user or operator */
  readonly kind: string;
  /** Of the API key, by the word of keys; absent where a call carried none. */
  readonly fingerprint?: string;
  readonly userId?: string;
  /** As operators call themselves; the first one where it took two. */
  readonly operator?: string;
  readonly proposedBy?: string;
  /** Where it called from, as the gateway's limits count it. */
  readonly clientAddress?: string;
};

export type ListAuditEventsRequest = {
  readonly accessToken: string;
  readonly limit: number;
  readonly startingAfter?: string;
  /** Of the key, or of the one that a rotation put in its place. */
  readonly fingerprint?: string;
  /** Both inclusive. */
  readonly fromMs?: number;
  readonly toMs?: number;
};

export type ListAuditEventsResponse = {
  readonly events: readonly AuditEvent[];
  readonly hasMore: boolean;
};

export type VerifyAuditLogRequest = {
  /** The head of the part before, behind which to read; absent: from the first event on. */
  readonly after: AuditHead | null;
  /** A head of an earlier day, which has to be in the chain still; of its hash the first 32 digits are enough. */
  readonly known: AuditHead | null;
};

export type VerifyAuditLogResponse = {
  /** The last event up to which nothing is wrong; of sequence 0 where there is none. */
  readonly head: AuditHead | null;
  readonly hasMore: boolean;
  readonly problem: AuditProblem | null;
};

export type AuditHead = {
  /** Contiguous, from 1. */
  readonly seq: number;
  /** SHA-256, lower-case hex. */
  readonly hash: string;
};

export type AuditProblem = {
  /** The first one that is wrong. */
  readonly seq: number;
  /** outside_chain, missing, repeated, predecessor, hash, other_head or shorter */
  readonly kind: string;
  readonly message: string;
};

/** Who did what to which key, user or account. */
export type AuditEvent = {
  readonly id: string;
  /** Of an act on a user, or on the state of an account, which belong to both modes: true. */
  readonly livemode: boolean;
  /**
   * api_key.issued, api_key.rotated, api_key.revoked, user.added, user.invited, user.joined,
   * user.role_changed, user.removed, user.disabled, user.password_changed, user.password_reset,
   * user.logged_out, user.totp_set, user.totp_removed, account.settings_changed, account.state_changed, and
   * those of RecordedAct
   */
  readonly action: string;
  /** A user's, or of the form of one that nobody has where a program or an API key acted. */
  readonly actorId: string;
  /** Of an act on a key; else empty. */
  readonly keyId: string;
  /** Of the key that the act is on, or that acted; else empty. */
  readonly fingerprint: string;
  /** Of a rotation: the key that came instead. */
  readonly successorKeyId?: string;
  readonly successorFingerprint?: string;
  readonly atMs: number;
  /** Of an act of operators: ops, their program. */
  readonly actorProgram?: string;
  /** Of an act on a user: whose. */
  readonly userId?: string;
  /** Nothing personal, no secrets. */
  readonly changes: readonly AuditChange[];
  /** Where a user or an API key called from. Absent of an act of a program, and where nobody knew. */
  readonly clientAddress?: string;
  /** Of an act in another service: on what. */
  readonly objectId?: string;
};

/** One field, as it was and as it is. Absent: there was none. */
export type AuditChange = {
  readonly field: string;
  readonly before?: string;
  readonly after?: string;
};
