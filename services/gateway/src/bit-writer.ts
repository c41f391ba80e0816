/** A symbol's code as deflate writes it: its first bit is the lowest one. */
export type Code = { readonly bits: number; readonly length: number };

/** Bits into bytes, lowest bit first (RFC 1951, section 3.1.1). */
export class BitWriter {
  readonly #bytes: Buffer;
  #at = 0;
  #held = 0;
  #count = 0;

  constructor(bytesMax: number) {
    this.#bytes = Buffer.allocUnsafe(bytesMax);
  }

  /** At most 24 bits at once. */
  put({ bits, length }: Code): void {
    this.#held |= bits << this.#count;
    this.#count += length;
    while (this.#count >= 8) {
      this.#bytes[this.#at] = this.#held;
      this.#at += 1;
      this.#held >>>= 8;
      this.#count -= 8;
    }
  }

  /** Fills the last byte with zeros, appends a checksum, highest byte first, and gives the bytes away. */
  end(checksum: number): Buffer {
    this.put({ bits: 0, length: (8 - this.#count) % 8 });
    return this.#bytes.subarray(0, this.#bytes.writeUInt32BE(checksum, this.#at));
  }
}
