import { ERRORS } from '../../libs/core/src/errors.ts';
import { code, page, table } from './markdown.ts';

/** Every error code of the HTTP interface, from domain to status. */
export function errorsPage(): string {
  const rows = Object.entries(ERRORS).map(([name, { http, type, grpc, retryable, description }]) => [
    code(name),
    String(http),
    type,
    grpc,
    retryable ? 'yes' : 'no',
    description,
  ]);
  return page(
    'Errors',
    'Made from `libs/core/src/errors.ts`, which `GET /v1/errors` answers too. Every response that is no success has one envelope:',
    '`{"error": {"type", "code", "message", "param"?, "details"?, "reason"?}, "request_id"}`. Branch on `code`; a message may change.',
    table(['code', 'HTTP', 'type', 'gRPC', 'retry', 'meaning'], rows),
  );
}
