import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { EncryptedCountInput as _gx_common_v1_EncryptedCountInput, EncryptedCount as _gx_common_v1_EncryptedCount } from './gx/common/v1/EncryptedCount.ts';
import type { ErrorDetailInput as _gx_common_v1_ErrorDetailInput, ErrorDetail as _gx_common_v1_ErrorDetail } from './gx/common/v1/ErrorDetail.ts';
import type { FieldProblemInput as _gx_common_v1_FieldProblemInput, FieldProblem as _gx_common_v1_FieldProblem } from './gx/common/v1/FieldProblem.ts';
import type { ReencryptSecretsRequestInput as _gx_common_v1_ReencryptSecretsRequestInput, ReencryptSecretsRequest as _gx_common_v1_ReencryptSecretsRequest } from './gx/common/v1/ReencryptSecretsRequest.ts';
import type { ReencryptSecretsResponseInput as _gx_common_v1_ReencryptSecretsResponseInput, ReencryptSecretsResponse as _gx_common_v1_ReencryptSecretsResponse } from './gx/common/v1/ReencryptSecretsResponse.ts';
import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from './gx/common/v1/Tenant.ts';
import type { CatalogEntryInput as _gx_webhooks_v1_CatalogEntryInput, CatalogEntry as _gx_webhooks_v1_CatalogEntry } from './gx/webhooks/v1/CatalogEntry.ts';
import type { CheckUrlRequestInput as _gx_webhooks_v1_CheckUrlRequestInput, CheckUrlRequest as _gx_webhooks_v1_CheckUrlRequest } from './gx/webhooks/v1/CheckUrlRequest.ts';
import type { CheckUrlResponseInput as _gx_webhooks_v1_CheckUrlResponseInput, CheckUrlResponse as _gx_webhooks_v1_CheckUrlResponse } from './gx/webhooks/v1/CheckUrlResponse.ts';
import type { CountDeliveriesRequestInput as _gx_webhooks_v1_CountDeliveriesRequestInput, CountDeliveriesRequest as _gx_webhooks_v1_CountDeliveriesRequest } from './gx/webhooks/v1/CountDeliveriesRequest.ts';
import type { DeleteEndpointRequestInput as _gx_webhooks_v1_DeleteEndpointRequestInput, DeleteEndpointRequest as _gx_webhooks_v1_DeleteEndpointRequest } from './gx/webhooks/v1/DeleteEndpointRequest.ts';
import type { DeleteEndpointResponseInput as _gx_webhooks_v1_DeleteEndpointResponseInput, DeleteEndpointResponse as _gx_webhooks_v1_DeleteEndpointResponse } from './gx/webhooks/v1/DeleteEndpointResponse.ts';
import type { DeliveryInput as _gx_webhooks_v1_DeliveryInput, Delivery as _gx_webhooks_v1_Delivery } from './gx/webhooks/v1/Delivery.ts';
import type { DeliveryAttemptInput as _gx_webhooks_v1_DeliveryAttemptInput, DeliveryAttempt as _gx_webhooks_v1_DeliveryAttempt } from './gx/webhooks/v1/DeliveryAttempt.ts';
import type { DeliveryCountsInput as _gx_webhooks_v1_DeliveryCountsInput, DeliveryCounts as _gx_webhooks_v1_DeliveryCounts } from './gx/webhooks/v1/DeliveryCounts.ts';
import type { DeliveryWithLogInput as _gx_webhooks_v1_DeliveryWithLogInput, DeliveryWithLog as _gx_webhooks_v1_DeliveryWithLog } from './gx/webhooks/v1/DeliveryWithLog.ts';
import type { EndpointInput as _gx_webhooks_v1_EndpointInput, Endpoint as _gx_webhooks_v1_Endpoint } from './gx/webhooks/v1/Endpoint.ts';
import type { GetDeliveryRequestInput as _gx_webhooks_v1_GetDeliveryRequestInput, GetDeliveryRequest as _gx_webhooks_v1_GetDeliveryRequest } from './gx/webhooks/v1/GetDeliveryRequest.ts';
import type { GetEventCatalogRequestInput as _gx_webhooks_v1_GetEventCatalogRequestInput, GetEventCatalogRequest as _gx_webhooks_v1_GetEventCatalogRequest } from './gx/webhooks/v1/GetEventCatalogRequest.ts';
import type { GetEventCatalogResponseInput as _gx_webhooks_v1_GetEventCatalogResponseInput, GetEventCatalogResponse as _gx_webhooks_v1_GetEventCatalogResponse } from './gx/webhooks/v1/GetEventCatalogResponse.ts';
import type { GetEventRequestInput as _gx_webhooks_v1_GetEventRequestInput, GetEventRequest as _gx_webhooks_v1_GetEventRequest } from './gx/webhooks/v1/GetEventRequest.ts';
import type { ListDeliveriesRequestInput as _gx_webhooks_v1_ListDeliveriesRequestInput, ListDeliveriesRequest as _gx_webhooks_v1_ListDeliveriesRequest } from './gx/webhooks/v1/ListDeliveriesRequest.ts';
import type { ListDeliveriesResponseInput as _gx_webhooks_v1_ListDeliveriesResponseInput, ListDeliveriesResponse as _gx_webhooks_v1_ListDeliveriesResponse } from './gx/webhooks/v1/ListDeliveriesResponse.ts';
import type { ListEndpointsRequestInput as _gx_webhooks_v1_ListEndpointsRequestInput, ListEndpointsRequest as _gx_webhooks_v1_ListEndpointsRequest } from './gx/webhooks/v1/ListEndpointsRequest.ts';
import type { ListEndpointsResponseInput as _gx_webhooks_v1_ListEndpointsResponseInput, ListEndpointsResponse as _gx_webhooks_v1_ListEndpointsResponse } from './gx/webhooks/v1/ListEndpointsResponse.ts';
import type { ListEventsRequestInput as _gx_webhooks_v1_ListEventsRequestInput, ListEventsRequest as _gx_webhooks_v1_ListEventsRequest } from './gx/webhooks/v1/ListEventsRequest.ts';
import type { ListEventsResponseInput as _gx_webhooks_v1_ListEventsResponseInput, ListEventsResponse as _gx_webhooks_v1_ListEventsResponse } from './gx/webhooks/v1/ListEventsResponse.ts';
import type { RegisterEndpointRequestInput as _gx_webhooks_v1_RegisterEndpointRequestInput, RegisterEndpointRequest as _gx_webhooks_v1_RegisterEndpointRequest } from './gx/webhooks/v1/RegisterEndpointRequest.ts';
import type { RegisteredEndpointInput as _gx_webhooks_v1_RegisteredEndpointInput, RegisteredEndpoint as _gx_webhooks_v1_RegisteredEndpoint } from './gx/webhooks/v1/RegisteredEndpoint.ts';
import type { ResendEventRequestInput as _gx_webhooks_v1_ResendEventRequestInput, ResendEventRequest as _gx_webhooks_v1_ResendEventRequest } from './gx/webhooks/v1/ResendEventRequest.ts';
import type { ResendEventResponseInput as _gx_webhooks_v1_ResendEventResponseInput, ResendEventResponse as _gx_webhooks_v1_ResendEventResponse } from './gx/webhooks/v1/ResendEventResponse.ts';
import type { RetryDeliveryRequestInput as _gx_webhooks_v1_RetryDeliveryRequestInput, RetryDeliveryRequest as _gx_webhooks_v1_RetryDeliveryRequest } from './gx/webhooks/v1/RetryDeliveryRequest.ts';
import type { RotateEndpointSecretRequestInput as _gx_webhooks_v1_RotateEndpointSecretRequestInput, RotateEndpointSecretRequest as _gx_webhooks_v1_RotateEndpointSecretRequest } from './gx/webhooks/v1/RotateEndpointSecretRequest.ts';
import type { RotatedEndpointSecretInput as _gx_webhooks_v1_RotatedEndpointSecretInput, RotatedEndpointSecret as _gx_webhooks_v1_RotatedEndpointSecret } from './gx/webhooks/v1/RotatedEndpointSecret.ts';
import type { SendTestEventRequestInput as _gx_webhooks_v1_SendTestEventRequestInput, SendTestEventRequest as _gx_webhooks_v1_SendTestEventRequest } from './gx/webhooks/v1/SendTestEventRequest.ts';
import type { StoredEventInput as _gx_webhooks_v1_StoredEventInput, StoredEvent as _gx_webhooks_v1_StoredEvent } from './gx/webhooks/v1/StoredEvent.ts';
import type { UpdateEndpointRequestInput as _gx_webhooks_v1_UpdateEndpointRequestInput, UpdateEndpointRequest as _gx_webhooks_v1_UpdateEndpointRequest } from './gx/webhooks/v1/UpdateEndpointRequest.ts';
import type { WebhooksServiceClient as _gx_webhooks_v1_WebhooksServiceClient, WebhooksServiceDefinition as _gx_webhooks_v1_WebhooksServiceDefinition } from './gx/webhooks/v1/WebhooksService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gx: {
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
    webhooks: {
      v1: {
        CatalogEntry: MessageTypeDefinition<_gx_webhooks_v1_CatalogEntryInput, _gx_webhooks_v1_CatalogEntry>
        CheckUrlRequest: MessageTypeDefinition<_gx_webhooks_v1_CheckUrlRequestInput, _gx_webhooks_v1_CheckUrlRequest>
        CheckUrlResponse: MessageTypeDefinition<_gx_webhooks_v1_CheckUrlResponseInput, _gx_webhooks_v1_CheckUrlResponse>
        CountDeliveriesRequest: MessageTypeDefinition<_gx_webhooks_v1_CountDeliveriesRequestInput, _gx_webhooks_v1_CountDeliveriesRequest>
        DeleteEndpointRequest: MessageTypeDefinition<_gx_webhooks_v1_DeleteEndpointRequestInput, _gx_webhooks_v1_DeleteEndpointRequest>
        DeleteEndpointResponse: MessageTypeDefinition<_gx_webhooks_v1_DeleteEndpointResponseInput, _gx_webhooks_v1_DeleteEndpointResponse>
        Delivery: MessageTypeDefinition<_gx_webhooks_v1_DeliveryInput, _gx_webhooks_v1_Delivery>
        DeliveryAttempt: MessageTypeDefinition<_gx_webhooks_v1_DeliveryAttemptInput, _gx_webhooks_v1_DeliveryAttempt>
        DeliveryCounts: MessageTypeDefinition<_gx_webhooks_v1_DeliveryCountsInput, _gx_webhooks_v1_DeliveryCounts>
        DeliveryWithLog: MessageTypeDefinition<_gx_webhooks_v1_DeliveryWithLogInput, _gx_webhooks_v1_DeliveryWithLog>
        Endpoint: MessageTypeDefinition<_gx_webhooks_v1_EndpointInput, _gx_webhooks_v1_Endpoint>
        GetDeliveryRequest: MessageTypeDefinition<_gx_webhooks_v1_GetDeliveryRequestInput, _gx_webhooks_v1_GetDeliveryRequest>
        GetEventCatalogRequest: MessageTypeDefinition<_gx_webhooks_v1_GetEventCatalogRequestInput, _gx_webhooks_v1_GetEventCatalogRequest>
        GetEventCatalogResponse: MessageTypeDefinition<_gx_webhooks_v1_GetEventCatalogResponseInput, _gx_webhooks_v1_GetEventCatalogResponse>
        GetEventRequest: MessageTypeDefinition<_gx_webhooks_v1_GetEventRequestInput, _gx_webhooks_v1_GetEventRequest>
        ListDeliveriesRequest: MessageTypeDefinition<_gx_webhooks_v1_ListDeliveriesRequestInput, _gx_webhooks_v1_ListDeliveriesRequest>
        ListDeliveriesResponse: MessageTypeDefinition<_gx_webhooks_v1_ListDeliveriesResponseInput, _gx_webhooks_v1_ListDeliveriesResponse>
        ListEndpointsRequest: MessageTypeDefinition<_gx_webhooks_v1_ListEndpointsRequestInput, _gx_webhooks_v1_ListEndpointsRequest>
        ListEndpointsResponse: MessageTypeDefinition<_gx_webhooks_v1_ListEndpointsResponseInput, _gx_webhooks_v1_ListEndpointsResponse>
        ListEventsRequest: MessageTypeDefinition<_gx_webhooks_v1_ListEventsRequestInput, _gx_webhooks_v1_ListEventsRequest>
        ListEventsResponse: MessageTypeDefinition<_gx_webhooks_v1_ListEventsResponseInput, _gx_webhooks_v1_ListEventsResponse>
        RegisterEndpointRequest: MessageTypeDefinition<_gx_webhooks_v1_RegisterEndpointRequestInput, _gx_webhooks_v1_RegisterEndpointRequest>
        RegisteredEndpoint: MessageTypeDefinition<_gx_webhooks_v1_RegisteredEndpointInput, _gx_webhooks_v1_RegisteredEndpoint>
        ResendEventRequest: MessageTypeDefinition<_gx_webhooks_v1_ResendEventRequestInput, _gx_webhooks_v1_ResendEventRequest>
        ResendEventResponse: MessageTypeDefinition<_gx_webhooks_v1_ResendEventResponseInput, _gx_webhooks_v1_ResendEventResponse>
        RetryDeliveryRequest: MessageTypeDefinition<_gx_webhooks_v1_RetryDeliveryRequestInput, _gx_webhooks_v1_RetryDeliveryRequest>
        RotateEndpointSecretRequest: MessageTypeDefinition<_gx_webhooks_v1_RotateEndpointSecretRequestInput, _gx_webhooks_v1_RotateEndpointSecretRequest>
        RotatedEndpointSecret: MessageTypeDefinition<_gx_webhooks_v1_RotatedEndpointSecretInput, _gx_webhooks_v1_RotatedEndpointSecret>
        SendTestEventRequest: MessageTypeDefinition<_gx_webhooks_v1_SendTestEventRequestInput, _gx_webhooks_v1_SendTestEventRequest>
        StoredEvent: MessageTypeDefinition<_gx_webhooks_v1_StoredEventInput, _gx_webhooks_v1_StoredEvent>
        UpdateEndpointRequest: MessageTypeDefinition<_gx_webhooks_v1_UpdateEndpointRequestInput, _gx_webhooks_v1_UpdateEndpointRequest>
        /**
         * Merchants' endpoints and what was delivered to them.
         */
        WebhooksService: SubtypeConstructor<typeof grpc.Client, _gx_webhooks_v1_WebhooksServiceClient> & { service: _gx_webhooks_v1_WebhooksServiceDefinition }
      }
    }
  }
}

