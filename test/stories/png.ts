import { inflateSync } from 'node:zlib';

/** Reads a 1-bit greyscale PNG (rows unfiltered or filtered "up") into RGBA, for a QR reader. */
export function decodePng(png: Buffer): { data: Uint8ClampedArray; width: number; height: number } {
  if (png.toString('latin1', 1, 4) !== 'PNG') throw new Error('not a PNG');
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  if (png[24] !== 1 || png[25] !== 0) throw new Error('not 1-bit greyscale');
  const rows = inflateSync(imageData(png));
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const stride = Math.ceil(width / 8) + 1;
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * stride];
    if (filter !== 0 && filter !== 2) throw new Error(`a row with filter ${filter}`);
    if (filter === 2)
      for (let i = 1; i < stride; i += 1)
        rows[y * stride + i] = ((rows[y * stride + i] ?? 0) + (rows[(y - 1) * stride + i] ?? 0)) & 255;
    for (let x = 0; x < width; x += 1) {
      const white = ((rows[y * stride + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      data.fill(white * 255, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return { data, width, height };
}

function imageData(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return Buffer.concat(parts);
}
