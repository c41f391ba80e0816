import { withoutFormatting } from '@gx/core';

/** Markup that is safe as it stands. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
type Value = Html | string | number | undefined | readonly Html[];

// biome-ignore format: one row per character, read as a table
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A template whose values are escaped and read as they are written, but for markup that another template
 * made. Absent values leave nothing.
 */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(parts.reduce((text, part, index) => `${text}${rendered(values[index - 1])}${part}`));

function rendered(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map((item) => item.text).join('');
  return withoutFormatting(String(value)).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
