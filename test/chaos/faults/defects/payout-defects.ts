import { randomBytes, randomUUID } from 'node:crypto';
import { EVENT_HEADERS } from '@gx/contracts';
import { type EncryptedValue, newCipher } from '@gx/runtime';
import { type CustomerKey, type CustomerKeyDocument, customerKey, valuesUnder } from '@gx/runtime/mongo';
import type { HttpCall, MongoCall } from '@gx/testkit/faults';
import { digestOf } from '../../../../services/payout/src/domain/digest.ts';
import type { PayoutSecrets } from '../../../../services/payout/src/domain/payout.ts';
import { type PayoutDocument, plainOf } from '../../../../services/payout/src/store/payout-document.ts';
import { ENCRYPTION_KEY } from '../world/services.ts';
import { refuseWith, rewritten } from './answers.ts';
import { batchOf, type Defect, documentsOf, statements } from './defect.ts';

type Posting = { address: string; amount: number };
type Entry = { _id: string; postings: Posting[] };

const isAt = ({ service, collection }: MongoCall, of: string, name: string): boolean =>
  service === of && collection === name;
/** What the ledger is about to add to its journal, of some kind of reference. */
const added = (call: MongoCall, kind: RegExp): Entry[] =>
  isAt(call, 'ledger', 'journal_entries') && call.name === 'insert'
    ? (documentsOf(call.command) as Entry[]).filter(({ _id }) => kind.test(_id))
    : [];
const isPixOut = ({ service, what }: HttpCall, method: string): boolean =>
  service === 'payout' && what === `${method} /gn`;

/** A field of holds that no reader sees. */
function without(field: string) {
  return (call: MongoCall, reply: Record<string, unknown>): void => {
    if (isAt(call, 'ledger', 'holds') && call.name === 'find') for (const hold of batchOf(reply)) delete hold[field];
  };
}

const CIPHER = newCipher(ENCRYPTION_KEY);
/** Of payees, as they were made and read. */
const PAYEE_KEYS = new Map<string, CustomerKey>();
function noteKeys(documents: readonly object[]): void {
  for (const { _id, wrapped, ...owner } of documents as readonly CustomerKeyDocument[])
    if (wrapped !== undefined)
      PAYEE_KEYS.set(_id, customerKey(owner, Buffer.from(CIPHER.decrypt(wrapped as EncryptedValue), 'base64')));
}

/** A payout as if one of another amount had been created, and approved, in its place. */
function ofOtherAmount(document: PayoutDocument): void {
  const { payee } = document;
  const key = PAYEE_KEYS.get(payee?.keyId ?? '');
  if (payee === undefined || key === undefined) return;
  const created = JSON.parse(key.decrypt({ keyId: key.id, ciphertext: payee.secrets })) as PayoutSecrets;
  const amount = document.amount + 1;
  const valor = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
  const secrets = { ...created, body: JSON.stringify({ ...JSON.parse(created.body), valor }) };
  const description = valuesUnder(key, payee.values).description ?? null;
  Object.assign(document, { amount, payee: { ...payee, secrets: key.encrypt(JSON.stringify(secrets)).ciphertext } });
  const digest = digestOf({ ...plainOf(document), description, secrets });
  Object.assign(document, { digest, decision: { ...document.decision, digest } });
}

const PAYING = ['payout', 'payoutAtOnce', 'payoutScheduled'] as const;
const RETURNED = ['payoutReturned', 'payoutReturnedInParts', 'payoutReturnedInPart'] as const;

