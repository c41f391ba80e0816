import type { Mutant } from './mutant.ts';

const KAFKA = 'libs/runtime/src/kafka';
const table = 'event signatures';

/** A consumer or a key ring that leaves out one of the things by which an event is believed. */
const CHECKS: readonly Omit<Mutant, 'table'>[] = [
  {
    name: 'a consumer skips the signature',
    file: `${KAFKA}/read-batch.ts`,
    find: '(^    if \\()refusal !== undefined',
    put: 'false',
  },
  {
    name: 'a consumer skips what the headers say',
    file: `${KAFKA}/read-batch.ts`,
    find: '(^  if \\()mismatch !== undefined',
    put: 'false',
  },
  {
    name: 'nobody looks whether the signature fits',
    file: `${KAFKA}/event-keys.ts`,
    find: '(^    return )verified \\?',
    put: 'true ?',
  },
  {
    name: 'any owner may sign for any topic',
    file: `${KAFKA}/event-keys.ts`,
    find: '(^    if \\()key\\.owner !== owner',
    put: 'false',
  },
  {
    name: 'what has no signature is applied',
    file: `${KAFKA}/event-keys.ts`,
    find: "(^    if \\(signature === undefined\\) return )this\\.unsignedUntil === undefined \\? 'it has no signature' : undefined",
    put: 'undefined',
  },
  {
    name: 'the moment for unsigned events never ends',
    file: `${KAFKA}/event-keys.ts`,
    find: '(until !== undefined && )this\\.#now\\(\\) < until',
    put: 'true',
  },
  {
    name: 'a key that nobody knows is signed with',
    file: `${KAFKA}/event-keys.ts`,
    find: '(^    if \\()own !== undefined && !isListed\\(own, known\\)',
    put: 'false',
  },
];

const HEADERS = ['eventType', 'eventId', 'accountId', 'livemode'].map((header) => ({
  name: `a consumer skips the header ${header}`,
  file: `${KAFKA}/read-batch.ts`,
  find: `(^  const expected = \\{[^}]*?)^    \\[EVENT_HEADERS\\.${header}\\]: .*\\n`,
  put: '',
}));

const PARTS = ['topic', 'key', 'type', 'eventId', 'accountId', 'livemode', 'value'].map((part) => ({
  name: `${part} is not signed`,
  file: 'libs/contracts/src/signed-bytes.ts',
  find: `(^  const parts = \\[.*?)${part}(?=[,\\]])`,
  put: "''",
}));

export const EVENT_SIGNATURES: readonly Mutant[] = [...CHECKS, ...HEADERS, ...PARTS].map((mutant) => ({
  table,
  ...mutant,
}));
