import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS } from '@gx/core';
import test from 'ava';
import { RETRY_WAITS_SECONDS } from '../../services/webhooks/src/domain/retry-schedule.ts';
import { differenceFrom } from '../guides/answers.ts';
import { GUIDES, guideText, stepsOfGuide, tableOf } from '../guides/guide.ts';
import { ROOT } from './source-files.ts';

/** Of charges 7,000, of payouts and disputes 600. */
const WORDS_MAX = 7_600;
/** Reasons between services and for operators: no route of a merchant answers them. */
const INSIDE = [
  ...['hold_voided', 'hold_committed', 'hold_not_committed', 'nothing_held'],
  ...['charge_open', 'payout_open', 'refund_open', 'personal_data_in_clear'],
  ...['return_says_otherwise', 'returns_exceed_hold'],
];

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

test('every guide begins with its title and one sentence of what its reader gets', (t) => {
  for (const name of GUIDES) {
    const [title = '', gain = ''] = guideText(name).split('\n\n');
    t.regex(title, /^# \S.*$/, name);
    t.regex(gain, /^[^.\n]+\.$/, name);
  }
});

test('every block of every guide is a command, its answer, or a file that the guide names', (t) => {
  for (const name of GUIDES) t.notThrows(() => stepsOfGuide(guideText(name)), name);
});

const differs = test.macro({
  exec(t, language: 'json' | 'text', text: string, printed: string, difference: string | undefined) {
    t.is(differenceFrom({ language, text }, printed), difference);
  },
  title: (rule = '') => `what a guide shows of an answer: ${rule}`,
});
const ANSWER = '{"id":"ch_1","amount":1000,"pix":[{"id":"E1"}],"paid":null}';
test('fields may be left out, and a mark stands for anything', differs, 'json', '{"id":"ch_…"}', ANSWER, undefined);
test('another value differs', differs, 'json', '{"amount":999}', ANSWER, '.amount is 1000, not 999');
test('a field that is not there differs', differs, 'json', '{"x":null}', ANSWER, '.x is undefined, not null');
test('a text differs by its start', differs, 'json', '{"id":"tx_…"}', ANSWER, '.id is ch_1, not tx_…');
test('a list differs by its length', differs, 'json', '{"pix":[]}', ANSWER, '.pix has another length');
test('a part of a list differs', differs, 'json', '{"pix":[{"id":"E2"}]}', ANSWER, '.pix.0.id is E1, not E2');
test(
  'an answer is read before what runs beside prints',
  differs,
  'json',
  '{"paid":null}',
  `${ANSWER}verified {}\n`,
  undefined,
);
test('no answer differs', differs, 'json', '{"id":"ch_…"}', 'curl: (7)', ' is undefined, not {"id":"ch_…"}');
test('a line may stand anywhere', differs, 'text', 'verified …', 'one\nverified evt_1\n', undefined);
test('a line that is missing differs', differs, 'text', 'verified …', 'not verified evt_1', 'no line is verified …');

test('all guides that are followed stay short together', (t) => {
  const followed = GUIDES.map(guideText).filter((page) => stepsOfGuide(page).length > 0);
  const words = followed.reduce((sum, page) => sum + (page.match(/\S+/g)?.length ?? 0), 0);
  t.true(words <= WORDS_MAX, `${words} words`);
});

const DURATIONS = [
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;
function durationOf(seconds: number): string {
  const [unit = '', size = 1] = DURATIONS.find(([, one]) => seconds % one === 0) ?? [];
  return `${seconds / size} ${unit}`;
}

test('the webhooks guide has the waits between attempts that the service has', (t) => {
  t.deepEqual(
    tableOf(guideText('webhooks'), 'Answer'),
    RETRY_WAITS_SECONDS.map((seconds, index) => [String(index + 2), durationOf(seconds)]),
  );
});

test('the errors guide has every code with its status, and says whether it may be sent again', (t) => {
  t.deepEqual(
    tableOf(guideText('errors'), 'Codes').map((row) => row.slice(0, 3)),
    Object.entries(ERRORS).map(([code, { http, retryable }]) => [code, String(http), retryable ? 'yes' : 'no']),
  );
  for (const row of [...tableOf(guideText('errors'), 'Codes'), ...tableOf(guideText('errors'), 'Reasons')])
    t.true(
      row.every((cell) => cell !== ''),
      row[0],
    );
});

test('the errors guide has every reason that a merchant may be answered, and no other', (t) => {
  const [, union = ''] = /export type Reason =([^;]+);/.exec(read('libs/core/src/errors.ts')) ?? [];
  const reasons = [...union.matchAll(/'(\w+)'/g)].map(([, reason = '']) => reason);
  t.true(INSIDE.every((reason) => reasons.includes(reason)));
  t.deepEqual(
    tableOf(guideText('errors'), 'Reasons')
      .map(([reason = '']) => reason)
      .toSorted(),
    reasons.filter((reason) => !INSIDE.includes(reason)).toSorted(),
  );
});

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly const?: string;
};
type Operation = {
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
};

const wordsOf = ({ properties = {}, anyOf = [], enum: values = [], const: value }: Schema): string[] => [
  ...Object.entries(properties).flatMap(([name, inner]) => [name, ...wordsOf(inner)]),
  ...anyOf.flatMap(wordsOf),
  ...values,
  ...(value === undefined ? [] : [value]),
];

test('the guide of test mode has every helper, with every field and value that it takes', (t) => {
  const { paths } = JSON.parse(read('docs/reference/openapi.json')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  const helpers = Object.entries(paths).filter(([path]) => path.includes('/test_helpers/'));
  t.true(helpers.length >= 4);
  const chapters = guideText('test-mode').split('\n## ');
  for (const [path, methods] of helpers) {
    const chapter = chapters.find((one) => one.includes(`${path}\``)) ?? '';
    const words = Object.values(methods).flatMap((method) =>
      wordsOf(method.requestBody?.content['application/json'].schema ?? {}),
    );
    t.deepEqual(
      words.filter((word) => !new RegExp(`[\`"]${word}[\`"]`).test(chapter)),
      [],
      `${path} in a chapter of its own`,
    );
    t.not(chapter, '', path);
  }
});