/** What can be wrong with money that merchants send out of their wallets. */
export const PAYOUT_DEFECTS = {
  payout_id_per_attempt: {
    says: 'each attempt to send a payout makes up an id of its own',
    flows: PAYING,
    about: ['I19'],
    trouble: { at: /^payout bank PUT .gn/, fault: { kind: 'fail', side: 'after' } },
    tampering: {
      http: (call, request) =>
        isPixOut(call, 'PUT')
          ? { ...request, path: request.path.replace(/.{8}$/, randomBytes(4).toString('hex')) }
          : request,
    },
  },
  payout_hold_released_early: {
    says: 'a payout that its bank does not show is failed, and its hold given back, although it may be on its way',
    flows: PAYING,
    about: ['I19'],
    trouble: { at: /^payout bank PUT .gn/, fault: { kind: 'fail', side: 'after' } },
    tampering: {
      httpAnswer: (call, answer) => {
        if (isPixOut(call, 'GET')) refuseWith(answer, 404, 'PixEnviadoNaoEncontrado');
      },
    },
  },
  payout_approved_of_other_amount: {
    says: 'what is sent is not what was approved: nobody looks at the digest',
    flows: ['payoutApproved'],
    about: ['I19'],
    tampering: {
      mongo: (call) => {
        if (isAt(call, 'payout', 'customer_keys') && call.name === 'insert') noteKeys(documentsOf(call.command));
      },
      mongoReply: (call, reply) => {
        if (isAt(call, 'payout', 'customer_keys') && call.name === 'find') noteKeys(batchOf(reply));
        const document = reply['value'] as PayoutDocument | null | undefined;
        if (!isAt(call, 'payout', 'payouts') || call.name !== 'findAndModify') return;
        if (document?.payee?.secrets !== undefined && document.decision !== null) ofOtherAmount(document);
      },
    },
  },
  payout_twin_let_in: {
    says: 'a payout like one of a moment ago is sent all the same',
    flows: ['payoutTwins'],
    about: ['I20'],
    tampering: {
      mongoReply: (call, reply) => {
        const { pipeline } = call.command as { pipeline?: readonly { $match?: object }[] };
        if (isAt(call, 'payout', 'limit_claims') && 'like.name' in (pipeline?.[0]?.$match ?? {}))
          batchOf(reply).splice(0);
      },
    },
  },
  payout_key_not_unique: {
    says: 'nothing in the database keeps the key of a payout from being used twice',
    flows: ['payoutAtOnce'],
    about: ['I19c'],
    trouble: { at: /^payout mongodb update payouts/, fault: { kind: 'delay', ms: 40 } },
    plant: async (worker) => {
      const payouts = worker.database('payout').collection('payouts');
      const key = { accountId: 1, livemode: 1, idempotencyKey: 1 } as const;
      await payouts.dropIndex('idempotency');
      await payouts.createIndex(key, { name: 'idempotency' });
      return async () => {
        await payouts.deleteMany({});
        await payouts.dropIndex('idempotency');
        await payouts.createIndex(key, { name: 'idempotency', unique: true });
      };
    },
    // A process started meanwhile wants the index as it found it.
    tampering: {
      mongo: ({ service, name, command }) => {
        if (service !== 'payout' || name !== 'createIndexes') return;
        for (const index of command['indexes'] as { name: string; unique?: boolean }[])
          if (index.name === 'idempotency') delete index.unique;
      },
    },
  },
  payout_return_credited_twice: {
    says: 'what came back of a Pix-out is credited as often as it is seen',
    flows: [...RETURNED, 'cashOutReturned'],
    about: ['I19b'],
    trouble: { at: /^(payout|refund) grpc PostPayoutReturn/, fault: { kind: 'twice' } },
    tampering: {
      mongo: (call) => {
        for (const entry of added(call, /:returned:/)) entry._id = `${entry._id}~${randomUUID()}`;
      },
      mongoReply: without('returns'),
    },
  },
  payout_returns_ignored: {
    says: 'what a bank returns of a payout that had arrived is not looked for',
    flows: RETURNED,
    about: ['rest', 'I19b'],
    tampering: {
      httpAnswer: (call, answer) => {
        if (isPixOut(call, 'GET') && answer.status === 200)
          rewritten(answer, (body) => {
            delete body['devolucoes'];
          });
      },
    },
  },
  debt_not_repaid: {
    says: 'what comes into a wallet that owes is available at once',
    flows: ['payoutReturnRepays'],
    about: ['I2'],
    tampering: {
      mongoReply: (call, reply) => {
        if (isAt(call, 'ledger', 'wallets') && call.name === 'find')
          for (const wallet of batchOf(reply)) wallet['receivable'] = 0;
      },
    },
  },
  payout_cancelled_after_send: {
    says: 'a payout is written whatever became of it since it was read: one that was sent is cancelled',
    flows: ['payoutCancelAgainstSend'],
    about: ['I19', 'I8', 'I17'],
    trouble: { at: /^payout mongodb findAndModify payouts/, fault: { kind: 'delay', ms: 40 } },
    tampering: {
      mongo: (call) => {
        if (isAt(call, 'payout', 'payouts'))
          for (const { filter } of statements(call.command)) delete filter['version'];
      },
    },
  },
  payout_fee_kept_on_failure: {
    says: 'a payout that failed or was cancelled costs something',
    flows: ['payoutFails', 'payoutCancelled', 'payoutRejected'],
    about: ['I19'],
    tampering: {
      mongo: (call) => {
        for (const { postings } of added(call, /^payout:.*:void$/)) {
          for (const posting of postings) if (posting.address === 'merchant:available') posting.amount += 10;
          postings.push({ address: 'platform:fees', amount: -10 });
        }
      },
    },
  },
  payout_fee_unshared: {
    says: 'all of the fee of a payout is the platform’s, and nothing is owed to the bank',
    flows: PAYING,
    about: ['I19'],
    tampering: {
      mongo: (call) => {
        for (const { postings } of added(call, /^payout:.*:confirm$/))
          for (const posting of postings)
            if (posting.address === 'provider:fees_payable') posting.address = 'platform:fees';
      },
    },
  },
  payout_limit_share_kept: {
    says: 'a payout that failed keeps its share of the limits',
    flows: ['payoutFails', 'payoutCancelled', 'payoutReturned'],
    about: ['I20'],
    tampering: {
      mongo: (call) => {
        if (!isAt(call, 'payout', 'limit_totals')) return;
        for (const { change } of statements(call.command)) {
          const { $inc } = change as { $inc?: { sum: number } };
          if ($inc !== undefined && $inc.sum < 0) $inc.sum = 0;
        }
      },
    },
  },
  payout_limit_read_apart: {
    says: 'what is claimed of a limit is compared with what nobody keeps the others from claiming meanwhile',
    flows: ['payoutsOverLimit'],
    about: ['I20'],
    tampering: {
      mongoReply: (call, reply) => {
        if (isAt(call, 'payout', 'limit_totals') && call.name === 'find')
          for (const total of batchOf(reply)) total['sum'] = 0;
      },
    },
  },
  payout_loss_published_once: {
    says: 'a loss that was published to the ledger and lost by the broker is not published again',
    flows: ['payoutLost'],
    about: ['I1b'],
    tampering: {
      mongo: (call) => {
        if (!isAt(call, 'payout', 'payouts')) return;
        for (const stage of statements(call.command).flatMap(({ change }) => (Array.isArray(change) ? change : [])))
          delete (stage as { $set?: Record<string, unknown> }).$set?.['due.unposted'];
      },
      bus: { loses: ({ headers }) => headers[EVENT_HEADERS.eventType] === 'payout.lost' },
    },
  },
  list_line_without_fee: {
    says: 'the list of a wallet leaves out what a payout cost',
    flows: PAYING,
    about: ['I21'],
    tampering: {
      mongoReply: (call, reply) => {
        const { filter } = call.command as { filter?: { seq?: object } };
        if (!isAt(call, 'ledger', 'journal_entries') || typeof filter?.seq !== 'object') return;
        for (const { _id, postings } of batchOf(reply) as Entry[]) {
          const sent = postings?.find(({ address }) => address === 'provider:clearing');
          if (sent === undefined || !/^payout:.*:confirm$/.test(_id)) continue;
          for (const posting of postings) if (posting.address === 'merchant:retained') posting.amount = 0 - sent.amount;
        }
      },
    },
  },
  case_devolution_booked_twice: {
    says: 'what a bank takes for a case is booked as often as it is published',
    flows: ['caseLost', 'caseLostInParts'],
    about: ['I7b', 'I1b'],
    trouble: { at: /^ledger mongodb commitTransaction/, fault: { kind: 'die', side: 'after' } },
    tampering: {
      mongo: (call) => {
        for (const entry of added(call, /^dispute:.*:paid:/)) entry._id = `${entry._id}~${randomUUID()}`;
      },
      mongoReply: without('paid'),
    },
  },
  case_hold_kept_when_won: {
    says: 'a case that was published as won and lost by the broker is not published again: its hold stands',
    flows: ['caseWon'],
    about: ['I7b', 'rest'],
    tampering: {
      mongo: (call) => {
        if (!isAt(call, 'charge', 'charges')) return;
        for (const { change } of statements(call.command)) {
          const dates = (change as { $currentDate?: Record<string, unknown> }).$currentDate;
          if (dates !== undefined) delete dates['due.unposted'];
        }
      },
      bus: { loses: ({ headers }) => headers[EVENT_HEADERS.eventType] === 'charge.dispute_closed' },
    },
  },
} as const satisfies Readonly<Record<string, Defect>>;
