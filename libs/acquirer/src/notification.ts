import { createHmac, timingSafeEqual } from 'node:crypto';
import { sha256Hex } from '@gx/core';
import type { NotificationPolicy } from './profile.ts';
import type { PixElement } from './provider.ts';
import { isCashoutNotice, readCashoutNotice } from './read-cashout.ts';
import { readPix } from './read-pix.ts';

/** More nesting than any bank's notice has; a body beyond it is kept as text, since walking it could exhaust the stack. */
const DEPTH_MAX = 32;

/** Every element of a callback's body. What is not a list of Pix at all comes back whole, as one unreadable element. */
export function parseNotification(body: string): readonly PixElement[] {
  const parsed = parse(body);
  if (parsed === undefined) return [unreadable(body, 'not JSON')];
  if (isDeeperThan(DEPTH_MAX, parsed.value)) return [unreadable(body, 'nested too deep')];
  const list =
    typeof parsed.value === 'object' && parsed.value !== null && 'pix' in parsed.value ? parsed.value.pix : undefined;
  if (Array.isArray(list)) return list.map(elementOf);
  return typeof list === 'object' && list !== null ? [elementOf(list)] : [unreadable(body, 'no list of Pix')];
}

/** Money that came, its devolutions with it, or money that we sent. */
const elementOf = (raw: unknown): PixElement => (isCashoutNotice(raw) ? readCashoutNotice(raw) : readPix(raw));

const unreadable = (body: string, problem: string): PixElement => ({
  kind: 'unreadable',
  key: sha256Hex(body),
  raw: body,
  problems: [problem],
});

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)));

/** The token in the address a bank posts to: derived, so every replica knows it and nothing has to be stored. */
export const notificationToken = (secret: string, profileId: string): string =>
  createHmac('sha256', secret).update(`bank-notice:${profileId}`).digest('hex');

/** Compares in constant time, whatever the length of what came. */
export function verifyNotification(policy: NotificationPolicy, token: string | undefined): 'trusted' | 'untrusted' {
  if (token === undefined) return 'untrusted';
  const [given, wanted] = [token, policy.token].map((text) => Buffer.from(sha256Hex(text)));
  return given !== undefined && wanted !== undefined && timingSafeEqual(given, wanted) ? 'trusted' : 'untrusted';
}
