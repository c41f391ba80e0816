import test from 'ava';
import { textOf } from './markdown.ts';

test('markup in a guide is shown as text, and no link of it runs a script', (t) => {
  const { body } = textOf('# A\n\nB <script>alert(1)</script> <img src=x onerror=y>\n\n[c](javascript:alert(1))\n');
  t.false(/<(?:script|img)|href="javascript/i.test(body.text), body.text);
  t.true(body.text.includes('&lt;script&gt;'));
});

test('links between guides and to the reference lead to where these are served, with their anchors', (t) => {
  const { body } = textOf(
    '# A\n\n[a](refunds.md#b) [b](../reference/errors.md) [c](start.md) [d](https://x.example/y.md) [e](#f)\n',
  );
  t.deepEqual(
    [...body.text.matchAll(/href="([^"]+)"/g)].map(([, href]) => href),
    ['/docs/refunds#b', '/docs/api/errors', '/docs', 'https://x.example/y.md', '#f'],
  );
});

test('headings have anchors as on GitHub, each its own', (t) => {
  const { title, lead, sections, body } = textOf(
    '# A b\n\nOne `two`.\n\n## Step 1\n\nX.\n\n## Step!\n\n## Step\n\n## Step 1\n',
  );
  t.deepEqual([title, lead], ['A b', 'One two.']);
  t.deepEqual(
    sections.slice(1).map(({ id }) => id),
    ['step-1', 'step', 'step-2', 'step-1-1'],
  );
  t.true(body.text.includes('<h2 id="step-1-1">'));
  t.is(sections[1]?.text.trim(), 'X.');
});
