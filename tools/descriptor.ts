import { join } from 'node:path';
import protobuf from 'protobufjs';
import protobufsOwn from 'protobufjs/google/protobuf/descriptor.json' with { type: 'json' };
import { LOADER_OPTIONS, PROTO_FILES } from '../libs/contracts/src/loader-options.ts';

/** What the services load in the place of the protos' text: every message and service. */
export function descriptor(root: string): string {
  const parsed = new protobuf.Root();
  parsed.resolvePath = (_from, file) => join(root, 'protos', file);
  knowProtobufsOwnProto();
  parsed.loadSync([...PROTO_FILES], LOADER_OPTIONS);
  // What options are made of: nobody reads it, while the options themselves stand with their RPCs.
  parsed.remove(parsed.lookup('google') as protobuf.Namespace);
  const common = parsed.lookup('gx.common.v1') as protobuf.Namespace;
  common.remove(common.get('access') as protobuf.Field);
  return `${JSON.stringify(parsed.toJSON(), null, 1)}\n`;
}

/**
 * The proto that options extend comes with the parser, which looks for it on the disk until it is told so.
 */
export function knowProtobufsOwnProto(): void {
  protobuf.common('descriptor', protobufsOwn.nested.google.nested.protobuf.nested);
}
