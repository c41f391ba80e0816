import { join } from 'node:path';
import { protoPath as HEALTH } from 'grpc-health-check';
import protobuf from 'protobufjs';
import { LOADER_OPTIONS, PROTO_FILES } from '../libs/contracts/src/loader-options.ts';

/**
 * What the services load in the place of the protos' text: every message and service of gx, and
 * `grpc.health.v1`.
 */
export function descriptor(root: string): string {
  const parsed = new protobuf.Root();
  parsed.resolvePath = (_from, file) => (file.startsWith('gx/') ? join(root, 'protos', file) : file);
  parsed.loadSync([...PROTO_FILES, HEALTH], LOADER_OPTIONS);
  return `${JSON.stringify(parsed.toJSON(), null, 1)}\n`;
}
