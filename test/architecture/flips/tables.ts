import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUBLIC_STATUS } from '@gx/contracts';
import { ACCOUNT_STATES, ERRORS } from '@gx/core';
import { TRANSITIONS as CHARGE } from '../../../services/charge/src/domain/transitions.ts';
import { ACTS } from '../../../services/gateway/src/edge/account-acts.ts';
import { TRANSITIONS as REFUND } from '../../../services/refund/src/domain/transitions.ts';
import { MOVES as DELIVERY } from '../../../services/webhooks/src/domain/delivery.ts';
import { ROOT } from '../source-files.ts';
import { AUDIT_CHAIN } from './audit-chain.ts';
import { EVENT_SIGNATURES } from './event-signatures.ts';
import { LIMITS } from './limits.ts';
import { LOGIN_LIMITS } from './login-limits.ts';
import type { Mutant, Table } from './mutant.ts';
import { OPERATOR_WORDS } from './operator-words.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { SERVICE_ACT_FLIPS } from './service-acts.ts';

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Any other value of the same column. */
const another = <T>(values: readonly T[], one: T): T => values.find((value) => value !== one) as T;
const ROWS = Object.entries(ERRORS);
const COLUMNS = ['type', 'http', 'grpc', 'retryable'] as const;
const ERRORS_FILE = 'libs/core/src/errors.ts';

/** Every column of every row that says something to a client or to the other side of a call. */
const errorFlips: Mutant[] = ROWS.flatMap(([code, row]) =>
  COLUMNS.map((column) => {
    const other = another(column === 'retryable' ? [true, false] : ROWS.map(([, spec]) => spec[column]), row[column]);
    const put = typeof other === 'string' ? `'${other}'` : String(other);
    return {
      table: 'errors',
      name: `${code}.${column} = ${put}`,
      file: ERRORS_FILE,
      find: `^( +'?${literally(code)}'?: +\\{.*?\\b${column}: )('[^']*'|\\w+)`,
      put,
    };
  }),
);

/** Each status of a transaction under another public one. */
const statusFlips: Mutant[] = Object.entries(PUBLIC_STATUS).map(([status, shown]) => {
  const put = `'${another(Object.values(PUBLIC_STATUS) as string[], shown)}'`;
  return {
    table: 'public statuses',
    name: `${status} = ${put}`,
    file: 'libs/contracts/src/wire/public-status.ts',
    find: `^(  ${status}: +)'\\w+'`,
    put,
  };
});

type Moves = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Each move left out, and each leading elsewhere. `before`: a pattern of what stands in front of the row. */
function moveMutants(table: string, file: string, moves: Moves, before = ''): Mutant[] {
  const targets = Object.keys(moves);
  return Object.entries(moves).flatMap(([from, row]) =>
    Object.entries(row).flatMap(([trigger, to]) => {
      const head = `(${before}^ +${from}: +\\{.*?)\\b${trigger}: '${to}'`;
      const elsewhere = another(targets, to);
      const at = before === '' ? from : `${/\w+/.exec(before)?.[0]} ${from}`;
      return [
        { table, file, name: `${at} ${trigger}: none`, find: `${head},?`, put: '' },
        { table, file, name: `${at} ${trigger}: ${elsewhere}`, find: head, put: `${trigger}: '${elsewhere}'` },
      ];
    }),
  );
}

const REFUND_FILE = 'services/refund/src/domain/transitions.ts';
const refundFlips = (Object.entries(REFUND) as [string, Moves][]).flatMap(([kind, moves]) =>
  moveMutants('refund transitions', REFUND_FILE, moves, `^  ${kind}: \\{[^]*?`),
);

/** Where a delivery goes, and from where: one more status it may not be moved from. */
const STATUSES = ['PENDING', 'PROCESSING', 'DELIVERED', 'FAILED', 'CANCELLED'];
const deliveryFlips: Mutant[] = Object.entries(DELIVERY).flatMap(([move, { from, to }]) => {
  const common = { table: 'delivery moves', file: 'services/webhooks/src/domain/delivery.ts' };
  const head = `(^  ${move}: +\\{ from: )`;
  const more = STATUSES.find((status) => !(from as readonly string[]).includes(status)) ?? '';
  return [
    {
      ...common,
      name: `${move} to ${another(STATUSES, to)}`,
      find: `(^  ${move}: .*? to: )'\\w+'`,
      put: `'${another(STATUSES, to)}'`,
    },
    { ...common, name: `${move} from ${more} too`, find: `${head}\\[`, put: `['${more}', ` },
    { ...common, name: `${move} from less`, find: `${head}\\['\\w+'(, )?`, put: '[' },
  ];
});

/** Each act one state longer let in, and one state less. */
const actFlips: Mutant[] = Object.entries(ACTS).flatMap(([act, last]) => {
  if (typeof last !== 'string') return [];
  const at = ACCOUNT_STATES.indexOf(last);
  return [ACCOUNT_STATES[at + 1], ACCOUNT_STATES[at - 1]]
    .filter((state) => state !== undefined)
    .map((state) => ({
      table: 'account acts',
      name: `${act} up to ${state}`,
      file: 'services/gateway/src/edge/account-acts.ts',
      find: `^(  ${act}: +)'${last}'`,
      put: `'${state}'`,
    }));
});

const NUMBER = '[\\d_]+(?: \\* [\\d_]+)*';

