import { randomUUID } from 'node:crypto';
import { batchOf, type Defect, statements } from './defect.ts';

type MongoTampering = NonNullable<NonNullable<Defect['tampering']>['mongo']>;
type Stage = { readonly $set?: Record<string, unknown> };

const isClaim = ({ $set }: Stage): boolean => $set?.['status'] === 'PROCESSING';
const isRecord = ({ $set }: Stage): boolean => $set !== undefined && 'lastStatusCode' in $set;
const DELIVERED = { status: 'DELIVERED', dueAt: '$$REMOVE' } as const;

/** Writes other stages than an update of deliveries has, where one of them is such. */
const rewriting =
  (isSuch: (stage: Stage) => boolean, rewritten: (stages: readonly Stage[]) => readonly object[]): MongoTampering =>
  ({ service, name, collection, command }) => {
    if (service !== 'webhooks' || name !== 'update' || collection !== 'deliveries') return;
    for (const { change, replace } of statements(command)) {
      const stages = (Array.isArray(change) ? change : []) as Stage[];
      if (stages.some(isSuch)) replace(rewritten(stages));
    }
  };

/** What can be wrong with how deliveries are stored. */
export const WEBHOOK_DEFECTS = {
  delivered_when_claimed: {
    says: 'a webhook counts as delivered before it is sent',
    flows: ['create', 'pay'],
    about: ['I10'],
    trouble: { at: /^webhooks webhook POST/, fault: { kind: 'fail', side: 'before' } },
    tampering: {
      mongo: rewriting(isClaim, (stages) =>
        stages.map((stage) => (isClaim(stage) ? { $set: { ...stage.$set, ...DELIVERED } } : stage)),
      ),
    },
  },
  event_id_per_attempt: {
    says: 'each attempt of a webhook makes up an event id of its own',
    flows: ['create', 'pay'],
    about: ['I10'],
    // What a process stored itself it does not read again, but for a retry.
    trouble: { at: /^webhooks webhook POST/, fault: { kind: 'fail', side: 'after' } },
    tampering: {
      mongoReply: ({ service, name, collection }, reply) => {
        if (service !== 'webhooks' || name !== 'find' || collection !== 'deliveries') return;
        for (const delivery of batchOf(reply)) {
          const payload = String(delivery['payload'] ?? '');
          delivery['payload'] = payload.replace(
            /"id":"evt_[0-9a-f]+"/,
            `"id":"evt_${randomUUID().replaceAll('-', '')}"`,
          );
        }
      },
    },
  },
  needed_body_given_up: {
    says: 'a webhook gives up its body, and what it refers to, when an attempt of it has ended however it did',
    flows: ['create', 'pay'],
    about: ['I10'],
    trouble: { at: /^webhooks webhook POST/, fault: { kind: 'fail', side: 'before' } },
    tampering: {
      mongo: rewriting(isRecord, (stages) => [...stages, { $unset: ['payload', 'apiVersion'] }]),
    },
  },
} as const satisfies Record<string, Defect>;
