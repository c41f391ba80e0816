import { code, page, table } from './markdown.ts';
import { PERSONAL_DATA } from './personal-data-places.ts';

/** Where data of persons lies, what for and how long (LGPD, article 37). */
export const personalDataPage = (): string =>
  page(
    'Personal data',
    `Made from ${code('tools/reference/personal-data-places.ts')}. The story ${code('test/stories/personal-data.test.ts')} plants a person in every field that takes one, walks every collection and every topic, and finds them here alone.`,
    '_Key of the customer_, who may be who paid: destroyed by `ops privacy erase`, and with it every copy, in back-ups and on the bus too ([ADR 130](../adr/0130-a-key-for-each-customer.md)). _Encryption key_, _keyed hash_: the service reads it, a copy of the database does not. Logs, spans, metrics and errors hold none of it.',
    table(
      ['place', 'holds', 'purpose', 'form', 'kept'],
      PERSONAL_DATA.map(({ place, holds, purpose, form, kept }) => [
        code(place),
        holds.join(', '),
        purpose,
        form,
        kept,
      ]),
    ),
  );
