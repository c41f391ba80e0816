const AS_WRITTEN: Readonly<Record<string, string>> = { qr: 'QR', jwks: 'JWKS', api: 'API', pix: 'Pix' };

/** `createPixCharge` -> `Create Pix charge`: what a person looks for in a menu. */
export function titleOf(operationId: string): string {
  const words = operationId.match(/[A-Z]?[a-z]+/g) ?? [operationId];
  const text = words.map((word) => AS_WRITTEN[word.toLowerCase()] ?? word.toLowerCase()).join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The anchor of a heading, as GitHub makes it. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
