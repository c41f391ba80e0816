// Written by `npm run generate` from protos/gx/webhooks/v1/webhooks.proto.
import type { RpcMethod } from '../../../../src/messages.ts';
import type { ReencryptSecretsRequest, ReencryptSecretsResponse, Tenant } from '../../common/v1/common.ts';

/** Merchants' endpoints and what was delivered to them. */
export type WebhooksServiceDefinition = {
  /** FAILED_PRECONDITION `endpoint_limit_reached` when the account has as many as it may in this environment. */
  readonly RegisterEndpoint: RpcMethod<RegisterEndpointRequest, RegisteredEndpoint>;
  readonly ListEndpoints: RpcMethod<ListEndpointsRequest, ListEndpointsResponse>;
  /**
   * Whether an address may be delivered to, by the rule for endpoints: INVALID_ARGUMENT `invalid_url` says
   * why not.
   */
  readonly CheckUrl: RpcMethod<CheckUrlRequest, CheckUrlResponse>;
  readonly DeleteEndpoint: RpcMethod<DeleteEndpointRequest, DeleteEndpointResponse>;
  readonly UpdateEndpoint: RpcMethod<UpdateEndpointRequest, Endpoint>;
  readonly RotateEndpointSecret: RpcMethod<RotateEndpointSecretRequest, RotatedEndpointSecret>;
  readonly GetEventCatalog: RpcMethod<GetEventCatalogRequest, GetEventCatalogResponse>;
  readonly ListDeliveries: RpcMethod<ListDeliveriesRequest, ListDeliveriesResponse>;
  readonly GetDelivery: RpcMethod<GetDeliveryRequest, DeliveryWithLog>;
  /**
   * Sends a delivery of any status once more: one that waits at once, another with a fresh budget of
   * attempts; what is under way stays PROCESSING until its attempt has ended. FAILED_PRECONDITION
   * `payload_expired` where its body is gone, `endpoint_not_active` where nothing may be sent,
   * `event_not_subscribed` where the name is no longer taken. RESOURCE_EXHAUSTED as for SendTestEvent.
   */
  readonly RetryDelivery: RpcMethod<RetryDeliveryRequest, Delivery>;
  readonly CountDeliveries: RpcMethod<CountDeliveriesRequest, DeliveryCounts>;
  /**
   * Sends an endpoint a sample of a name that it takes. FAILED_PRECONDITION `endpoint_not_active` where
   * nothing may be sent, `event_not_subscribed` for another name; RESOURCE_EXHAUSTED when the account has
   * asked for as many test and repeated webhooks as it may on a day.
   */
  readonly SendTestEvent: RpcMethod<SendTestEventRequest, Delivery>;
  /**
   * Delivers an event again, under its own id, to the endpoints that would get it now. RESOURCE_EXHAUSTED as
   * for SendTestEvent, FAILED_PRECONDITION `payload_expired` when its body is gone.
   */
  readonly ResendEvent: RpcMethod<ResendEventRequest, ResendEventResponse>;
  /**
   * Sends an endpoint the events of a span again, of 30 days at most, in the order of each charge.
   * FAILED_PRECONDITION `endpoint_not_active`, `event_not_subscribed`, `replay_in_progress` while another
   * span is being sent to it, `replay_too_large` for a span with too many events.
   */
  readonly ReplayEvents: RpcMethod<ReplayEventsRequest, ReplayEventsResponse>;
  /**
   * Canonical events of the last 30 days, newest first, with or without a subscriber. INVALID_ARGUMENT
   * `invalid_cursor` for a cursor of another list.
   */
  readonly ListEvents: RpcMethod<ListEventsRequest, ListEventsResponse>;
  readonly GetEvent: RpcMethod<GetEventRequest, StoredEvent>;
  /**
   * Encrypts again, step by step, what is under another key than the current one; counts what is under
   * which.
   */
  readonly ReencryptSecrets: RpcMethod<ReencryptSecretsRequest, ReencryptSecretsResponse>;
};

export type Endpoint_Status = 'STATUS_UNSPECIFIED' | 'ACTIVE' | 'INACTIVE';

export type Endpoint = {
  /** Raw UUIDv7; `default` for what has a URL of its own. */
  readonly id: string;
  /** Empty for `default`. */
  readonly url: string;
  readonly events: readonly string[];
  readonly status: Endpoint_Status;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
};

export type RegisterEndpointRequest = {
  readonly tenant: Tenant | null;
  readonly url: string;
  readonly events: readonly string[];
  /** Where the merchant called from, for the audit log; empty where nobody knew. */
  readonly clientAddress: string;
};

export type RegisteredEndpoint = {
  readonly endpoint: Endpoint | null;
  /** 64 hex characters, shown once. */
  readonly secret: string;
};

export type CheckUrlRequest = {
  /** May hold a secret of the merchant: never log it. */
  readonly url: string;
};

export type CheckUrlResponse = Record<never, never>;

export type ListEndpointsRequest = {
  readonly tenant: Tenant | null;
};

export type ListEndpointsResponse = {
  readonly endpoints: readonly Endpoint[];
};

export type DeleteEndpointRequest = {
  readonly tenant: Tenant | null;
  /** Any form of the id. */
  readonly id: string;
  /** Where the merchant called from, for the audit log; empty where nobody knew. */
  readonly clientAddress: string;
};

export type DeleteEndpointResponse = Record<never, never>;

export type UpdateEndpointRequest_Events = {
  readonly names: readonly string[];
};

