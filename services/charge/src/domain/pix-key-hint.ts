const SHOWN = 4;

/**
 * The end of a Pix key, to know it by: a key can be somebody's document, phone or e-mail. Nothing of one that
 * would be half shown.
 */
export const hintOf = (pixKey: string): string => (pixKey.length < 2 * SHOWN ? '…' : `…${pixKey.slice(-SHOWN)}`);
