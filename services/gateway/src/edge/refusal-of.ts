import { Refusal } from '@gx/core';
import type { Logger } from '@gx/runtime';
import type { OpenExchange } from './open-exchanges.ts';

/**
 * Any error as the one the client sees: a refusal is itself, everything else is a fault of ours and is
 * logged.
 */
export function refusalOf(error: unknown, exchange: OpenExchange, log: Logger): Refusal {
  if (error instanceof Refusal) {
    if (error.code === 'service_unavailable') {
      log.warn({ request_id: exchange.requestId, route: exchange.route, err: error.cause ?? error }, 'unavailable');
    }
    return error;
  }
  // Express could not decode a path parameter.
  if (error instanceof URIError) return new Refusal('invalid_request', 'The path is not valid percent-encoding.');
  log.error({ request_id: exchange.requestId, route: exchange.route, err: error }, 'request failed');
  return new Refusal('internal_error', 'Something went wrong on our side. Retry with the same Idempotency-Key.');
}
