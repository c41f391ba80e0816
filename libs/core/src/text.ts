/**
 * What stands in a text and is not seen: control, format and ignorable characters, separators, and a braille
 * cell without dots.
 */
const SEEN = /[^\s\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether anybody sees anything of it. A text that is demanded and cannot be seen is missing. */
export const isVisible = (text: string): boolean => SEEN.test(text);

/**
 * Characters that reorder, join or hide others, or end a line, wherever a text is shown: it would not read as
 * it was judged.
 */
const FORMATTING = /[\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Without what changes how a text reads. Line ends of ASCII stay. */
export const withoutFormatting = (text: string): string => text.replace(FORMATTING, '');

/** One line that reads as it is written: what ends a line is a blank, and what is not seen is gone. */
export const plainLine = (text: string): string =>
  withoutFormatting(text.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).trim();
