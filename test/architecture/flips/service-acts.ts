import type { Mutant } from './mutant.ts';

const table = 'service acts';
const KEYS = 'services/keys/src/commands/record-acts.ts';
const FILING = 'libs/runtime/src/mongo/start-act-filing.ts';
const REFUNDS = 'services/refund/src/store/refunds.ts';

/** Each thing by which acts of other services are filed, once, as those of who acted, left out. */
export const SERVICE_ACT_FLIPS: readonly Mutant[] = [
  { name: 'a service says the acts of another', file: KEYS, find: '(if \\()foreign !== undefined', put: 'false' },
  {
    name: 'a refund that is refused is an act',
    file: REFUNDS,
    find: '(unfiledEvents<StoredAct>\\(model\\.collection), \\{ status: HIDDEN_NOT \\}',
    put: '',
  },
  {
    name: 'a payout that is refused is an act',
    file: 'services/payout/src/store/payouts.ts',
    find: '(unfiledEvents<StoredAct>\\(model\\.collection), \\{ status: IS_VISIBLE \\}',
    put: '',
  },
  {
    name: 'an act is taken out before keys has it',
    file: FILING,
    find: '(^    )await keys\\.recordActs',
    put: 'void keys.recordActs',
  },
  {
    name: 'an act that keys refuses holds up the others',
    file: FILING,
    find: '(if \\()acts\\.length === 1',
    put: 'true',
  },
  {
    name: 'the key is not the one of the assertion',
    file: 'libs/runtime/src/grpc/key-actor.ts',
    find: '(assertion === undefined \\? \\{\\} : )\\{ fingerprint: assertion\\.fingerprint \\}',
    put: '{}',
  },
  {
    name: 'nobody knows how much a refund was of',
    file: 'services/refund/src/store/refund-changes.ts',
    find: "(if \\()before\\.status !== 'INITIATED'",
    put: "true || before.status !== 'INITIATED'",
  },
  {
    name: 'a deleted endpoint takes its acts along',
    file: 'services/webhooks/src/store/endpoints.ts',
    find: '(deleteOne\\(\\{ \\.\\.\\.deleted), \\.\\.\\.NOTHING_UNFILED',
    put: '',
  },
  {
    name: 'a change of a charge loses its act',
    file: 'services/charge/src/store/update-each.ts',
    find: '(\\{ outbox), act \\}',
    put: ' }',
  },
  {
    name: 'who goes on with a cancellation cancels once more',
    file: 'services/payout/src/domain/decide.ts',
    find: '(const act = )payout\\.finalStatus === null',
    put: 'true',
  },
].map((mutant) => ({ table, ...mutant }));
