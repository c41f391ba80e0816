import test from 'ava';
import { groupCommit, Turns } from './group-commit.ts';

/** A group runner whose groups end when the test says so. */
function pendingRunner() {
  const groups: number[][] = [];
  const releases: (() => void)[] = [];
  const run = async (items: readonly number[]): Promise<number[]> => {
    groups.push([...items]);
    await new Promise<void>((resolve) => releases.push(resolve));
    if (items.includes(13)) throw new Error('unlucky');
    return items.map((item) => item * 2);
  };
  return { groups, run, release: () => releases.shift()?.() };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('what waits while a group is under way becomes the next group; each item gets its own result', async (t) => {
  const { groups, run, release } = pendingRunner();
  const commit = groupCommit({ run, inFlight: 1, maxItems: 3 });
  const first = commit(1);
  await turn();
  const later = [2, 3, 4, 5].map((item) => commit(item));
  await turn();
  t.deepEqual(groups, [[1]]);
  release();
  t.is(await first, 2);
  await turn();
  t.deepEqual(groups, [[1], [2, 3, 4]]);
  release();
  await turn();
  release();
  t.deepEqual(await Promise.all(later), [4, 6, 8, 10]);
  t.deepEqual(groups, [[1], [2, 3, 4], [5]]);
});

test('a group that fails fails its items alone', async (t) => {
  const { run, release } = pendingRunner();
  const commit = groupCommit({ run, inFlight: 1, maxItems: 10 });
  const unlucky = t.throwsAsync(commit(13), { message: 'unlucky' });
  await turn();
  const next = commit(7);
  release();
  await unlucky;
  await turn();
  release();
  t.is(await next, 14);
});

/** What was committed together, and when. */
function spaced(spacingMs: number) {
  const groups: { items: number[]; at: number }[] = [];
  const run = async (items: readonly number[]): Promise<readonly number[]> => {
    groups.push({ items: [...items], at: performance.now() });
    return items;
  };
  return { groups, commit: groupCommit({ run, inFlight: 1, maxItems: 4, spacingMs }) };
}

test('spaced groups gather what comes meanwhile', async (t) => {
  const { groups, commit } = spaced(60);
  await commit(1);
  await Promise.all([2, 3].map(commit));
  t.deepEqual(
    groups.map(({ items }) => items),
    [[1], [2, 3]],
  );
  t.true((groups[1]?.at ?? 0) - (groups[0]?.at ?? 0) >= 58);
});

test('a full group does not wait, however long the spacing is', async (t) => {
  const { groups, commit } = spaced(3_600_000);
  await commit(1);
  await Promise.all([2, 3, 4, 5].map(commit));
  t.deepEqual(groups.at(-1)?.items, [2, 3, 4, 5]);
});

test('an item after a pause goes at once', async (t) => {
  const { groups, commit } = spaced(400);
  await commit(1);
  const over = (groups[0]?.at ?? 0) + 401;
  while (performance.now() < over) await turn();
  const before = performance.now();
  await commit(2);
  t.true(performance.now() - before < 300);
});

/** Two commits that take turns, whose groups end when they are let. */
function takingTurns() {
  const turns = new Turns();
  const underWay: { readonly group: string; readonly end: (error?: Error) => void }[] = [];
  const begun: string[] = [];
  const commit = (name: string) =>
    groupCommit({
      inFlight: 1,
      maxItems: 64,
      turns,
      run: (items: readonly number[]) =>
        new Promise<readonly number[]>((resolve, reject) => {
          const group = `${name} ${items.join(',')}`;
          begun.push(group);
          underWay.push({ group, end: (error) => (error === undefined ? resolve(items) : reject(error)) });
        }),
    });
  const end = async (error?: Error): Promise<void> => {
    underWay.shift()?.end(error);
    await turn();
    await turn();
  };
  return { insert: commit('insert'), change: commit('change'), begun, underWay, end };
}

test('commits that take turns have one group under way, and who has just had a turn comes last', async (t) => {
  const { insert, change, begun, underWay, end } = takingTurns();
  const first = insert(1);
  await turn();
  const others = [change(2), insert(3), insert(4), change(5)];
  await turn();
  t.deepEqual(begun, ['insert 1']);
  await end();
  t.deepEqual(begun, ['insert 1', 'change 2,5']);
  const last = change(6);
  await end();
  t.deepEqual(begun, ['insert 1', 'change 2,5', 'insert 3,4']);
  await end();
  t.deepEqual(begun.at(-1), 'change 6');
  t.is(underWay.length, 1);
  await end();
  t.deepEqual(await Promise.all([first, ...others, last]), [1, 2, 3, 4, 5, 6]);
});

test('a group that fails passes its turn on', async (t) => {
  const { insert, change, begun, end } = takingTurns();
  const first = t.throwsAsync(insert(1), { message: 'away' });
  await turn();
  const next = change(2);
  await turn();
  await end(new Error('away'));
  await first;
  t.deepEqual(begun, ['insert 1', 'change 2']);
  await end();
  t.is(await next, 2);
  const alone = insert(3);
  await turn();
  await end();
  t.is(await alone, 3);
});
