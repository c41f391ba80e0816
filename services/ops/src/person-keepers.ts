import type { SERVICES } from '@gx/contracts';
import { type Entity, type Id, isoMillis, Refusal } from '@gx/core';
import type { Call, Client } from '@gx/runtime';
import type { Environment } from './config.ts';
import { operatorId, wireIdText } from './operator-id.ts';
import { OperatorError } from './terminal.ts';
import { withClient } from './with-client.ts';

export type PersonOptions = {
  readonly document?: string;
  readonly charge?: string;
  readonly pixKey?: string;
  readonly account?: string;
};
type Person = {
  readonly document: string;
  readonly pixKey: string;
  readonly chargeId?: Id<'charge'>;
  readonly accountId?: Id<'account'>;
};
type Tenant = { readonly accountId: string; readonly livemode: boolean } | null;
type Erasure = {
  readonly keys: number;
  readonly records: number;
  readonly waitMs: number;
  readonly inForceAfterMs: number;
};
type Held = {
  readonly tenant: Tenant;
  readonly id: string;
  readonly createdAtMs: number;
  readonly values: Readonly<Record<string, string>>;
};
type Page = { readonly records: readonly Held[]; readonly hasMore: boolean };

/** What is queried of a service that keeps what it says of persons under keys of their own. */
type Keeping = {
  readonly erase: () => Promise<Erasure>;
  readonly page: (startingAfter: { readonly startingAfter?: string }) => Promise<Page>;
};
type Keeper = {
  readonly service: 'charge' | 'payout' | 'refund';
  /** What it keeps. */
  readonly entity: Entity;
  /** Whether it may know who is named like this. */
  readonly mayKnow: (person: Person) => boolean;
  readonly ask: <T>(env: Environment, person: Person, work: (keeping: Keeping) => Promise<T>) => Promise<T>;
};

const charge: Keeper = {
  service: 'charge',
  entity: 'charge',
  mayKnow: ({ pixKey }) => pixKey === '',
  ask: (env, { pixKey: _pixKey, ...customer }, work) =>
    withClient({ service: 'charge', env }, ({ client, call }) =>
      work({
        async erase() {
          const { charges: records, ...erasure } = await client.erasePersonalData(call, customer);
          return { ...erasure, records };
        },
        async page(after) {
          const { records, hasMore } = await client.exportPersonalData(call, { ...customer, ...after });
          return { records: records.map(({ chargeId: id, ...record }) => ({ ...record, id })), hasMore };
        },
      }),
    ),
};

const payout: Keeper = {
  service: 'payout',
  entity: 'payout',
  mayKnow: ({ chargeId }) => chargeId === undefined,
  ask: (env, person, work) =>
    withClient({ service: 'payout', env }, ({ client, call }) => work(keepingOf(client, call, payeeOf(person)))),
};

const refund: Keeper = {
  service: 'refund',
  entity: 'refund',
  mayKnow: ({ chargeId }) => chargeId === undefined,
  ask: (env, person, work) =>
    withClient({ service: 'refund', env }, ({ client, call }) => work(keepingOf(client, call, payeeOf(person)))),
};

type Payee = Omit<Person, 'chargeId'>;
const payeeOf = ({ chargeId: _chargeId, ...payee }: Person): Payee => payee;
const keepingOf = (
  client: Pick<Client<typeof SERVICES.payout>, 'erasePersonalData' | 'exportPersonalData'>,
  call: Call,
  person: Payee,
): Keeping => ({
  erase: () => client.erasePersonalData(call, { person }),
  page: (after) => client.exportPersonalData(call, { person, ...after }),
});

const KEEPERS: readonly Keeper[] = [charge, payout, refund];

/** The person as services read it. */
function personOf({ document = '', charge: chargeId = '', pixKey = '', account }: PersonOptions): Person {
  if ([document, chargeId, pixKey].filter((name) => name !== '').length !== 1)
    throw new OperatorError('Name a person by one of --document, --charge and --pix-key.');
  return {
    document,
    pixKey,
    ...(chargeId === '' ? {} : { chargeId: operatorId('charge', chargeId) }),
    ...(account === undefined ? {} : { accountId: operatorId('account', account) }),
  };
}

/** What one service answered, or why it did not. */
type Outcome<T> = { readonly keeper: Keeper } & ({ readonly answer: T } | { readonly failure: unknown });

/**
 * Asks every service that may know the person, at once: one that fails stops no other, and the whole may be
 * repeated.
 */
export async function ofEachKeeper<T>(
  options: PersonOptions,
  env: Environment,
  work: (keeping: Keeping) => Promise<T>,
): Promise<readonly Outcome<T>[]> {
  const person = personOf(options);
  return Promise.all(
    KEEPERS.filter(({ mayKnow }) => mayKnow(person)).map((keeper) =>
      keeper.ask(env, person, work).then(
        (answer) => ({ keeper, answer }),
        (failure: unknown) => ({ keeper, failure }),
      ),
    ),
  );
}

/** Throws for the services that did not answer, after the others have been reported. */
export function demandAll(outcomes: readonly Outcome<unknown>[]): void {
  const failures = outcomes.flatMap((one) => ('failure' in one ? [one] : []));
  const unexplained = failures.find(({ failure }) => !(failure instanceof Refusal || failure instanceof OperatorError));
  if (unexplained !== undefined) throw unexplained.failure;
  if (failures.length === 0) return;
  const lines = failures.map(({ keeper, failure }) => `${keeper.service}: ${(failure as Error).message}`);
  throw new OperatorError(lines.join('\n'));
}

/** A record as it is printed; `id` is that of a charge, payout or refund. */
export const heldRow = ({ entity }: Keeper, { tenant, id, createdAtMs, values }: Held) => ({
  accountId: wireIdText('account', tenant?.accountId ?? ''),
  mode: tenant?.livemode === true ? 'live' : 'test',
  id: wireIdText(entity, id),
  createdAt: isoMillis(new Date(createdAtMs)),
  values,
});
