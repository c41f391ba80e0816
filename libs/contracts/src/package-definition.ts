import { resolve } from 'node:path';
import { loadSync, type PackageDefinition } from '@grpc/proto-loader';
import { LOADER_OPTIONS, PROTO_FILES } from './loader-options.ts';

/**
 * Reads the protos' own text and describes every message: for gRPC reflection, and to hold what is generated
 * against it.
 */
export const packageDefinition = (): PackageDefinition =>
  loadSync([...PROTO_FILES], { ...LOADER_OPTIONS, includeDirs: [resolve(import.meta.dirname, '../../../protos')] });
