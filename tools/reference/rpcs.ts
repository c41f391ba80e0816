import { callersOf, isForMerchants, spiffeId } from '../../libs/contracts/src/access.ts';
import { SERVICES } from '../../libs/contracts/src/protos.ts';
import { code, page, table } from './markdown.ts';

/** Who may use which RPC, as the protos say it and every server holds it. */
export function rpcsPage(): string {
  const rows = Object.entries(SERVICES).flatMap(([owner, definition]) =>
    Object.entries(definition).map(([name, method]) => [
      code(owner),
      code(name),
      callersOf(method).map(code).join(', '),
      isForMerchants(method) ? 'yes' : '',
    ]),
  );
  return page(
    'RPCs and their callers',
    'Made from the option `gx.common.v1.access` of each RPC in `protos/`. ' +
      `A caller is known by the certificate that it shows: \`${spiffeId('gateway')}\`. ` +
      'Anybody else gets `PERMISSION_DENIED`, and the service raises `caller_not_named` ([ADR 120](../adr/0120-each-process-shows-who-it-is.md)). ' +
      'What `ops` may use is served at `GRPC_OPERATORS_PORT`, what others may use at `GRPC_PORT`, and some at both; ' +
      'at the other port, it is `UNIMPLEMENTED`.\n\n' +
      'What is for a merchant, the gateway calls with an assertion of `keys` of the tenant in the request; ' +
      'without it the service raises `call_not_asserted` ([ADR 121](../adr/0121-for-whom-a-call-is-made.md)).',
    table(['service', 'RPC', 'callers', 'for a merchant'], rows),
  );
}
