import { createHmac, timingSafeEqual } from 'node:crypto';
import { sha256Hex } from '@gx/core';
import { z } from 'zod';
import { readCallbackBody, unreadableCallback } from './callback-body.ts';
import { problemsOf } from './fields.ts';
import type { CallbackPolicy } from './profile.ts';
import type { PixElement } from './provider.ts';
import { isPixOutCallback, readPixOutCallback } from './read-pix-out.ts';

/**
 * Reads every element of a callback's body, which is a list of Pix or of infraction reports, bare or under
 * its name. What is neither comes back whole, as one unreadable element.
 */
export function callbackReader(readPix: (raw: unknown) => PixElement): (body: string) => readonly PixElement[] {
  /** Money that came, its devolutions with it, or money that we sent. */
  const elementOf = (raw: unknown): PixElement => (isPixOutCallback(raw) ? readPixOutCallback(raw) : readPix(raw));
  return (body) => {
    const parsed = readCallbackBody(body);
    if ('unreadable' in parsed) return [parsed.unreadable];
    if (Array.isArray(parsed.value)) return elementsOf(parsed.value, body, elementOf);
    const { pix, infracoes }: { pix?: unknown; infracoes?: unknown } =
      (typeof parsed.value === 'object' && parsed.value) || {};
    if (pix === undefined && infracoes !== undefined) return elementsOf(infracoes, body, infractionElement);
    return elementsOf(pix, body, elementOf);
  };
}

function elementsOf(list: unknown, body: string, read: (raw: unknown) => PixElement): readonly PixElement[] {
  if (Array.isArray(list)) return list.map(read);
  return typeof list === 'object' && list !== null ? [read(list)] : [unreadableCallback(body, 'no list of Pix')];
}

const NAMED_INFRACTION = z.object({ idInfracao: z.string().min(1).max(100) });

/** The same report is named each time it changes: what tells one callback from another is its text. */
function infractionElement(raw: unknown): PixElement {
  const element = { key: `infraction:${sha256Hex(JSON.stringify(raw) ?? '')}`, raw };
  const { success, data, error } = NAMED_INFRACTION.safeParse(raw);
  return success
    ? { ...element, kind: 'infraction', infractionId: data.idInfracao }
    : { ...element, kind: 'unreadable', problems: problemsOf(error) };
}

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
