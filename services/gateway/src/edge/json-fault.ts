const BLANK = /[ \t\n\r]*/y;
/** Up to what ends a text, or may not stand in it (RFC 8259, 7). */
const TEXT = /"[ !#-[\]-\u{10ffff}]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\u{10ffff}]*)*/uy;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** What may stand at a position, in the words of the message. */
const EXPECTED = {
  value: 'a value',
  first: 'a value or ]',
  name: 'a name in double quotes',
  member: 'a name in double quotes or }',
  colon: 'a colon',
  '}': 'a comma or }',
  ']': 'a comma or ]',
  end: 'the end of the body',
  text: 'the rest of a text: a closing quote, or an escape that JSON has, and no line break',
} as const;
type State = Exclude<keyof typeof EXPECTED, 'text'>;

/** Where text stops to be JSON, from 1, and what could have stood there. */
export type JsonFault = { readonly line: number; readonly column: number; readonly expected: string };

/**
 * Finds where a text stops to be JSON (RFC 8259); undefined if it never does. JSON.parse knows, but says it
 * for some faults alone, and quotes the text, which may hold personal data.
 */
export function jsonFault(text: string): JsonFault | undefined {
  const open: ('}' | ']')[] = [];
  let state: State = 'value';
  let at = 0;
  const read = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const fault = (expected: string): JsonFault => {
    const lines = text.slice(0, at).split('\n');
    return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1, expected };
  };
  const after = (): State => open.at(-1) ?? 'end';

  for (;;) {
    read(BLANK);
    const next = text[at];
    if (next === undefined && state === 'end') return undefined;
    const takesValue: boolean = state === 'value' || state === 'first';
    const takesName: boolean = state === 'name' || state === 'member';
    if (next === '"' && (takesValue || takesName)) {
      read(TEXT);
      if (text[at] !== '"') return fault(EXPECTED.text);
      at += 1;
      state = takesName ? 'colon' : after();
    } else if (takesValue && (next === '{' || next === '[')) {
      at += 1;
      open.push(next === '{' ? '}' : ']');
      state = next === '{' ? 'member' : 'first';
    } else if (takesValue && read(SCALAR)) {
      state = after();
    } else if (next !== undefined && next === closing(state)) {
      at += 1;
      open.pop();
      state = after();
    } else if (next === ',' && (state === '}' || state === ']')) {
      at += 1;
      state = state === '}' ? 'name' : 'value';
    } else if (next === ':' && state === 'colon') {
      at += 1;
      state = 'value';
    } else return fault(EXPECTED[state]);
  }
}

function closing(state: State): '}' | ']' | undefined {
  if (state === 'member' || state === '}') return '}';
  return state === 'first' || state === ']' ? ']' : undefined;
}