/** What is not there stays as it is. */
export type UpdateEndpointRequest = {
  readonly tenant: Tenant | null;
  /** Any form of the id. */
  readonly id: string;
  readonly url?: string;
  readonly events: UpdateEndpointRequest_Events | null;
  readonly status?: Endpoint_Status;
  /** Where the merchant called from, for the audit log; empty where nobody knew. */
  readonly clientAddress: string;
};

export type RotateEndpointSecretRequest = {
  readonly tenant: Tenant | null;
  /** Any form of the id. */
  readonly id: string;
  /** Where the merchant called from, for the audit log; empty where nobody knew. */
  readonly clientAddress: string;
};

export type RotatedEndpointSecret = {
  /** Raw UUIDv7. */
  readonly id: string;
  /** 64 hex characters, shown once. From here on it signs whatever is sent. */
  readonly secret: string;
};

export type GetEventCatalogRequest = Record<never, never>;

export type GetEventCatalogResponse = {
  readonly events: readonly CatalogEntry[];
};

export type CatalogEntry = {
  readonly event: string;
  readonly description: string;
  readonly legacy: boolean;
};

export type Delivery_Status = 'STATUS_UNSPECIFIED' | 'PENDING' | 'PROCESSING' | 'DELIVERED' | 'FAILED' | 'CANCELLED';

export type Delivery = {
  /** Raw UUIDv7, like the endpoint's. */
  readonly id: string;
  readonly endpointId: string;
  /** The concrete name: an alias or wildcard is never one. */
  readonly eventType: string;
  readonly status: Delivery_Status;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly lastStatusCode?: number;
  /** A short stable word, such as connection_timeout. */
  readonly lastError?: string;
  readonly lastResponseBody?: string;
  readonly nextRetryAtMs?: number;
  readonly deliveredAtMs?: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** The body as it is sent; absent once it is gone, and the log with it. */
  readonly payloadJson?: string;
};

export type ListDeliveriesRequest = {
  readonly tenant: Tenant | null;
  readonly status?: Delivery_Status;
  readonly eventType?: string;
  readonly endpointId?: string;
  readonly limit: number;
  readonly offset: number;
  readonly createdAfterMs?: number;
  readonly createdBeforeMs?: number;
  /** Any form of the id. */
  readonly chargeId?: string;
};

export type ListDeliveriesResponse = {
  readonly deliveries: readonly Delivery[];
  readonly total: number;
};

export type CountDeliveriesRequest = {
  readonly tenant: Tenant | null;
};

export type DeliveryCounts = {
  readonly pending: number;
  readonly processing: number;
  readonly delivered: number;
  readonly failed: number;
  readonly cancelled: number;
};

export type GetDeliveryRequest = {
  readonly tenant: Tenant | null;
  /** Any form of the id. */
  readonly id: string;
};

export type RetryDeliveryRequest = {
  readonly tenant: Tenant | null;
  /** Any form of the id. */
  readonly id: string;
};

export type DeliveryWithLog = {
  readonly delivery: Delivery | null;
  /** Oldest first; none without the body. */
  readonly attemptLog: readonly DeliveryAttempt[];
};

/** One HTTP try. */
export type DeliveryAttempt = {
  /** 1 is the first. */
  readonly attempt: number;
  readonly startedAtMs: number;
  /** Absent when the process that made it died before it was over. */
  readonly durationMs?: number;
  readonly statusCode?: number;
  readonly error?: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseBody?: string;
};

export type SendTestEventRequest = {
  readonly tenant: Tenant | null;
  /** Any form of the id. */
  readonly endpointId: string;
  /** Raw UUIDv7 of the delivery, made by the caller: a repeated call finds the delivery it made. */
  readonly deliveryId: string;
  /** A name that the endpoint takes; left out, the first that it subscribed to. */
  readonly event?: string;
};

export type ReplayEventsRequest_Only = 'ONLY_UNSPECIFIED' | 'UNDELIVERED' | 'ALL';

export type ReplayEventsRequest = {
  readonly tenant: Tenant | null;
  /** Any form of the id. */
  readonly endpointId: string;
  /** Raw UUIDv7, made by the caller: a repeated call finds the replay it made. */
  readonly replayId: string;
  readonly sinceMs: number;
  /** Left out: until now. */
  readonly untilMs?: number;
  /** Left out: every name that the endpoint takes. */
  readonly events: readonly string[];
  readonly only: ReplayEventsRequest_Only;
};

export type ReplayEventsResponse = {
  /** How many events are sent again, each under every name that was asked for. */
  readonly replayed: number;
};

export type ResendEventRequest = {
  readonly tenant: Tenant | null;
  /** Raw UUIDv7, made by the caller: a repeated call makes no delivery twice. */
  readonly resendId: string;
  /** A gx.charge.v1.ChargeEvent of this tenant. */
  readonly event: Buffer;
};

export type ResendEventResponse = {
  /** How many deliveries there are of this resend; 0 when nobody subscribes. */
  readonly deliveries: number;
};

export type StoredEvent = {
  /** evt_<hex>. */
  readonly id: string;
  /** The canonical envelope as deliveries carry it. */
  readonly bodyJson: string;
};

export type ListEventsRequest = {
  readonly tenant: Tenant | null;
  readonly limit: number;
  /** Id of the last event of the page before. */
  readonly startingAfter?: string;
  /** A canonical name. */
  readonly type?: string;
  readonly createdAfterMs?: number;
  readonly createdBeforeMs?: number;
};

export type ListEventsResponse = {
  readonly events: readonly StoredEvent[];
  readonly hasMore: boolean;
};

export type GetEventRequest = {
  readonly tenant: Tenant | null;
  readonly id: string;
};
