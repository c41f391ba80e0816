import type { startBrowser } from '@gx/testkit/browser';

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof startBrowser>>['newPage']>>;
type Shown = { readonly label: string | null; readonly text: string };

/** What the pages call the languages of their samples. */
const LANGUAGES: Readonly<Record<string, string>> = {
  Shell: 'sh',
  JSON: 'json',
  Text: 'text',
  'Node.js': 'js',
  Python: 'python',
  PHP: 'php',
  Go: 'go',
  Java: 'java',
};

/** Runs in the page: its parts in their order, a sample with its label. */
const PARTS = `[...document.querySelectorAll('main > *')].map((part) => {
  if (part.matches('.sample')) {
    const label = part.querySelector('figcaption').firstChild.textContent;
    return { label, text: part.querySelector('pre').textContent };
  }
  for (const code of part.querySelectorAll('code')) code.textContent = '\`' + code.textContent + '\`';
  return { label: null, text: part.textContent };
})`;

/** A guide as its reader has it on the screen, in the form that `stepsOfGuide` reads. */
export async function shownGuide(page: Page): Promise<string> {
  const parts = await page.evaluate<Shown[]>(PARTS);
  return parts
    .map(({ label, text }) => (label === null ? text : `\`\`\`${LANGUAGES[label] ?? label}\n${text}\n\`\`\``))
    .join('\n\n');
}
