import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { parseJson, parseJsonAsWritten, Refusal } from '@gx/core';
import { jsonFault } from './json-fault.ts';
import { readBody } from './read-body.ts';
import { refusalAbout } from './refusal-about.ts';
import { timesSent } from './single-header.ts';

export const JSON_BODY_MAX_BYTES = 64 * 1024;
export const JSON_DEPTH_MAX = 32;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)"?/i;

/**
 * Reads the body as a JSON object within the limits of the edge (decisions A50, A63); refuses it with 400
 * otherwise. One in chunks is known to be empty only once it has ended, and is then none.
 */
export async function jsonBody(
  request: IncomingMessage,
  maxBytes = JSON_BODY_MAX_BYTES,
): Promise<Record<string, unknown>> {
  const refusal = headerProblem(request);
  const bytes = await (refusal === undefined ? readBody(request, maxBytes) : noBody(request, refusal));
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) throw malformed('The request body is not UTF-8.');
  const text = bytes.toString('utf8');
  const body = parse(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw malformed('The request body must be a JSON object, in braces.');
  }
  for (const [name, value] of Object.entries(body)) checkValue(name, value, 2);
  return withNumbersAsGiven(body as Record<string, unknown>, text);
}

/** The one field that comes back as it was given (specification, Charges): its numbers keep their text. */
const AS_GIVEN = 'metadata';

function withNumbersAsGiven(body: Record<string, unknown>, text: string): Record<string, unknown> {
  const value = body[AS_GIVEN];
  if (typeof value !== 'object' || !holdsNumber(value)) return body;
  return { ...body, [AS_GIVEN]: (parseJsonAsWritten(text) as typeof body)[AS_GIVEN] };
}

const holdsNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'object' && value !== null && Object.values(value).some(holdsNumber));

/** Of all of it and of no field, so that there is none to name. */
const malformed = (message: string): Refusal => new Refusal('invalid_request', message, { details: [] });

/** A first byte is enough for the refusal: a body that its headers rule out is never read. */
const noBody = (request: IncomingMessage, refusal: Refusal): Promise<Buffer> =>
  readBody(request, 0).catch(() => {
    throw refusal;
  });

function headerProblem(request: IncomingMessage): Refusal | undefined {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  const param = 'Content-Type';
  if (timesSent(request, 'content-type') > 1) {
    return new Refusal('invalid_request', 'Content-Type must be sent once.', { param });
  }
  if (type === 'application/json' && encoding === 'identity') return undefined;
  if (type.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json') {
    const message =
      type === ''
        ? 'The header Content-Type is required: application/json.'
        : 'Content-Type must be application/json, and the body JSON.';
    return new Refusal('invalid_request', message, { param });
  }
  const charset = CHARSET.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
  if (charset !== 'utf-8' && charset !== 'utf8') {
    return new Refusal('invalid_request', 'The charset of the request body must be UTF-8.', { param });
  }
  if (encoding.toLowerCase() !== 'identity') {
    return new Refusal('invalid_request', 'The request body must not be compressed.', { param: 'Content-Encoding' });
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // The parser's own words quote the body, which may hold personal data: they go no further.
    const fault = jsonFault(text.replace(/^\ufeff/, ''));
    throw malformed(
      fault === undefined
        ? 'The request body is not valid JSON.'
        : `The request body is not valid JSON: line ${fault.line}, column ${fault.column} must be ${fault.expected}.`,
    );
  }
}

/**
 * Bounds what every later walk over the value costs; `1e400` parses to Infinity, which no JSON can carry on.
 */
function checkValue(name: string, value: unknown, depth: number): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw refusalAbout(name, 'has a number out of range');
  if (typeof value !== 'object' || value === null) return;
  if (depth > JSON_DEPTH_MAX) throw refusalAbout(name, `must be nested at most ${JSON_DEPTH_MAX} levels deep`);
  for (const item of Array.isArray(value) ? value : Object.values(value)) checkValue(name, item, depth + 1);
}
