import type { Mutant } from './mutant.ts';

const table = 'audit chain';
const CHAIN = 'services/keys/src/domain/audit-chain.ts';
const STORE = 'services/keys/src/store/audit-events.ts';
const VERIFY = 'services/keys/src/queries/verify-audit-log.ts';
const JOB = 'services/keys/src/jobs/file-audit-events.ts';

/** Each thing that makes the audit log one chain, and each that looks whether it is, left out. */
export const AUDIT_CHAIN: readonly Mutant[] = [
  {
    name: 'two replicas have the same place',
    file: STORE,
    find: '(schema\\.index\\(\\{ seq: 1 \\}), \\{ unique: true \\}',
    put: '',
  },
  {
    name: 'a batch goes on behind what was refused',
    file: STORE,
    find: '(insertMany\\(next, \\{ ordered: )true',
    put: 'false',
  },
  { name: 'a hash knows nothing of the one before', file: CHAIN, find: '(`)\\$\\{previousHash\\}\\\\n', put: '' },
  {
    name: 'a hash knows nothing of its place',
    file: CHAIN,
    find: '(const \\{ hash: _, previousHash: __), \\.\\.\\.fields',
    put: ', seq: ___, ...fields',
  },
  { name: 'a missing event is none', file: CHAIN, find: '(if \\()event\\.seq > next', put: 'false' },
  { name: 'a repeated place is none', file: CHAIN, find: '(if \\()event\\.seq < next', put: 'false' },
  { name: 'a changed event is none', file: CHAIN, find: '(if \\()!isUnchanged\\(event\\)', put: 'false' },
  {
    name: 'another predecessor is none',
    file: CHAIN,
    find: '(if \\()event\\.previousHash !== head\\.hash',
    put: 'false',
  },
  {
    name: 'another hash at a known head is none',
    file: CHAIN,
    find: '(head\\.seq === known\\.seq && )!head\\.hash\\.startsWith\\(known\\.hash\\)',
    put: 'false',
  },
  { name: 'a shorter chain is none', file: CHAIN, find: '(if \\()isEnd && head\\.seq < known\\.seq', put: 'false' },
  { name: 'a changed head is gone on from', file: STORE, find: '(if \\()!isUnchanged\\(last\\)', put: 'false' },
  {
    name: 'an event outside of the chain is none',
    file: VERIFY,
    find: '(=== NO_EVENTS\\.seq && )\\(await audit\\.hasOutside\\(\\)\\)',
    put: 'false',
  },
  {
    name: 'the version before cannot read what is filed',
    file: JOB,
    find: '(^)  await former\\.file\\(events\\);\\n',
    put: '',
  },
  {
    name: 'what the version before files is never chained',
    file: JOB,
    find: '(^    if \\()\\(await more\\(\\)\\) === left\\.surplus && performance\\.now\\(\\) < left\\.untilMs',
    put: 'true',
  },
].map((mutant) => ({ table, ...mutant }));
