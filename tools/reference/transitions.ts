import { PUBLIC_STATUS } from '../../libs/contracts/src/wire/public-status.ts';
import { nextStatus, type Status, TRANSITIONS, type Trigger } from '../../services/charge/src/domain/transitions.ts';
import { TRANSITIONS as REFUND_TRANSITIONS } from '../../services/refund/src/domain/transitions.ts';
import { MOVES } from '../../services/webhooks/src/domain/delivery.ts';
import { code, codes, page, table } from './markdown.ts';

const PUBLIC: Readonly<Record<string, string>> = PUBLIC_STATUS;

/** The legal moves of a charge, of a refund or return, and of a delivery. */
export function transitionsPage(): string {
  const rows = (Object.keys(TRANSITIONS) as Status[]).map((status) => {
    const triggers = Object.keys(TRANSITIONS[status]) as Trigger[];
    return [
      code(status),
      PUBLIC[status] === undefined ? 'not shown' : code(PUBLIC[status]),
      moves(status, triggers, false),
      moves(status, triggers, true),
    ];
  });
  const deliveries = Object.entries(MOVES).map(([move, { from, to }]) => [code(move), codes(from), code(to)]);
  return page(
    'Transitions',
    '## Charge',
    'Made from `services/charge/src/domain/transitions.ts`. The table is the whole life of a charge. What is not in it cannot be written.',
    'A payment is _clearing_ from the write that accepts it to the write that knows it in the wallet. In between only `post` moves the charge, and nothing else can bring a `post`: money that was accepted cannot be cancelled or expired away.',
    table(['status', 'in `/v1/charges`', 'moves', 'moves while a payment is clearing'], rows),
    '## Refund and return',
    'Made from `services/refund/src/domain/transitions.ts`. `INITIATED` and `DROPPED` are in no read: not promised yet, and refused. A return is ordered by the service itself; only it can be taken up again after it failed.',
    table(['status', 'moves of a refund', 'moves of a return'], refundRows()),
    '## Webhook delivery',
    'Made from `services/webhooks/src/domain/delivery.ts`.',
    table(['move', 'from', 'to'], deliveries),
  );
}

function refundRows(): string[][] {
  const { REFUND, RETURN } = REFUND_TRANSITIONS;
  return (Object.keys(REFUND) as (keyof typeof REFUND)[]).map((status) => [
    code(status),
    arrows(REFUND[status]),
    arrows(RETURN[status]),
  ]);
}

const arrows = (row: Readonly<Record<string, string>>): string =>
  Object.entries(row)
    .map(([trigger, to]) => `${code(trigger)} → ${code(to)}`)
    .join(', ') || 'none';

const moves = (status: Status, triggers: readonly Trigger[], clearing: boolean): string =>
  triggers
    .flatMap((trigger) => {
      const to = nextStatus(status, trigger, clearing);
      return to === undefined ? [] : [`${code(trigger)} → ${code(to)}`];
    })
    .join(', ') || 'none';
