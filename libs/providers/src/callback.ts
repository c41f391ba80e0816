import { createHmac, timingSafeEqual } from 'node:crypto';
import { sha256Hex } from '@gx/core';
import { readCallbackBody, unreadableCallback } from './callback-body.ts';
import type { CallbackPolicy } from './profile.ts';
import type { PixElement } from './provider.ts';
import { readPix } from './read-pix.ts';
import { isPixOutCallback, readPixOutCallback } from './read-pix-out.ts';

/**
 * Every element of a callback's body. What is not a list of Pix at all comes back whole, as one unreadable
 * element.
 */
export function parseCallback(body: string): readonly PixElement[] {
  const parsed = readCallbackBody(body);
  if ('unreadable' in parsed) return [parsed.unreadable];
  const list =
    typeof parsed.value === 'object' && parsed.value !== null && 'pix' in parsed.value ? parsed.value.pix : undefined;
  if (Array.isArray(list)) return list.map(elementOf);
  return typeof list === 'object' && list !== null ? [elementOf(list)] : [unreadableCallback(body, 'no list of Pix')];
}

/** Money that came, its devolutions with it, or money that we sent. */
const elementOf = (raw: unknown): PixElement => (isPixOutCallback(raw) ? readPixOutCallback(raw) : readPix(raw));

/**
 * The token in the address a bank posts to: derived, so every replica knows it and nothing has to be stored.
 */
export const callbackToken = (secret: string, profileId: string): string =>
  createHmac('sha256', secret).update(`provider-callback:${profileId}`).digest('hex');

/** Compares with each token in constant time, whatever the length of what came. */
export function verifyCallback(policy: CallbackPolicy, token: string | undefined): 'trusted' | 'untrusted' {
  if (token === undefined) return 'untrusted';
  const given = digestOf(token);
  const fits = [policy.token, ...(policy.others ?? [])].filter((known) => timingSafeEqual(given, digestOf(known)));
  return fits.length > 0 ? 'trusted' : 'untrusted';
}

const digestOf = (text: string): Buffer => Buffer.from(sha256Hex(text));
