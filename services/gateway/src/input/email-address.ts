const ATOM = String.raw`[^\s\p{Cc}()<>[\]:;@\\,."]+`;
const QUOTED = String.raw`"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*"`;
const NAME = String.raw`(?:[A-Za-z0-9-]+\.)+[A-Za-z0-9-]+`;
const ADDRESS = String.raw`\[\d{1,3}(?:\.\d{1,3}){3}\]`;

/**
 * An address as RFC 5322 writes it (3.4.1), with the letters of RFC 6532, without comments and line folds: atoms between dots, or text in
 * quotes; then a name with a dot in it, or an IPv4 address in brackets. No two parts of it can match the same characters, so
 * whatever it is given it walks over once.
 */
export const EMAIL = new RegExp(`^(?:${ATOM}(?:\\.${ATOM})*|${QUOTED})@(?:${NAME}|${ADDRESS})$`, 'u');
