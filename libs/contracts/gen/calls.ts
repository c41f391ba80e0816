import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CallFrameInput as _gx_common_v1_CallFrameInput, CallFrame as _gx_common_v1_CallFrame } from './gx/common/v1/CallFrame.ts';
import type { CallServiceClient as _gx_common_v1_CallServiceClient, CallServiceDefinition as _gx_common_v1_CallServiceDefinition } from './gx/common/v1/CallService.ts';
import type { ReplyFrameInput as _gx_common_v1_ReplyFrameInput, ReplyFrame as _gx_common_v1_ReplyFrame } from './gx/common/v1/ReplyFrame.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gx: {
    common: {
      v1: {
        CallFrame: MessageTypeDefinition<_gx_common_v1_CallFrameInput, _gx_common_v1_CallFrame>
        /**
         * Unary calls of any service of a server, many on one stream. A call of its own costs both ends more than
         * what most calls do; here it costs two messages. Every call can be made the usual way too.
         */
        CallService: SubtypeConstructor<typeof grpc.Client, _gx_common_v1_CallServiceClient> & { service: _gx_common_v1_CallServiceDefinition }
        ReplyFrame: MessageTypeDefinition<_gx_common_v1_ReplyFrameInput, _gx_common_v1_ReplyFrame>
      }
    }
  }
}

