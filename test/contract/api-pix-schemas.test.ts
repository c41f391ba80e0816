import { existsSync, readFileSync } from 'node:fs';
import {
  END_TO_END_ID,
  EXTENSIONS,
  MESSAGES,
  type MessageName,
  OWN_ID,
  ROUTES,
  TXID,
  violationsOf,
} from '@gx/testkit/api-pix';
import test, { type ExecutionContext } from 'ava';
import { parse } from 'yaml';
import { type BcbDocument, compileBcb, constraintsOf, differences, loadBcb } from './api-pix/bcb-document.ts';
import { DEVIATIONS, PARTNERS } from './api-pix/deviations.ts';
import { SAMPLES } from './api-pix/samples.ts';

const FILE = new URL('../../../shared/spec/bcb-api-pix-2.9.0.yaml', import.meta.url);
const bcb = existsSync(FILE) ? loadBcb(parse(readFileSync(FILE, 'utf8'))) : undefined;
const ABSENT = "the central bank's document is not beside this checkout: only our own vectors were tried";
const absent = (t: ExecutionContext): void => {
  t.log(ABSENT);
  t.pass();
};
const names = Object.keys(PARTNERS) as (keyof typeof PARTNERS)[];

const differing = (document: BcbDocument, name: keyof typeof PARTNERS): string[] =>
  differences(constraintsOf(document, MESSAGES[name]), constraintsOf(document, document.resolve(PARTNERS[name]))).map(
    (line) => `${name} ${line}`,
  );

for (const name of names) {
  test(`${name}: says what the central bank's document says, but for the named differences`, (t) => {
    if (bcb === undefined) return absent(t);
    const unexplained = differing(bcb, name).filter(
      (line) => !DEVIATIONS.some((deviation) => deviation.line.test(line)),
    );
    t.deepEqual(unexplained, []);
  });
}

test('no named difference is idle', (t) => {
  if (bcb === undefined) return absent(t);
  const all = names.flatMap((name) => differing(bcb, name));
  t.deepEqual(
    DEVIATIONS.filter((deviation) => !all.some((line) => deviation.line.test(line))),
    [],
  );
});

test('txid, end-to-end id and the id of a devolution are the document’s', (t) => {
  if (bcb === undefined) return absent(t);
  t.deepEqual(differences(constraintsOf(bcb, TXID), constraintsOf(bcb, bcb.resolve('TxId'))), []);
  t.deepEqual(differences(constraintsOf(bcb, END_TO_END_ID), constraintsOf(bcb, bcb.resolve('EndToEndId'))), []);
  t.deepEqual(differences(constraintsOf(bcb, OWN_ID), constraintsOf(bcb, bcb.resolve('DevolucaoId'))), []);
});

for (const { name, rule, document, ours, theirs = ours } of SAMPLES) {
  test(`${name}: ${rule} is ${ours ? 'accepted' : 'refused'}`, (t) => {
    t.is(violationsOf(name, document).length === 0, ours, violationsOf(name, document).join('\n'));
    const partner = (PARTNERS as Partial<Record<MessageName, string>>)[name];
    if (partner === undefined) return;
    if (bcb === undefined) return absent(t);
    t.is(compileBcb(bcb, partner)(document), theirs, 'the central bank’s schema');
  });
}

test('every operation stands in the document with the same success status, request and answer', (t) => {
  if (bcb === undefined) return absent(t);
  for (const route of ROUTES) {
    const theirs = bcb.operation(route.path, route.method);
    t.truthy(theirs, route.operation);
    t.true(theirs?.statuses.includes(route.success), route.operation);
    t.is(theirs?.request, partnerOf('request' in route ? route.request : undefined), route.operation);
    t.is(theirs?.answerTo(route.success), partnerOf('answer' in route ? route.answer : undefined), route.operation);
  }
});

test('what we use beyond the standard is not in the document: there is nothing to hold its messages against', (t) => {
  if (bcb === undefined) return absent(t);
  for (const route of EXTENSIONS) t.is(bcb.operation(route.path, route.method), undefined, route.operation);
  const unmatched = Object.keys(MESSAGES).filter((name) => !(name in PARTNERS));
  t.deepEqual(
    unmatched.filter((name) => !/^(balance$|defenceRequest$|infraction|keyOwner|pixOut|token|tokenRefusal)/.test(name)),
    [],
  );
});

const partnerOf = (name: keyof typeof PARTNERS | undefined): string | undefined =>
  name === undefined ? undefined : PARTNERS[name];
