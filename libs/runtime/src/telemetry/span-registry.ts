type Kind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';
type Spec = {
  readonly kinds: readonly Kind[];
  /** One sentence for the reader of a trace. */
  readonly says: string;
  /** Every attribute that it may carry. */
  readonly attributes: readonly string[];
};

const MESSAGING = [
  'messaging.system',
  'messaging.operation.type',
  'messaging.destination.name',
  'messaging.batch.message_count',
  'error.type',
] as const;

/**
 * Every span of gx. A word in braces stands for one of few: a route template, an RPC, a topic; never for an
 * id. Attributes follow OpenTelemetry's conventions where there is one, and begin with `gx.` where there is
 * none: no document, no key, no text of ours or of anybody (architecture, invariant 9).
 */
export const SPANS = {
  '{method} {route}': {
    kinds: ['server'],
    says: 'An HTTP request, from its first byte to the end of the answer; without a route where there is none.',
    attributes: ['http.request.method', 'http.route', 'http.response.status_code'],
  },
  '{rpc}': {
    kinds: ['client', 'server'],
    says: 'A call between services: once at the caller, and at each replica that answers one of its attempts.',
    attributes: ['rpc.system.name', 'rpc.method', 'rpc.response.status_code', 'gx.request.id', 'error.type'],
  },
  'mongodb {command}': {
    kinds: ['client'],
    says: 'A command to the own database.',
    attributes: ['db.system.name', 'db.namespace', 'db.operation.name', 'db.collection.name', 'error.type'],
  },
  'bank {operation}': {
    kinds: ['client'],
    says: 'A call to a bank; the outcome says what is known of its effect.',
    attributes: [
      'gx.bank.profile',
      'gx.bank.operation',
      'gx.bank.outcome',
      'http.request.method',
      'http.response.status_code',
      'error.type',
    ],
  },
  'send {topic}': {
    kinds: ['producer'],
    says: 'Events to a topic, of several documents and traces at once.',
    attributes: MESSAGING,
  },
  'process {topic}': {
    kinds: ['consumer'],
    says: 'A batch of events: in the trace of its event where it is one, linked to each where they are more.',
    attributes: MESSAGING,
  },
  'job {job}': {
    kinds: ['internal'],
    says: 'One turn of a job.',
    attributes: ['gx.job', 'error.type'],
  },
  'decide payment': {
    kinds: ['consumer'],
    says: 'What becomes of a Pix that the bank confirms; linked to the creation of its charge.',
    attributes: ['gx.bank.profile', 'gx.charge.id', 'error.type'],
  },
  'follow order': {
    kinds: ['consumer'],
    says: 'What becomes of a charge by card, boleto or another method, after a callback.',
    attributes: ['gx.bank.profile', 'gx.charge.id', 'error.type'],
  },
  'query payer': {
    kinds: ['consumer'],
    says: 'Held money: its payer is queried again.',
    attributes: ['gx.bank.profile', 'gx.charge.id', 'error.type'],
  },
  'cancel charge': {
    kinds: ['internal'],
    says: 'From the intent to the end at the bank; linked to the creation.',
    attributes: ['gx.charge.id', 'error.type'],
  },
  'post entry': {
    kinds: ['consumer'],
    says: 'One entry of the ledger, from its event until it is in the journal.',
    attributes: ['gx.event.id', 'gx.charge.id', 'error.type'],
  },
  'mark charge paid': {
    kinds: ['consumer'],
    says: 'The ledger has posted it: the charge turns PAID.',
    attributes: ['gx.charge.id', 'gx.event.type', 'error.type'],
  },
  'note refund': {
    kinds: ['consumer'],
    says: 'A step of a refund reaches its charge.',
    attributes: ['gx.charge.id', 'gx.event.type', 'error.type'],
  },
  'work on payout': {
    kinds: ['internal'],
    says: 'One step of a payout, by the owner of its lease.',
    attributes: ['gx.bank.profile', 'error.type'],
  },
  'work on refund': {
    kinds: ['internal'],
    says: 'One step of a refund or of a return, by the owner of its lease.',
    attributes: ['gx.bank.profile', 'gx.charge.id', 'error.type'],
  },
  'webhook attempt': {
    kinds: ['internal'],
    says: 'One attempt of a delivery, from its claim to its record, in the trace of its event.',
    attributes: ['error.type'],
  },
  'POST webhook': {
    kinds: ['client'],
    says: 'The request to the merchant’s server; it carries this trace.',
    attributes: [
      'http.request.method',
      'http.response.status_code',
      'server.address',
      'gx.event.type',
      'gx.event.id',
      'gx.webhook.attempt',
      'gx.livemode',
      'error.type',
    ],
  },
  'claim deliveries': {
    kinds: ['internal'],
    says: 'Many attempts take up their deliveries with one statement.',
    attributes: ['error.type'],
  },
  'record deliveries': {
    kinds: ['internal'],
    says: 'What came of many attempts is written with one statement.',
    attributes: ['error.type'],
  },
  'read endpoints': {
    kinds: ['internal'],
    says: 'Where deliveries go, read for many attempts at once.',
    attributes: ['error.type'],
  },
  'confirm keys': {
    kinds: ['internal'],
    says: 'Whose API keys these are, read at a majority for many look-ups at once.',
    attributes: ['error.type'],
  },
  'read signing secrets': {
    kinds: ['internal'],
    says: 'What deliveries of transactions with a URL of their own are signed with, read for many at once.',
    attributes: ['error.type'],
  },
} as const satisfies Readonly<Record<string, Spec>>;
export type SpanName = keyof typeof SPANS;
export type SpanAttribute = (typeof SPANS)[SpanName]['attributes'][number];

/** What a word in braces may stand for. */
const WORDS: Readonly<Record<string, string>> = {
  '{method} {route}': '[A-Z_]+(?: /.*)?',
  '{rpc}': '[A-Z][a-z][A-Za-z]*',
};
const patternOf = (name: string): RegExp => new RegExp(`^${WORDS[name] ?? name.replace(/\{\w+\}/, '.+')}$`);
const PATTERNS = (Object.keys(SPANS) as SpanName[]).map((name) => ({ name, pattern: patternOf(name) }));

/**
 * The row that a span belongs to, by its name; undefined for one that is not here. An exact name goes before
 * a pattern.
 */
export const spanOf = (name: string): SpanName | undefined =>
  Object.hasOwn(SPANS, name) ? (name as SpanName) : PATTERNS.find(({ pattern }) => pattern.test(name))?.name;
