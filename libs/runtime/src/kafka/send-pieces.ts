/**
 * Of one send: all of it may be one merchant's and so one record batch, and brokers refuse those above 1 MiB
 * unless told otherwise.
 */
const MESSAGES_MAX = 200;
const BYTES_MAX = 512 * 1024;

/** Messages in as many sends as it takes; one that is larger than a piece may be goes alone. */
export function* sendPieces<T>(
  items: readonly T[],
  bytesOf: (item: T) => number,
  messagesMax = MESSAGES_MAX,
): Generator<readonly T[]> {
  let piece: T[] = [];
  let size = 0;
  for (const item of items) {
    const bytes = bytesOf(item);
    if (piece.length >= messagesMax || (piece.length > 0 && size + bytes > BYTES_MAX)) {
      yield piece;
      piece = [];
      size = 0;
    }
    piece.push(item);
    size += bytes;
  }
  if (piece.length > 0) yield piece;
}
