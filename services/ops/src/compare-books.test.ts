import test from 'ava';
import { type BooksOfDay, differencesOf, totalsOf } from './compare-books.ts';

const PIX = 'E1';
const listed = { endToEndId: PIX, amount: 1_000, paidAtMs: 1, devolutions: [] };
const payment = {
  endToEndId: PIX,
  amount: 1_000,
  paidAtMs: 1,
  decision: 'accepted',
  chargeId: 'c',
  returned: false,
  bankProfileId: 'b',
};
const credit = { reference: 'paid:c', chargeId: 'c', endToEndId: PIX, amount: 1_000 };
const devolution = (status: string, amount = 400, id = 'd') => ({ id, amount, status });
const ours = (status: 'PENDING' | 'IN_PROGRESS' | 'REFUNDED' | 'FAILED', amount = 400, bankId = 'd') => ({
  endToEndId: PIX,
  bankId,
  amount,
  status,
});
const agreed: BooksOfDay = { endToEndId: PIX, bank: listed, payment, devolutions: [], credits: [credit] };
const kinds = (change: Partial<BooksOfDay>): string[] =>
  differencesOf({ ...agreed, ...change }).map(({ kind, bank, ours: own }) => `${kind} ${bank} ${own}`);
const back = (at: ReturnType<typeof devolution>[], of: BooksOfDay['devolutions']): string[] =>
  kinds({ bank: { ...listed, devolutions: at }, devolutions: of });

test('books that say the same have no difference', (t) => {
  t.deepEqual(kinds({}), []);
});

test('each side may lack what the other has', (t) => {
  t.deepEqual(kinds({ payment: null, credits: [] }), ['at_bank_not_with_us 1000 null']);
  t.deepEqual(kinds({ bank: null }), ['with_us_not_at_bank null 1000']);
  t.deepEqual(kinds({ bank: null, payment: null }), ['credited_not_received null 1000']);
  t.deepEqual(kinds({ credits: [] }), ['received_not_credited 1000 null']);
});

test('amounts are compared to the centavo, and a credit of another Pix is none of this one', (t) => {
  t.deepEqual(kinds({ bank: { ...listed, amount: 1_001 } }), ['amount_differs 1001 1000']);
  t.deepEqual(kinds({ credits: [{ ...credit, amount: 999 }] }), ['credit_differs 1000 999']);
  t.deepEqual(kinds({ credits: [{ ...credit, endToEndId: 'E2' }] }), ['credit_differs 1000 1000']);
});

test('money that is no merchant’s has no credit, in suspense or not', (t) => {
  for (const decision of ['held', 'returned', 'unmatched']) {
    t.deepEqual(kinds({ payment: { ...payment, decision }, credits: [] }), []);
    t.deepEqual(
      kinds({ payment: { ...payment, decision }, credits: [{ ...credit, reference: `suspense:${PIX}` }] }),
      [],
    );
  }
});

test('what went back is compared once both sides say that it is final', (t) => {
  t.deepEqual(back([devolution('returned')], [ours('REFUNDED')]), []);
  t.deepEqual(back([devolution('returned')], []), ['returned_differs 400 0']);
  t.deepEqual(back([], [ours('REFUNDED')]), ['returned_differs 0 400']);
  t.deepEqual(back([devolution('failed')], [ours('FAILED')]), []);
  t.deepEqual(back([devolution('returned')], [ours('IN_PROGRESS')]), [], 'we do not know of it yet');
  t.deepEqual(back([devolution('in_progress')], [ours('REFUNDED')]), [], 'the list lags');
  t.deepEqual(back([devolution('returned', 100, 'e')], [ours('REFUNDED', 100)]), [], 'sent back by hand at the bank');
});

test('a devolution whose amount cannot be read could be all of it', (t) => {
  const bank = { ...listed, devolutions: [{ id: 'd', status: 'returned' }] };
  t.deepEqual(kinds({ bank, devolutions: [ours('REFUNDED')] }), ['returned_differs 1000 400']);
});

test('what was gone before it could be ordered back needs no order of ours', (t) => {
  const gone = { ...payment, decision: 'returned', returned: true };
  const bank = { ...listed, devolutions: [devolution('returned', 1_000, 'x')] };
  t.deepEqual(kinds({ bank, payment: gone, credits: [] }), []);
});

test('totals count each side for itself', (t) => {
  const none = { endToEndId: 'E2', bank: null, payment: null, devolutions: [], credits: [{ ...credit, amount: 5 }] };
  const gone = {
    ...agreed,
    bank: { ...listed, devolutions: [devolution('returned')] },
    devolutions: [ours('REFUNDED')],
  };
  t.deepEqual(totalsOf([agreed, gone, none]), {
    received: { bank: { count: 2, amount: 2_000 }, ours: { count: 2, amount: 2_000 } },
    accepted: { bank: null, ours: { count: 2, amount: 2_000 } },
    credited: { bank: null, ours: { count: 3, amount: 2_005 } },
    returned: { bank: { count: 1, amount: 400 }, ours: { count: 1, amount: 400 } },
  });
});
