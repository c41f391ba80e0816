import { randomBytes } from 'node:crypto';
import type { Id } from '@gx/core';
import type { HttpCall } from '@gx/testkit/faults';
import { keyRecords } from '../../../../services/gateway/src/admission/key-record.ts';
import { refuseWith, rewritten } from './answers.ts';
import type { Defect } from './defect.ts';

const REFUNDING = ['refund', 'refundInParts'] as const;

const isCobRead = ({ to, what }: HttpCall): boolean => to === 'bank' && what === 'GET /cob';
const pixOf = (body: Record<string, unknown>): Record<string, unknown>[] =>
  Array.isArray(body['pix']) ? (body['pix'] as Record<string, unknown>[]) : [];
const unlikeBefore = (): string => randomBytes(4).toString('hex');

/** The record of a key as a gateway of the same worker signs it for half a minute longer. */
function outliving(name: string, record: string): { readonly record: string; readonly untilMs: number } {
  const [, worker = '', fingerprint = ''] = /^(.*?):.*\{(.*)\}/.exec(name) ?? [];
  const [until, environment, accountId] = record.split(' ');
  const caller = {
    accountId: accountId as Id<'account'>,
    livemode: environment === 'live',
    accountState: 'ACTIVE',
  } as const;
  const untilMs = Number(until) + 30_000;
  return { record: keyRecords(worker).encrypt(fingerprint, caller, untilMs), untilMs };
}

/** What can be wrong with how the outside is spoken to. */
export const BORDER_DEFECTS = {
  commit_before_effect: {
    says: 'a batch is committed when it comes, not when it is applied',
    flows: ['create', 'pay', 'payByStranger', 'cancel'],
    about: ['I1b', 'I3', 'I10'],
    trouble: { at: /^(ledger|refund|webhooks) mongodb (insert|update)/, fault: { kind: 'die', side: 'before' } },
    tampering: { bus: { commitsOnDelivery: true } },
  },
  send_unacknowledged: {
    says: 'an event counts as published before the broker has it',
    flows: ['create', 'pay', 'cancel', 'payByStranger'],
    about: ['I17'],
    trouble: { at: /^charge kafka send/, fault: { kind: 'fail', side: 'before' } },
    tampering: { bus: { acksNothing: true } },
  },
  no_message_key: {
    says: 'events of one merchant go to any partition',
    flows: ['pay', 'refund', 'payByStranger'],
    about: ['I17'],
    tampering: { bus: { scatters: true } },
  },
  txid_per_attempt: {
    says: 'each attempt to create a charge at the bank makes up an id of its own',
    flows: ['create'],
    about: ['I6'],
    trouble: { at: /^charge bank PUT .cob/, fault: { kind: 'fail', side: 'after' } },
    tampering: {
      http: ({ what }, request) =>
        what === 'PUT /cob' ? { ...request, path: request.path.replace(/.{8}$/, unlikeBefore()) } : request,
    },
  },
  devolution_id_per_attempt: {
    says: 'each attempt to send money back makes up an id of its own',
    flows: REFUNDING,
    about: ['I3', 'I7'],
    trouble: { at: /^refund bank PUT .pix.devolucao/, fault: { kind: 'fail', side: 'after' } },
    tampering: {
      http: ({ what }, request) =>
        what === 'PUT /pix/devolucao' ? { ...request, path: request.path.replace(/.{8}$/, unlikeBefore()) } : request,
    },
  },
  absence_believed: {
    says: 'a bank that answers 404 for a devolution is believed, and a repeated order that it refuses is a failure',
    // Of money that must not be kept the bank is asked in another way as well.
    flows: REFUNDING,
    about: ['I7'],
    trouble: { at: /^refund bank PUT .pix.devolucao/, fault: { kind: 'fail', side: 'after' } },
    tampering: {
      http: (call, request) => {
        if (call.what !== 'PUT /pix/devolucao') return request;
        if (ORDERED.has(request.path)) REPEATED.add(call);
        ORDERED.add(request.path);
        return request;
      },
      httpAnswer: (call, answer) => {
        if (call.what === 'GET /pix/devolucao') refuseWith(answer, 404, 'PixDevolucaoNaoEncontrada');
        if (REPEATED.has(call)) refuseWith(answer, 400, 'PixDevolucaoInvalida');
      },
    },
  },
  removal_assumed: {
    says: 'a charge is closed without having been removed at the bank',
    flows: ['cancel', 'expire', 'cancelAgainstPay'],
    about: ['I6'],
    tampering: {
      http: ({ what }, request) => (what === 'PATCH /cob' ? { ...request, method: 'GET', body: null } : request),
      httpAnswer: ({ what }, answer) => {
        if (what !== 'PATCH /cob' || answer.status !== 200) return;
        rewritten(answer, (body) => {
          body['status'] = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
        });
      },
    },
  },
  arrival_decides: {
    says: 'a payment counts from when it is reported, not from when the bank settled it: late money is kept',
    flows: ['payAfterExpiry'],
    about: ['I3b'],
    tampering: {
      httpAnswer: (call, answer) => {
        if (!isCobRead(call) || answer.status !== 200) return;
        rewritten(answer, (body) => {
          for (const pix of pixOf(body)) pix['horario'] = new Date(Date.now() - 86_400_000).toISOString();
        });
      },
    },
  },
  amount_not_compared: {
    says: 'money of another amount is taken for the amount of the charge',
    flows: ['payWrongAmount'],
    about: ['I1b'],
    tampering: {
      httpAnswer: (call, answer) => {
        if (!isCobRead(call) || answer.status !== 200) return;
        rewritten(answer, (body) => {
          const { original } = body['valor'] as { original: string };
          for (const pix of pixOf(body)) pix['valor'] = original;
        });
      },
    },
  },
  body_changed_after_signing: {
    says: 'what is sent is not what was signed',
    flows: ['create', 'pay'],
    about: ['I11'],
    tampering: {
      http: ({ to }, request) => (to === 'webhook' ? { ...request, body: `${String(request.body)} ` } : request),
    },
  },
  key_cache: {
    says: 'a gateway remembers for half a minute what a key opens',
    flows: ['rotate'],
    about: ['I12'],
    plant: async (worker) => {
      worker.remembersKeys = true;
      return () => {
        worker.remembersKeys = false;
      };
    },
  },
  lease_outlives_rotation: {
    says: 'a key’s record in Redis lives longer than a rotation waits, and is not deleted',
    flows: ['rotate'],
    about: ['I12'],
    tampering: {
      redis: (_service, name, given) => {
        if (name === 'del') return undefined;
        const [keys, args] = given as [readonly string[], readonly string[]];
        const [limit = '', field = '', record = ''] = args;
        if (name !== 'admission' || record === '') return given;
        const longer = outliving(keys[1] ?? '', record);
        return [keys, [limit, field, longer.record, String(longer.untilMs)]];
      },
    },
  },
} as const satisfies Readonly<Record<string, Defect>>;

/** Which devolutions were ordered, and which orders were not the first of theirs. */
const ORDERED = new Set<string>();
const REPEATED = new WeakSet<HttpCall>();
