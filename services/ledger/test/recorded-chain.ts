// A chain with its hashes: a held credit, an instant one, the release of the first.
const WALLET = { accountId: '019ae000-0000-7000-8000-000000000001', livemode: true, currency: 'BRL' } as const;
const at = (text: string): Date => new Date(text);

export const RECORDED = [
  {
    _id: 'paid:019ae000-0000-7000-8000-000000000002',
    ...WALLET,
    chargeId: '019ae000-0000-7000-8000-000000000002',
    endToEndId: 'E0000000020261121120000000000001',
    postings: [
      { address: 'provider:clearing', amount: 1000 },
      { address: 'merchant:pending', amount: -980 },
      { address: 'platform:fees', amount: -10 },
      { address: 'provider:fees_payable', amount: -10 },
    ],
    releaseAt: at('2026-11-22T12:00:00.000Z'),
    seq: 1,
    at: at('2026-11-21T12:00:01.234Z'),
    hash: 'a8c1628e7c76780b164ae8ea71aef1a1ae214444ab5da0a3c512cd5633bf9175',
  },
  {
    _id: 'paid:019ae000-0000-7000-8000-000000000003',
    ...WALLET,
    chargeId: '019ae000-0000-7000-8000-000000000003',
    endToEndId: 'E0000000020261121120000000000002',
    postings: [
      { address: 'provider:clearing', amount: 505 },
      { address: 'merchant:available', amount: -485 },
      { address: 'platform:fees', amount: -10 },
      { address: 'provider:fees_payable', amount: -10 },
    ],
    releaseAt: null,
    seq: 2,
    at: at('2026-11-21T12:00:01.234Z'),
    hash: '84513b2069144beae903462372e885903d6201921a27c8911fb2c3e36b3a8022',
  },
  {
    _id: 'release:019ae000-0000-7000-8000-000000000002',
    ...WALLET,
    chargeId: '019ae000-0000-7000-8000-000000000002',
    endToEndId: null,
    postings: [
      { address: 'merchant:pending', amount: 980 },
      { address: 'merchant:available', amount: -980 },
    ],
    releaseAt: null,
    seq: 3,
    at: at('2026-11-22T12:00:02.000Z'),
    hash: '6b653b298ee53bd5c60595c12d7564ae84e23935d01175ffda20bdc7beefc899',
  },
] as const;

export const RECORDED_WALLET = {
  ...WALLET,
  available: 1465,
  pending: 0,
  retained: 0,
  receivable: 0,
  seq: 3,
  head: RECORDED[2].hash,
} as const;
