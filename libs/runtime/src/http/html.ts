import { withoutFormatting } from '@gx/core';

/** Markup that is safe as it stands. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
type Value = Html | string | number | undefined | readonly Value[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** A text as it reads: no direction is turned by it. */
export const escaped = (text: string): string =>
  withoutFormatting(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/**
 * A template whose values are escaped and read as they are written, but for markup that another template
 * made. Absent values leave nothing.
 */
export const html = (texts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(texts.reduce((all, text, index) => `${all}${rendered(values[index - 1])}${text}`));

function rendered(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  return typeof value === 'object' ? value.map(rendered).join('') : escaped(String(value));
}
