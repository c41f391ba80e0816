import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/operations/rotate.md'), 'utf8');
const firstBlockOf = (title: string): string =>
  new RegExp(`\n## ${title}\n[^]*?\n\`\`\`\n([^]*?)\n\`\`\`\n`).exec(PAGE)?.[1] ?? '';

/** A cluster that holds Secrets, one file each, and does nothing else. */
const CLUSTER = `
kubectl() {
  case "$3 $4" in
    'get secret') printf %s "$(cat "$5")" | base64 ;;
    'patch secret') cat > "$5.patched" ;;
    *) echo "$@" >> done ;;
  esac
}
helm() { echo "helm $*" >> done; }
`;

/**
 * Does the steps of a block, and then more, with these keys in the Secrets; which Secrets were written, and
 * what was said.
 */
function typed(
  t: ExecutionContext,
  steps: string,
  keys: Readonly<Record<string, string>>,
): { written: string[]; output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'gx-rotation-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  for (const [name, key] of Object.entries(keys)) writeFileSync(join(folder, name), key);
  const output = execFileSync('bash', ['-c', `${CLUSTER}\n${steps} 2>&1; true`], { cwd: folder, encoding: 'utf8' });
  const written = readdirSync(folder).filter((name) => name.endsWith('.patched'));
  return { written: written.map((name) => name.replace('.patched', '')).sort(), output };
}
const ENCRYPTING_SERVICES = ['gx-charge', 'gx-keys', 'gx-payout', 'gx-refund', 'gx-webhooks'] as const;
const held = (...keys: readonly string[]): Record<string, string> =>
  Object.fromEntries(ENCRYPTING_SERVICES.map((name, at) => [name, keys[at] ?? '']));
const encryption = firstBlockOf('ENCRYPTION_KEY');

test('who shares one key is rotated together', (t) => {
  const { written } = typed(t, `${encryption}\nput "$OLD" "$NEW"`, held('b2xk', 'b2xk', 'b2xk', 'b2xk', 'b2xk'));
  t.deepEqual(written, [...ENCRYPTING_SERVICES]);
});

test('who has a key of its own keeps it: nothing is written, and the Secret is named', (t) => {
  const { written, output } = typed(
    t,
    `${encryption}\nput "$OLD" "$NEW"`,
    held('b2xk', 'b2xk', 'b2xk', 'b2xk', 'b3du'),
  );
  t.deepEqual(written, []);
  t.regex(output, /gx-webhooks/);
});

test('where a Secret cannot be read nothing is written', (t) => {
  t.deepEqual(typed(t, `${encryption}\nput "$OLD" "$NEW"`, held('', '', '', '', '')).written, []);
  t.deepEqual(typed(t, `${firstBlockOf('TXID_SECRET')}\nput "$OLD" "$NEW"`, held('')).written, []);
});

test('a step that was broken off half way can be done again', (t) => {
  const steps = `${encryption}\nprintf %s "$NEW" > gx-charge\nput "$NEW" "$OLD"`;
  t.deepEqual(typed(t, steps, held('b2xk', 'b2xk', 'b2xk', 'b2xk', 'b2xk')).written, [...ENCRYPTING_SERVICES]);
});