/** Each limit one more and one less, written as one number: it may stand in a pattern. */
const limitFlips: Mutant[] = LIMITS.flatMap(({ name, file, find, by = [1, -1] }) => {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const written = new RegExp(`${find}(${NUMBER})`, 'm').exec(source)?.[2];
  if (written === undefined) throw new Error(`no limit at ${name}`);
  const value = written.split('*').reduce((product, part) => product * Number(part.replaceAll('_', '')), 1);
  return by.map((more) => ({
    table: 'limits',
    name: `${name} ${more > 0 ? 'one more' : 'one less'}`,
    file,
    find: `${find}${NUMBER}`,
    put: String(value + more),
  }));
});

/** What is flipped, and which tests have to fail. */
export const TABLES: readonly Table[] = [
  {
    name: 'errors',
    mutants: errorFlips,
    alone: ['test/contract/contracts.test.ts'],
    withServers: ['services/gateway/test/contract.test.ts', 'services/gateway/test/exact-answers.test.ts'],
  },
  {
    name: 'public statuses',
    mutants: statusFlips,
    alone: ['libs/contracts/src/wire/*.test.ts', 'test/architecture/limits.test.ts'],
    withServers: ['services/charge/test/list-charges.test.ts', 'services/gateway/test/charges.test.ts'],
  },
  {
    name: 'charge transitions',
    mutants: moveMutants('charge transitions', 'services/charge/src/domain/transitions.ts', CHARGE),
    alone: ['services/charge/src/domain/decidePayment.test.ts', 'services/charge/src/domain/money-life.test.ts'],
    withServers: [],
  },
  {
    name: 'refund transitions',
    mutants: refundFlips,
    alone: [
      'services/refund/src/domain/transitions.test.ts',
      'services/refund/src/domain/apply-provider-status.test.ts',
    ],
    withServers: [],
  },
  {
    name: 'delivery moves',
    mutants: deliveryFlips,
    alone: ['services/webhooks/src/domain/delivery.test.ts'],
    withServers: ['services/webhooks/test/transitions.test.ts'],
  },
  {
    name: 'account acts',
    mutants: actFlips,
    alone: ['services/gateway/src/edge/account-acts.test.ts'],
    withServers: ['services/gateway/test/account-states.test.ts'],
  },
  {
    name: 'event signatures',
    mutants: EVENT_SIGNATURES,
    alone: ['libs/contracts/src/signed-bytes.test.ts', 'libs/runtime/src/kafka/*.test.ts'],
    withServers: ['libs/runtime/test/signed-events.test.ts', 'services/ledger/test/forged-events.test.ts'],
  },
  {
    name: 'login limits',
    mutants: LOGIN_LIMITS,
    alone: [],
    withServers: ['services/keys/test/login-addresses.test.ts', 'services/gateway/test/login-limits.test.ts'],
  },
  {
    name: 'personal data',
    mutants: PERSONAL_DATA,
    alone: [
      'services/webhooks/src/domain/stored-body.test.ts',
      'services/webhooks/src/peers/persons.test.ts',
      'services/refund/src/domain/payee.test.ts',
    ],
    withServers: [
      'services/webhooks/test/personal-data.test.ts',
      'services/charge/test/lost-keys.test.ts',
      'services/refund/test/personal-data.test.ts',
      'services/charge/test/evidence-of-persons.test.ts',
      'services/charge/test/callback-payers.test.ts',
      'services/charge/test/request-hashes.test.ts',
      'services/charge/test/kept-callbacks.test.ts',
      'services/payout/test/lost-keys.test.ts',
    ],
  },
  {
    name: 'operator words',
    mutants: OPERATOR_WORDS,
    alone: ['libs/core/src/operator-word.test.ts'],
    withServers: ['services/charge/test/two-operators.faults.test.ts', 'services/refund/test/refund-orders.test.ts'],
  },
  {
    name: 'audit chain',
    mutants: AUDIT_CHAIN,
    alone: [],
    withServers: ['services/keys/test/audit-chain.test.ts'],
  },
  {
    name: 'service acts',
    mutants: SERVICE_ACT_FLIPS,
    alone: [],
    withServers: [
      'services/keys/test/service-acts.test.ts',
      ...['charge', 'payout', 'refund', 'webhooks'].map((service) => `services/${service}/test/acts.test.ts`),
    ],
  },
  {
    name: 'limits',
    mutants: limitFlips,
    alone: [
      'libs/core/src/*.test.ts',
      'services/gateway/src/input/*.test.ts',
      'services/gateway/src/edge/*.test.ts',
      'services/charge/src/domain/*.test.ts',
      'services/refund/src/domain/*.test.ts',
      'services/webhooks/src/domain/*.test.ts',
      'services/webhooks/src/config.test.ts',
      'services/keys/src/config.test.ts',
      'services/keys/src/domain/totp.test.ts',
      'services/gateway/src/config.test.ts',
    ],
    withServers: [
      'services/gateway/test/abuse-input.test.ts',
      'services/gateway/test/account-routes.test.ts',
      'services/gateway/test/charges.test.ts',
      'services/gateway/test/exact-answers.test.ts',
      'services/gateway/test/read-payments.test.ts',
      'services/gateway/test/payment-statistics.test.ts',
      'services/gateway/test/webhook-routes.test.ts',
      'services/gateway/test/merchant-logs.test.ts',
      'services/gateway/test/protocol.test.ts',
    ],
  },
];
