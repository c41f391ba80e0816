import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/** What is kept of an answer. */
export const BODY_KEPT_BYTES = 2_048;
/** Above what any deflate of what is kept can become. */
const DECODED_MAX_BYTES = 4 * 1_048_576;
const PREFIX = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: DECODED_MAX_BYTES } as const;
const BROTLI_PREFIX = { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength: DECODED_MAX_BYTES } as const;

type Decode = (bytes: Buffer) => Buffer;
/**
 * Codings that come although none was asked for; `deflate` comes with and without its wrapper (RFC 9110,
 * section 8.4.1.2).
 */
const DECODERS: ReadonlyMap<string, readonly Decode[]> = new Map([
  ['gzip', [(bytes: Buffer) => gunzipSync(bytes, PREFIX)]],
  ['x-gzip', [(bytes: Buffer) => gunzipSync(bytes, PREFIX)]],
  ['deflate', [(bytes: Buffer) => inflateSync(bytes, PREFIX), (bytes: Buffer) => inflateRawSync(bytes, PREFIX)]],
  ['br', [(bytes: Buffer) => brotliDecompressSync(bytes, BROTLI_PREFIX)]],
]);

/**
 * The beginning of an answer as it reads; as it came, where its coding is none of ours or it cannot be read.
 */
export function decoded(bytes: Buffer, coding: string): Buffer {
  for (const decode of DECODERS.get(coding.trim().toLowerCase()) ?? []) {
    try {
      return decode(bytes).subarray(0, BODY_KEPT_BYTES);
    } catch {
      // Not this form of it. What an endpoint writes is for people to look at, and no fault of ours.
    }
  }
  return bytes;
}
