import type { Mutant } from './mutant.ts';

const table = 'operator words';
const CORE = 'libs/core/src/operator-word.ts';
const STORE = 'libs/runtime/src/mongo/operator-words.ts';
const CHARGE = 'services/charge/src';

/** Each thing by which an act takes two operators, and is done once, left out. */
export const OPERATOR_WORDS: readonly Mutant[] = [
  {
    name: 'one operator is two',
    file: CORE,
    find: '(first !== undefined && )!isSameOperator',
    put: 'true || !isSameOperator',
  },
  { name: 'capitals make another operator', file: CORE, find: "(normalize\\('NFKC'\\))\\.toLowerCase\\(\\)", put: '' },
  { name: 'a word stands a moment longer', file: CORE, find: '(word !== undefined && now )<', put: '<=' },
  {
    name: 'any call is the same',
    file: CORE,
    find: '(first === undefined \\|\\| )first\\.content !== given\\.content',
    put: 'false',
  },
  {
    name: 'a third operator is a second',
    file: CORE,
    find: '(^  if \\()first\\.second !== undefined \\|\\| ',
    put: '',
  },
  { name: 'two words end with the first', file: CORE, find: '(standingWord\\()word\\.second \\?\\? word', put: 'word' },
  { name: 'one is enough', file: STORE, find: '(^      if \\()!areTwoNeeded', put: 'true' },
  {
    name: 'a word is written over another one',
    file: STORE,
    find: "(_id: subject), operator, content, at, 'second\\.at': second\\?\\.at \\?\\? null",
    put: '',
  },
  {
    name: 'a first word outlives what one decides',
    file: STORE,
    find: '(^)        await collection\\.deleteOne\\(\\{ _id: subject \\}\\);\\n',
    put: '',
  },
  {
    name: 'a secret is not compared',
    file: `${CHARGE}/commands/set-bank-profile.ts`,
    find: "(content: \\{ act: 'set', \\.\\.\\.request)",
    put: ", clientSecret: ''",
  },
  {
    name: 'a profile is set for nobody',
    file: `${CHARGE}/commands/set-bank-profile.ts`,
    find: '(given === undefined && )!areTwoNeeded',
    put: 'true',
  },
  {
    name: 'two words set a profile twice',
    file: `${CHARGE}/store/bank-profiles.ts`,
    find: '(^      const isRepeated = input\\.lastSet\\?\\.proposedBy === undefined \\? \\{\\} : )\\{.*\\}',
    put: '{}',
  },
  {
    name: 'the verdict is not compared',
    file: `${CHARGE}/commands/decide-review.ts`,
    find: '(const content = \\{ )verdict, ',
    put: '',
  },
  {
    name: 'the first of two is forgotten',
    file: `${CHARGE}/store/charge-changes.ts`,
    find: "(^)  if \\(proposedBy !== undefined\\) set\\['review\\.proposedBy'\\] = proposedBy;",
    put: '',
  },
  {
    name: 'a note is not compared',
    file: 'services/refund/src/commands/settle-return.ts',
    find: '(content: \\{ )note ',
    put: '',
  },
  {
    name: 'a lost answer is a refusal',
    file: 'services/refund/src/commands/settle-return.ts',
    find: '(^  if \\()isSettledBy\\(standing',
    put: 'false && isSettledBy(standing',
  },
].map((mutant) => ({ table, ...mutant }));
