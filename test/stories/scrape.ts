import type { Stack } from './stack.ts';

export type ScrapedSample = {
  readonly process: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

/** What every process of the product tells Prometheus at this moment, as it is written. */
export async function scrape(stack: Pick<Stack, 'health'>): Promise<Readonly<Record<string, string>>> {
  const pages = Object.entries(stack.health).map(async ([process, origin]) => {
    const answer = await fetch(`${origin}/metrics`);
    if (answer.status !== 200) throw new Error(`${process} answered ${answer.status}`);
    return [process, await answer.text()] as const;
  });
  return Object.fromEntries(await Promise.all(pages));
}

const SAMPLE = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/i;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** The samples of all pages. */
export function samplesOf(pages: Readonly<Record<string, string>>): ScrapedSample[] {
  return Object.entries(pages).flatMap(([process, text]) =>
    text.split('\n').flatMap((line) => {
      const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
      if (name === undefined) return [];
      const pairs = [...labels.matchAll(LABEL)].map(([, key = '', of = '']) => [key, of]);
      return [{ process, name, labels: Object.fromEntries(pairs), value: Number(value) }];
    }),
  );
}

/** The sum of a metric over all processes, where its labels are these. */
export const sumOf = (
  samples: readonly ScrapedSample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number =>
  samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);
