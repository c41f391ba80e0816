import type { GuideAnswer } from './guide.ts';

/** Stands in a guide for what is different each time. */
const ANY = '…';

/**
 * Where what was printed differs from what a guide shows of it; undefined where it does not. Of an object the
 * guide may leave fields out.
 */
export function differenceFrom({ language, text }: GuideAnswer, printed: string): string | undefined {
  if (language === 'json') return differenceOf(JSON.parse(text), jsonIn(printed), '');
  const lines = printed.split('\n').map((line) => line.trim());
  const missing = text
    .trim()
    .split('\n')
    .find((line) => !lines.some((one) => isLike(line, one)));
  return missing === undefined ? undefined : `no line is ${missing}`;
}

/** The first JSON value in it: what runs beside may have printed something behind it. */
function jsonIn(printed: string): unknown {
  const from = printed.search(/[[{]/);
  for (let to = printed.length; from >= 0 && to > from; to -= 1) {
    if (!/[\]}]/.test(printed.charAt(to - 1))) continue;
    const value = parsed(printed.slice(from, to));
    if (value !== undefined) return value;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function differenceOf(shown: unknown, found: unknown, at: string): string | undefined {
  if (typeof shown === 'string' && typeof found === 'string')
    return isLike(shown, found) ? undefined : `${at} is ${found}, not ${shown}`;
  if (!isObject(shown) || !isObject(found) || Array.isArray(shown) !== Array.isArray(found))
    return shown === found ? undefined : `${at} is ${JSON.stringify(found)}, not ${JSON.stringify(shown)}`;
  if (Array.isArray(shown) && shown.length !== Object.keys(found).length) return `${at} has another length`;
  return Object.keys(shown)
    .map((key) => differenceOf(shown[key], found[key], `${at}.${key}`))
    .find((one) => one !== undefined);
}

function isLike(shown: string, found: string): boolean {
  const [first = '', ...rest] = shown.split(ANY);
  const last = rest.pop();
  if (last === undefined) return shown === found;
  if (!found.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const next = found.indexOf(part, at);
    if (next === -1) return false;
    at = next + part.length;
  }
  return found.length - last.length >= at && found.endsWith(last);
}
