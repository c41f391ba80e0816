import { escaped, Html } from '@gx/runtime';

/** A sentence in which `code` stands between backticks. */
export const prose = (text: string): Html =>
  new Html(
    escaped(text)
      .replace(/`([^`]+)`/g, '<code>$1</code>')
      .replaceAll('\n\n', '<br>'),
  );
