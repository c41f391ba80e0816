/** What nobody sees is in no address, though RFC 6532 would have it. */
const HIDDEN = String.raw`\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}`;
// Without a class for what is beyond ASCII: RFC 6532 lets all of it stand where RFC 5322 lets letters stand.
const ATOM = String.raw`[^\s${HIDDEN}()<>[\]:;@\\,."]+`;
const ATOMS = String.raw`${ATOM}(?:\.${ATOM})*`;
const QUOTED = String.raw`"(?:[^"\\${HIDDEN}]|\\[^${HIDDEN}])*"`;
const LITERAL = String.raw`\[[!-Z^-~]+\]`;

/**
 * An address as RFC 5322 writes it (3.4.1), with the letters of RFC 6532 on both sides of the `@`, without
 * comments and line folds: atoms between dots, or text in quotes; then atoms between dots, a single one too
 * (`ana@localhost`), or an address in brackets. Whether such a host exists is not asked. No two parts of it
 * can match the same characters, so whatever it is given it walks over once.
 */
export const EMAIL = new RegExp(`^(?:${ATOMS}|${QUOTED})@(?:${ATOMS}|${LITERAL})$`, 'u');
