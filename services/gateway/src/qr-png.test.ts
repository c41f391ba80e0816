import { randomBytes, randomInt } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import test from 'ava';
import jsqr from 'jsqr';
import { qrPng } from './qr-png.ts';

// The package is CommonJS: what is imported is its exports object, typed as the function.
const decodeQr = (jsqr as unknown as { default: typeof jsqr.default }).default;

/** Reads our own kind of PNG back: one bit, greyscale, filters none and up. */
function pixelsOf(png: Buffer): { width: number; rgba: Uint8ClampedArray } {
  const width = png.readUInt32BE(16);
  const dataLength = png.readUInt32BE(33);
  const lines = inflateSync(png.subarray(41, 41 + dataLength));
  const stride = 1 + Math.ceil(width / 8);
  const rgba = new Uint8ClampedArray(width * width * 4).fill(255);
  let above = Buffer.alloc(stride);
  for (let y = 0; y < width; y++) {
    const line = Buffer.from(lines.subarray(y * stride, (y + 1) * stride));
    if (line[0] === 2) for (let i = 1; i < stride; i++) line[i] = ((line[i] ?? 0) + (above[i] ?? 0)) & 0xff;
    for (let x = 0; x < width; x++) {
      const white = ((line[1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      if (!white) rgba.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
    above = line;
  }
  return { width, rgba };
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.-/ *@';
const randomCode = (): string =>
  Array.from({ length: randomInt(40, 420) }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

test('200 random payment codes are read back by a foreign QR reader', (t) => {
  for (let i = 0; i < 200; i++) {
    const code = randomCode();
    const { width, rgba } = pixelsOf(qrPng(code));
    t.is(decodeQr(rgba, width, width)?.data, code);
  }
});

test('the image is at least 240 px wide, its first 4 modules are quiet, and it is a PNG of one bit', (t) => {
  const png = qrPng(`00020101${randomBytes(60).toString('hex')}6304ABCD`);
  const { width, rgba } = pixelsOf(png);
  t.true(width >= 240);
  t.is(png.subarray(0, 8).toString('hex'), '89504e470d0a1a0a');
  t.deepEqual([png[24], png[25]], [1, 0]);
  t.true(rgba.subarray(0, width * 4 * 16).every((value) => value === 255));
});

test('the image of a usual payment code is under one kilobyte', (t) => {
  const code =
    '00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB';
  t.true(qrPng(code).length < 1024);
});
