// Original file: gx/common/v1/calls.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CallFrameInput as _gx_common_v1_CallFrameInput, CallFrame as _gx_common_v1_CallFrame } from '../../../gx/common/v1/CallFrame.ts';
import type { ReplyFrameInput as _gx_common_v1_ReplyFrameInput, ReplyFrame as _gx_common_v1_ReplyFrame } from '../../../gx/common/v1/ReplyFrame.ts';

/**
 * Unary calls of any service of a server, many on one stream. A call of its own costs both ends more than
 * what most calls do; here it costs two messages. Every call can be made the usual way too.
 */
export interface CallServiceClient extends grpc.Client {
  Open(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_gx_common_v1_CallFrameInput, _gx_common_v1_ReplyFrame>;
  Open(options?: grpc.CallOptions): grpc.ClientDuplexStream<_gx_common_v1_CallFrameInput, _gx_common_v1_ReplyFrame>;
  open(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_gx_common_v1_CallFrameInput, _gx_common_v1_ReplyFrame>;
  open(options?: grpc.CallOptions): grpc.ClientDuplexStream<_gx_common_v1_CallFrameInput, _gx_common_v1_ReplyFrame>;
  
}

/**
 * Unary calls of any service of a server, many on one stream. A call of its own costs both ends more than
 * what most calls do; here it costs two messages. Every call can be made the usual way too.
 */
export interface CallServiceHandlers extends grpc.UntypedServiceImplementation {
  Open: grpc.handleBidiStreamingCall<_gx_common_v1_CallFrame, _gx_common_v1_ReplyFrameInput>;
  
}

export interface CallServiceDefinition extends grpc.ServiceDefinition {
  Open: MethodDefinition<_gx_common_v1_CallFrameInput, _gx_common_v1_ReplyFrameInput, _gx_common_v1_CallFrame, _gx_common_v1_ReplyFrame>
}
