import { callersOf, spiffeId } from '../../libs/contracts/src/access.ts';
import { SERVICES } from '../../libs/contracts/src/protos.ts';
import { code, page, table } from './markdown.ts';

/** Who may use which RPC, as the protos say it and every server holds it. */
export function rpcsPage(): string {
  const rows = Object.entries(SERVICES).flatMap(([owner, definition]) =>
    Object.entries(definition).map(([name, method]) => [
      code(owner),
      code(name),
      callersOf(method).map(code).join(', '),
    ]),
  );
  return page(
    'RPCs and their callers',
    'Made from the option `gx.common.v1.access` of each RPC in `protos/`. ' +
      `A caller is known by the certificate that it shows: \`${spiffeId('gateway')}\`. ` +
      'Anybody else gets `PERMISSION_DENIED`, and the service raises `caller_not_named` ([ADR 120](../adr/0120-each-process-shows-who-it-is.md)). ' +
      'What `ops` may use is served at `GRPC_OPERATORS_PORT`, what others may use at `GRPC_PORT`, and some at both; ' +
      'at the other port, it is `UNIMPLEMENTED`.',
    table(['service', 'RPC', 'callers'], rows),
  );
}
