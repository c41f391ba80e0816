import { isOwnName, type KafkaRight, type KafkaUser, kafkaRights, rightKey } from '@gx/contracts';
import {
  type AclEntry,
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  type Admin,
  ResourcePatternTypes,
} from '@gx/runtime/kafka';
import { type Environment, principalsOf } from './config.ts';
import { OperatorError } from './terminal.ts';

type Principals = ReadonlyMap<KafkaUser, string>;
/** What was done, in words; undefined where the brokers have no authorizer. */
export type SettledAccessLists = {
  readonly given: readonly string[];
  readonly taken: readonly string[];
  /** What our users may do beside, by lists that are none of ours. */
  readonly beside: readonly string[];
};

const OPERATIONS = {
  read: AclOperationTypes.READ,
  write: AclOperationTypes.WRITE,
  describe: AclOperationTypes.DESCRIBE,
  delete: AclOperationTypes.DELETE,
} as const;
const RESOURCES = { topic: AclResourceTypes.TOPIC, group: AclResourceTypes.GROUP } as const;
const EVERYWHERE = '*';

/** The principals of all users; one for two of them would have the rights of both. */
export function distinctPrincipals(env: Environment): Principals {
  const principals = principalsOf(env);
  const named = new Map<string, KafkaUser>();
  for (const [user, principal] of principals) {
    const twin = named.get(principal);
    if (twin !== undefined)
      throw new OperatorError(`${twin} and ${user} have the same principal: each needs its own, or --no-access-lists.`);
    named.set(principal, user);
  }
  return principals;
}

/**
 * Gives each user the rights of the table that it lacks, and takes those that it has beyond it where they are
 * ours: on a topic or a group of this deployment, by the kinds of lists that are made here. Rights of others,
 * wider patterns and what somebody denies stay. Two may run at once.
 */
export async function settleAccessLists(
  admin: Admin,
  prefix: string,
  principals: Principals,
): Promise<SettledAccessLists | undefined> {
  const there = await entriesOf(admin, principals);
  if (there === undefined) return undefined;
  const wanted = new Map(kafkaRights(prefix).map((right) => [rightKey(right), right]));
  const rights = there.map((entry) => ({ entry, right: rightOf(entry, principals) }));
  const known = new Set(rights.flatMap(({ right }) => (right === undefined ? [] : [rightKey(right)])));
  const missing = [...wanted].flatMap(([key, right]) => (known.has(key) ? [] : [right]));
  const beyond = rights.filter(({ right }) => right === undefined || !wanted.has(rightKey(right)));
  const [taken, beside] = [
    beyond.filter(({ right }) => right !== undefined && isOwnName(prefix, right)),
    beyond.filter(({ right }) => right === undefined || !isOwnName(prefix, right)),
  ];
  if (missing.length > 0) await admin.createAcls({ acl: missing.map((right) => entryOf(right, principals)) });
  if (taken.length > 0) await admin.deleteAcls({ filters: taken.map(({ entry }) => entry) });
  return {
    given: missing.map(rightText),
    taken: taken.flatMap(({ right }) => (right === undefined ? [] : [rightText(right)])),
    beside: beside
      .filter(({ entry }) => entry.permissionType === AclPermissionTypes.ALLOW && !isElsewhere(entry, prefix))
      .map(({ entry }) => entryText(entry, principals)),
  };
}

const SECURITY_DISABLED = 54;

/** Every list that names one of our users; undefined where the brokers have no authorizer. */
async function entriesOf(admin: Admin, principals: Principals): Promise<readonly AclEntry[] | undefined> {
  const own = new Set(principals.values());
  try {
    const { resources } = await admin.describeAcls({
      resourceType: AclResourceTypes.ANY,
      resourcePatternType: ResourcePatternTypes.ANY,
      operation: AclOperationTypes.ANY,
      permissionType: AclPermissionTypes.ANY,
    });
    return resources
      .flatMap(({ acls, ...resource }) => acls.map((acl) => ({ ...resource, ...acl })))
      .filter(({ principal }) => own.has(principal));
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === SECURITY_DISABLED) return undefined;
    throw error;
  }
}

const entryOf = ({ user, may, of, name, isPrefix }: KafkaRight, principals: Principals): AclEntry => ({
  resourceType: RESOURCES[of],
  resourceName: name,
  resourcePatternType: isPrefix ? ResourcePatternTypes.PREFIXED : ResourcePatternTypes.LITERAL,
  principal: principals.get(user) as string,
  host: EVERYWHERE,
  operation: OPERATIONS[may],
  permissionType: AclPermissionTypes.ALLOW,
});

/** The right that a list of a kind that is made here gives; undefined for any other. */
function rightOf(entry: AclEntry, principals: Principals): KafkaRight | undefined {
  const user = keyOf(principals, entry.principal);
  const may = keyOf(Object.entries(OPERATIONS), entry.operation);
  const of = keyOf(Object.entries(RESOURCES), entry.resourceType);
  const isPlain = entry.permissionType === AclPermissionTypes.ALLOW && entry.host === EVERYWHERE;
  if (!isPlain || user === undefined || may === undefined || of === undefined) return undefined;
  const isPrefix = entry.resourcePatternType === ResourcePatternTypes.PREFIXED;
  return {
    user,
    may: may as KafkaRight['may'],
    of: of as KafkaRight['of'],
    name: entry.resourceName,
    isPrefix,
  };
}

const keyOf = <K, V>(rows: Iterable<readonly [K, V]>, value: V): K | undefined =>
  [...rows].find(([, own]) => own === value)?.[0];

const ANYTHING = '*';
/** What is plainly about something else than this deployment: another name, and no pattern. */
const isElsewhere = ({ resourcePatternType, resourceName, resourceType }: AclEntry, prefix: string): boolean =>
  resourcePatternType === ResourcePatternTypes.LITERAL &&
  resourceName !== ANYTHING &&
  !isOwnName(prefix, { of: resourceType === RESOURCES.group ? 'group' : 'topic', name: resourceName, isPrefix: false });

const rightText = ({ user, may, of, name, isPrefix }: KafkaRight): string =>
  `${user} may ${may} ${of} ${name}${isPrefix ? '…' : ''}`;

/** By the user's name: a principal is kept like a user's name, in no log. */
function entryText(entry: AclEntry, principals: Principals): string {
  const kind = (type: object, value: number): string =>
    (Object.entries(type).find(([, own]) => own === value)?.[0] ?? String(value)).toLowerCase();
  const what = `${kind(AclResourceTypes, entry.resourceType)} ${entry.resourceName}`;
  const prefixed = entry.resourcePatternType === ResourcePatternTypes.PREFIXED ? '…' : '';
  return `${keyOf(principals, entry.principal)} may ${kind(AclOperationTypes, entry.operation)} ${what}${prefixed}`;
}

/** What `ops topics create` prints of it. */
export function accessListsText(settled: SettledAccessLists | undefined): string {
  if (settled === undefined)
    return 'The brokers have no authorizer: no access lists are made, and anybody who reaches them may read and write everything.\n';
  const { given, taken, beside } = settled;
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['Rights given', given],
    ['Rights taken', taken],
    ['Rights beside ours, left as they are', beside],
  ];
  const lines = rows.filter(([, names]) => names.length > 0).map(([says, names]) => `${says}: ${names.join(', ')}.\n`);
  return given.length + taken.length === 0 ? `Every right is as it should be.\n${lines.join('')}` : lines.join('');
}
