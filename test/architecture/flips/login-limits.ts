import type { Mutant } from './mutant.ts';

const table = 'login limits';
const KEYS = 'services/keys/src';
const EDGE = 'services/gateway/src/admission/admit-login.ts';

/** Each thing by which strangers are limited, and owners are not, left out. */
export const LOGIN_LIMITS: readonly Mutant[] = [
  {
    name: 'strangers lock a known address out',
    file: `${KEYS}/commands/log-in.ts`,
    find: '(^  if \\(strangersWaitSeconds !== undefined) && !isKnown',
    put: '',
  },
  {
    name: 'strangers get in where they have to wait',
    file: `${KEYS}/commands/log-in.ts`,
    find: '(^  if \\(strangersWaitSeconds !== undefined && )!isKnown',
    put: 'false',
  },
  {
    name: 'a login makes no address known',
    file: `${KEYS}/commands/log-in.ts`,
    find: '(^)  await addresses\\.remember\\(user, clientAddress, now\\);\\n',
    put: '',
  },
  {
    name: 'a flood fills the share of known addresses',
    file: `${KEYS}/commands/log-in.ts`,
    find: "(isKnown \\? 'kept' : )'strangers'",
    put: "'kept'",
  },
  {
    name: 'a reset makes no address known',
    file: `${KEYS}/commands/reset-password.ts`,
    find: '(^)  await addresses\\.remember\\(\\{ id \\}, clientAddress, now\\);\\n',
    put: '',
  },
  {
    name: 'an address is known for ever',
    file: `${KEYS}/store/login-addresses.ts`,
    find: '(\\$elemMatch: \\{ hash), at \\}',
    put: ' }',
  },
  {
    name: 'any number of addresses is known',
    file: `${KEYS}/store/login-addresses.ts`,
    find: '(\\]\\] \\}, -)ADDRESSES_MAX',
    put: '1_000',
  },
  {
    name: 'one address has one hash for all users',
    file: `${KEYS}/credentials/known-addresses.ts`,
    find: '(\\.update\\(`)\\$\\{userId\\} ',
    put: '',
  },
  { name: 'no failure counts', file: EDGE, find: "(error\\.code === )'unauthorized'", put: "'not_found'" },
  {
    name: 'a login that lacks a code counts',
    file: EDGE,
    find: "(error\\.code === 'unauthorized') && error\\.more\\.reason !== 'totp_required'",
    put: '',
  },
  { name: 'a success counts', file: EDGE, find: '(^      if \\(!failed)\\)', put: ' && false)' },
  { name: 'failures count for an address', file: EDGE, find: '(failed-logins:\\$\\{sha256Hex\\()user', put: 'address' },
  { name: 'an address is counted for an e-mail', file: EDGE, find: '(`logins:\\$\\{sha256Hex\\()address', put: 'user' },
  {
    name: 'a login is counted for its e-mail alone',
    file: EDGE,
    find: '(`login:\\$\\{sha256Hex\\(`)\\$\\{address\\} ',
    put: '',
  },
].map((mutant) => ({ table, ...mutant }));
