import { randomUUID } from 'node:crypto';
import { EVENT_HEADERS } from '@gx/contracts';
import { batchOf, type Defect, documentsOf, statements } from './defect.ts';

const CREDITING = ['pay', 'payThreeCallbacks', 'payLocked'] as const;

/** What can be wrong with how things are stored. */
export const STORAGE_DEFECTS = {
  no_version_guard: {
    says: 'a charge is written whatever became of it since it was read',
    // A bank lets one of them win; money that comes all the same is ours to judge.
    flows: ['cancelOverPay', 'payTwice'],
    // Two who decide on the same state also give their events the same number.
    about: ['I3', 'I8', 'I9', 'I17'],
    trouble: { at: /^charge mongodb (update|findAndModify) charges/, fault: { kind: 'delay', ms: 40 } },
    tampering: {
      mongo: ({ collection, command, name }) => {
        if (collection !== 'charges' || (name !== 'update' && name !== 'findAndModify')) return;
        for (const { filter } of statements(command)) delete filter['version'];
      },
    },
  },
  key_not_unique: {
    says: 'nothing in the database keeps a key from being used twice',
    flows: ['createAtOnce'],
    about: ['I4'],
    // Who comes later finds the charge: the index is all that stands between two who ask at once.
    trouble: { at: /^charge mongodb insert charges/, fault: { kind: 'delay', ms: 40 } },
    plant: async (worker) => {
      const charges = worker.database('charge').collection('charges');
      const key = { accountId: 1, livemode: 1, idempotencyKey: 1 } as const;
      await charges.dropIndex('idempotency');
      await charges.createIndex(key, { name: 'idempotency' });
      return async () => {
        await charges.deleteMany({});
        await charges.dropIndex('idempotency');
        await charges.createIndex(key, { name: 'idempotency', unique: true });
      };
    },
    // A process started meanwhile wants the index as it found it.
    tampering: {
      mongo: ({ service, name, command }) => {
        if (service !== 'charge' || name !== 'createIndexes') return;
        for (const index of command['indexes'] as { name: string; unique?: boolean }[])
          if (index.name === 'idempotency') delete index.unique;
      },
    },
  },
  no_inbox: {
    says: 'the ledger books whatever comes, as often as it comes',
    flows: CREDITING,
    about: ['I1b', 'I2', 'I3'],
    tampering: {
      mongo: ({ service, name, collection, command }) => {
        if (service !== 'ledger' || collection !== 'journal_entries') return;
        if (name === 'find' && '_id' in (command['filter'] as object)) command['filter'] = { _id: 'nothing' };
        if (name === 'insert')
          for (const entry of documentsOf(command)) entry['_id'] = `${entry['_id']}~${randomUUID()}`;
        // What was published is found under the name that its event says.
        for (const { filter } of statements(command)) {
          const among = (filter['_id'] as { $in?: string[] } | undefined)?.$in;
          if (among !== undefined) filter['_id'] = { $in: among.map((name) => new RegExp(`^${name}~`)) };
        }
      },
    },
  },
  no_transaction: {
    says: 'wallet and journal are written one after the other',
    flows: CREDITING,
    about: ['I2'],
    trouble: { at: /^ledger mongodb (insert|update)/, fault: { kind: 'die', side: 'after' } },
    tampering: {
      mongo: ({ service, collection, options }) => {
        if (service === 'ledger' && ['wallets', 'journal_entries'].includes(collection)) delete options.session;
      },
    },
  },
  dual_write: {
    says: 'an event is sent beside the write, not written with it',
    flows: ['create', 'pay', 'cancel', 'expire'],
    about: ['I17'],
    trouble: { at: /^charge mongodb (update|findAndModify) charges/, fault: { kind: 'die', side: 'after' } },
    tampering: {
      mongo: ({ service, collection, command }) => {
        if (service !== 'charge' || collection !== 'charges') return;
        for (const { change } of statements(command)) {
          const push = (change as { $push?: Record<string, unknown> })['$push'];
          if (push?.['outbox'] === undefined) continue;
          LEFT_OUT.set(command, (push['outbox'] as { $each: unknown[] }).$each);
          delete push['outbox'];
        }
      },
      mongoReply: ({ command }, reply) => {
        const events = LEFT_OUT.get(command);
        const value = reply['value'] as Record<string, unknown> | null | undefined;
        if (events !== undefined && value != null) value['outbox'] = events;
      },
    },
  },
  balance_read_apart: {
    says: 'a hold is decided on a balance that somebody else may have spent',
    flows: ['refundUntilShort'],
    about: ['I2'],
    tampering: {
      mongoReply: ({ service, name, collection }, reply) => {
        if (service !== 'ledger' || name !== 'find' || collection !== 'wallets') return;
        for (const wallet of batchOf(reply)) wallet['available'] = Number(wallet['available']) + 1_000_000;
      },
    },
  },
  balance_overwritten: {
    says: 'a balance is set to what it should become, not moved by what it changes',
    flows: ['refund', 'refundInParts', 'cashOut'],
    about: ['I2'],
    tampering: {
      mongo: ({ service, name, collection, command }) => {
        if (service !== 'ledger' || name !== 'update' || collection !== 'wallets') return;
        for (const { change } of statements(command)) {
          const { $inc: moved } = change as { $inc?: Record<string, number> };
          // The last one forgets what the one before it took.
          if (moved !== undefined && (moved['available'] ?? 0) < 0) moved['available'] = 0;
        }
      },
    },
  },
  cap_outside_the_write: {
    says: 'the sum of refunds is looked at before they are written, not by the write',
    // What goes back by devolution the bank counts as well; what is paid out it does not.
    flows: ['cashOutInParts'],
    about: ['I7'],
    tampering: {
      mongo: ({ service, name, collection, command }) => {
        if (service !== 'refund' || name !== 'update' || collection !== 'refundables') return;
        for (const { filter } of statements(command)) delete filter['$expr'];
      },
    },
  },
  lock_forgotten: {
    says: 'a charge does not remember whom it waits for',
    flows: ['payByStranger'],
    about: ['I3b'],
    tampering: {
      mongo: ({ service, name, collection, command }) => {
        if (service !== 'charge' || name !== 'insert' || collection !== 'charges') return;
        for (const charge of documentsOf(command)) charge['expectedPayerTaxId'] = null;
      },
    },
  },
  clock_ahead: {
    says: 'the time of a process that runs hours ahead decides when a charge is over',
    flows: ['payInTime'],
    about: ['I8c'],
    tampering: {
      mongoReply: ({ service, name }, reply) => {
        const { localTime } = reply as { localTime?: Date };
        if (service === 'charge' && name === 'hello' && localTime instanceof Date)
          reply['localTime'] = new Date(localTime.getTime() + 7_200_000);
      },
    },
  },
  end_not_noted: {
    says: 'a charge that is presented does not note when its time is over',
    flows: ['expire'],
    about: ['rest'],
    tampering: {
      mongo: ({ service, name, collection, command }) => {
        if (service !== 'charge' || name !== 'update' || collection !== 'charges') return;
        for (const { change } of statements(command)) forgetExpiry(change);
      },
    },
  },
  order_published_once: {
    says: 'an order to return money that the broker loses is not published again',
    flows: ['payWrongAmount', 'payByStranger'],
    about: ['I3'],
    tampering: {
      mongo: ({ collection, command }) => {
        if (collection !== 'charges') return;
        for (const { change } of statements(command)) {
          const dates = (change as { $currentDate?: Record<string, unknown> }).$currentDate;
          if (dates !== undefined) delete dates['due.returns'];
        }
      },
      bus: { loses: ({ headers }) => headers[EVENT_HEADERS.eventType] === 'charge.return_ordered' },
    },
  },
  status_published_once: {
    says: 'what was published of a refund and lost by the broker is not published again',
    flows: ['refund', 'refundInParts', 'cashOut'],
    about: ['rest'],
    tampering: {
      mongo: ({ service, collection, command }) => {
        if (service !== 'refund' || collection !== 'refunds') return;
        for (const stage of statements(command).flatMap(({ change }) => (Array.isArray(change) ? change : [])))
          delete stage['$set']?.['due.unacknowledged'];
      },
      bus: { loses: ({ headers }) => headers[EVENT_HEADERS.eventType] === 'refund.progressed' },
    },
  },
  hour_not_marked: {
    says: 'the hour of a charge that has changed is not marked dirty',
    flows: ['create', 'pay', 'refund', 'order', 'disputeLost'],
    about: ['I18'],
    tampering: {
      mongo: ({ service, name, collection, command }) => {
        if (service !== 'charge' || name !== 'update' || collection !== 'statistics_cells') return;
        for (const { change } of statements(command)) {
          const { $set } = change as { $set?: { dirty?: boolean } };
          if ($set !== undefined) delete $set.dirty;
        }
      },
    },
  },
  replay_begins_at_its_end: {
    says: 'a replay is stored as one that has sent everything',
    flows: ['replay'],
    about: ['I10'],
    tampering: {
      mongo: ({ name, collection, command }) => {
        if (name !== 'insert' || collection !== 'replays') return;
        for (const replay of documentsOf(command)) replay['after'] = replay['until'];
      },
    },
  },
  booking_published_once: {
    says: 'a dispute that was published to the ledger and lost by the broker is not published again',
    flows: ['disputeWon', 'disputeLost', 'chargebackLost'],
    about: ['I7b'],
    tampering: {
      mongo: ({ service, collection, command }) => {
        if (service !== 'charge' || collection !== 'charges') return;
        for (const { change } of statements(command)) {
          const dates = (change as { $currentDate?: Record<string, unknown> }).$currentDate;
          if (dates !== undefined) delete dates['due.unposted'];
        }
      },
      bus: { loses: ({ headers }) => headers[EVENT_HEADERS.eventType] === 'charge.dispute_closed' },
    },
  },
} as const satisfies Readonly<Record<string, Defect>>;

/** What a dual write has taken out of a command, until its answer. */
const LEFT_OUT = new WeakMap<object, unknown[]>();

/** Takes what is due at the end of a charge's time out of a change, wherever it stands in it. */
function forgetExpiry(part: unknown): void {
  if (!Array.isArray(part) && Object.getPrototypeOf(part ?? 0) !== Object.prototype) return;
  const fields = part as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields))
    if (name.includes('expiry:')) delete fields[name];
    else forgetExpiry(value);
}
