import test from 'ava';
import { destinationOf, payeeBehind, payeeOf } from './payee.ts';

const [CPF, EMAIL] = ['52998224725', 'ana@example.com'] as const;
const EVP = '123e4567-e12b-12d1-a456-426655440000';
const STATIC =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';

test('a cashout is of the owner where a document is known, of the document that its key is, else of the key', (t) => {
  t.is(payeeOf(CPF), CPF);
  t.is(payeeOf(EMAIL, CPF), CPF);
  t.deepEqual(payeeOf(EMAIL), payeeBehind(EMAIL));
  t.notDeepEqual(payeeOf(EMAIL), payeeOf(EVP));
});

test('a person is found by a Pix key written in any way, and by a static code of it; what is neither names nobody', (t) => {
  t.is(payeeBehind('529.982.247-25'), CPF);
  t.deepEqual(payeeBehind(STATIC), payeeOf(EVP));
  t.is(payeeBehind('no key'), undefined);
});

test('the destination of a cashout is its key, else that of its order; one without either throws', (t) => {
  const keyIn = (body: string): string | undefined => (body === 'to ana' ? EMAIL : undefined);
  t.is(destinationOf({ destinationKey: CPF, body: 'to ana' }, keyIn), CPF);
  t.is(destinationOf({ destinationKey: null, body: 'to ana' }, keyIn), EMAIL);
  for (const body of [null, '{}']) t.throws(() => destinationOf({ destinationKey: null, body }, keyIn));
});
