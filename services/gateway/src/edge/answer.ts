import { ERRORS, envelope, type Refusal } from '@gx/core';
import type { Response } from 'express';
import { type StaticFile, sendStatic } from './static-file.ts';
import { type StreamedAnswer, sendStream } from './stream-answer.ts';

/**
 * What a route answers: JSON, bytes that name their own content type, or a file that was made at the start.
 */
export type Answer =
  | { readonly status: number; readonly json: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly status: number; readonly bytes: Buffer; readonly headers: Readonly<Record<string, string>> }
  | { readonly file: StaticFile }
  /** Pieces of a text that is made while it is sent: see `stream-answer.ts`. */
  | StreamedAnswer
  | { readonly status: 202 | 204 };

/** Whether it says again what an earlier request of the same key was answered. */
export const isReplay = (answer: Answer): boolean =>
  'headers' in answer && answer.headers?.['Idempotent-Replayed'] === 'true';

const JSON_TYPE = 'application/json; charset=utf-8';

export const ok = (json: unknown): Answer => ({ status: 200, json });
export const created = (json: unknown): Answer => ({ status: 201, json });
export const accepted = (json: unknown): Answer => ({ status: 202, json });
/** What a create answers: the same to each request of one key, which is told so. */
export const replayable = (json: unknown, replayed: boolean): Answer => ({
  status: 201,
  json,
  ...(replayed ? { headers: { 'Idempotent-Replayed': 'true' } } : {}),
});
/** A page of a list that goes by cursor. */
export const listed = (data: readonly { readonly id: string }[], hasMore: boolean): Answer =>
  ok({ object: 'list', data, has_more: hasMore, next_cursor: hasMore ? (data.at(-1)?.id ?? null) : null });

/**
 * Writes an answer, and waits for the end of one that is streamed. No JSON may be stored on the way: bodies
 * hold personal data, and some of them secrets.
 */
export async function send(response: Response, answer: Answer): Promise<void> {
  if ('file' in answer) {
    sendStatic(response, answer.file);
    return;
  }
  if ('chunks' in answer) return sendStream(response, answer);
  if ('bytes' in answer) {
    const { status, headers, bytes } = answer;
    response.writeHead(status, { ...headers, 'Content-Length': bytes.length }).end(bytes);
    return;
  }
  if (!('json' in answer)) {
    // Of a 204 HTTP forbids to say it.
    response.writeHead(answer.status, answer.status === 204 ? {} : { 'Content-Length': 0 }).end();
    return;
  }
  const text = JSON.stringify(answer.json);
  response
    .writeHead(answer.status, {
      'Content-Type': JSON_TYPE,
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...answer.headers,
    })
    .end(text);
}

/** The refusal as an answer: status and type from the table, `Retry-After` where waiting helps. */
export function refused(refusal: Refusal, requestId: string): Answer {
  const seconds = refusal.more.retryAfterSeconds ?? (refusal.code === 'service_unavailable' ? 1 : undefined);
  return {
    status: ERRORS[refusal.code].http,
    json: envelope(refusal, requestId),
    ...(seconds === undefined ? {} : { headers: { 'Retry-After': String(seconds) } }),
  };
}
