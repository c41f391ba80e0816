/** The languages that the page speaks; the first one where nothing else is asked for. */
export const LANGUAGES = ['pt-BR', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const RANGES_MAX = 32;

/** `?lang` decides, else `Accept-Language` (RFC 9110, 12.5.4), else Portuguese. */
export function languageOf(requested: unknown, accepted: string | undefined): Language {
  return spoken(typeof requested === 'string' ? requested : '') ?? bestOf(accepted ?? '') ?? LANGUAGES[0];
}

/** A tag or a range by its primary part: `pt-PT` is read Portuguese rather than English. */
function spoken(tag: string): Language | undefined {
  const [primary] = tag.trim().toLowerCase().split(/[-_]/, 1);
  if (primary === '*') return LANGUAGES[0];
  return LANGUAGES.find((language) => language.slice(0, 2) === primary);
}

function bestOf(header: string): Language | undefined {
  return header
    .split(',', RANGES_MAX)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';');
      const quality = parameters
        .map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/i.exec(parameter)?.[1])
        .find(Boolean);
      return { language: spoken(tag), quality: Number(quality ?? 1) };
    })
    .filter(({ language, quality }) => language !== undefined && quality > 0)
    .sort((a, b) => b.quality - a.quality)[0]?.language;
}
