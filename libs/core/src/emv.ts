/** One object of an EMV merchant-presented code: a two-digit id and its value. */
export type EmvObject = { readonly id: string; readonly value: string };

const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  return crc & 0xffff;
});

/** CRC-16/CCITT-FALSE over UTF-8, four upper-case hex digits (BCB manual 2.6.3; `123456789` gives `29B1`). */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) crc = ((crc << 8) ^ (CRC_TABLE[(crc >> 8) ^ byte] ?? 0)) & 0xffff;
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** Reads a run of id, length, value; undefined when a length is no number or points past the end. */
export function readObjects(text: string): readonly EmvObject[] | undefined {
  const objects: EmvObject[] = [];
  for (let at = 0; at < text.length; ) {
    const head = text.slice(at, at + 4);
    if (!/^\d{4}$/.test(head)) return undefined;
    const length = Number(head.slice(2));
    const value = text.slice(at + 4, at + 4 + length);
    if (length === 0 || value.length !== length) return undefined;
    objects.push({ id: head.slice(0, 2), value });
    at += 4 + length;
  }
  return objects;
}

/** Writes one object. The caller answers for the 99 characters that two digits of length can name. */
export const writeObject = (id: string, value: string): string =>
  `${id}${String(value.length).padStart(2, '0')}${value}`;
