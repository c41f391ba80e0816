/** Text that is HTML already; everything else is escaped when it goes into some. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | readonly Part[];

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? mark);

function rendered(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(rendered).join('');
  return part === undefined ? '' : escaped(String(part));
}

/** A template whose values are escaped, unless they are HTML. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.reduce((all, text, i) => `${all}${rendered(parts[i - 1])}${text}`));

/** A sentence in which `code` stands between backticks. */
export const prose = (text: string): Html =>
  new Html(
    escaped(text)
      .replace(/`([^`]+)`/g, '<code>$1</code>')
      .replaceAll('\n\n', '<br>'),
  );
