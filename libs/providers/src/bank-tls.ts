import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { BankTls } from './profile.ts';

/**
 * What is wrong with which part, in words for the operator who gave it. Nothing of the part itself is in
 * them.
 */
export type TlsProblem = { readonly part: keyof BankTls; readonly message: string };

const CHARACTERS_MAX = 65_536;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const BEGINS = /-----BEGIN /g;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/**
 * Why no connection to a bank could be made with this, or none that the bank takes; undefined where nothing
 * speaks against it.
 */
export function tlsProblem(tls: BankTls, now: Date): TlsProblem | undefined {
  const ours = problemOfOurs(tls, now);
  if (ours !== undefined) return ours;
  const theirs = tls.ca === undefined ? undefined : problemOfAuthority(tls.ca, now);
  if (theirs !== undefined) return { part: 'ca', message: theirs };
  try {
    createSecureContext(tls);
  } catch (error) {
    return { part: 'cert', message: `The certificate cannot be used for TLS: ${codeOf(error)}.` };
  }
  return undefined;
}

/** When a chain ends: with the first of its certificates that does. */
export const chainEndsAt = (pem: string): Date =>
  new Date(Math.min(...blocksOf(pem).map((block) => new X509Certificate(block).validToDate.getTime())));

function problemOfOurs({ cert, key }: BankTls, now: Date): TlsProblem | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined) return { part: 'cert', message: 'The certificate of the private key is missing.' };
  if (key === undefined) return { part: 'key', message: 'The private key of the certificate is missing.' };
  const chain = certificatesOf(cert);
  if (typeof chain === 'string') return { part: 'cert', message: `The certificate ${chain}.` };
  const ours = privateKeyOf(key);
  if (typeof ours === 'string') return { part: 'key', message: `The private key ${ours}.` };
  const [first, ...others] = chain;
  if (first?.checkPrivateKey(ours) !== true) {
    if (others.some((other) => other.checkPrivateKey(ours)))
      return { part: 'cert', message: 'The certificate of the private key must be the first of its chain.' };
    return { part: 'key', message: 'The private key does not belong to the certificate.' };
  }
  const time = timeProblem(chain, now);
  return time === undefined ? undefined : { part: 'cert', message: time };
}

function timeProblem(chain: readonly X509Certificate[], now: Date): string | undefined {
  for (const [index, { validFromDate, validToDate }] of chain.entries()) {
    const which = index === 0 ? 'The certificate' : `The certificate that is number ${index + 1} of its chain`;
    if (validToDate <= now) return `${which} has expired: it ended at ${validToDate.toISOString()}.`;
    if (validFromDate > now) return `${which} is not valid before ${validFromDate.toISOString()}.`;
  }
  return undefined;
}

/** A bundle may hold old authorities beside the one that counts; one of nothing else vouches for nobody. */
function problemOfAuthority(ca: string, now: Date): string | undefined {
  const authorities = certificatesOf(ca);
  if (typeof authorities === 'string') return `The bank’s authority ${authorities}.`;
  const ends = Math.max(...authorities.map(({ validToDate }) => validToDate.getTime()));
  return ends <= now.getTime()
    ? `The bank’s authority has expired: it ended at ${new Date(ends).toISOString()}.`
    : undefined;
}

const blocksOf = (pem: string): readonly string[] => pem.match(CERTIFICATE) ?? [];

/**
 * The certificates of a text, or what is wrong with it. Neither is secret, so a key among them would be
 * stored and handed on in the clear.
 */
function certificatesOf(pem: string): readonly X509Certificate[] | string {
  if (pem.length > CHARACTERS_MAX) return `has more than ${CHARACTERS_MAX} characters`;
  if (PRIVATE_KEY.test(pem)) return 'holds a private key: that is given apart';
  const blocks = blocksOf(pem);
  if (blocks.length === 0 || blocks.length !== pem.match(BEGINS)?.length) return 'is not made of certificates in PEM';
  const read: X509Certificate[] = [];
  for (const [index, block] of blocks.entries()) {
    try {
      read.push(new X509Certificate(block));
    } catch {
      return `cannot be read: number ${index + 1} in its PEM is no certificate`;
    }
  }
  return read;
}

function privateKeyOf(pem: string): KeyObject | string {
  if (pem.length > CHARACTERS_MAX) return `has more than ${CHARACTERS_MAX} characters`;
  if (pem.includes('ENCRYPTED')) return 'is under a passphrase: it is given without one';
  try {
    return createPrivateKey(pem);
  } catch {
    return 'is not one in PEM';
  }
}

/** OpenSSL's own name of what it dislikes; its sentence is not passed on. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'it is refused';
