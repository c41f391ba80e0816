/** What must never be seen, by what it is. */
export type Canaries = Readonly<Record<string, string>>;

/**
 * Every canary in every source: `what in source: the text around it`. Looks for the JSON, URL and base64
 * forms too.
 */
export function scanForLeaks(canaries: Canaries, sources: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(canaries).flatMap(([what, value]) => {
    if (value.length < 6) throw new Error(`too short to scanForLeaks for: ${what}`);
    const forms = [
      value,
      JSON.stringify(value).slice(1, -1),
      encodeURIComponent(value),
      Buffer.from(value).toString('base64').replace(/=+$/, ''),
    ];
    return Object.entries(sources).flatMap(([source, texts]) => {
      const found = texts.find((text) => forms.some((form) => text.includes(form)));
      if (found === undefined) return [];
      const at = Math.max(0, ...forms.map((form) => found.indexOf(form)));
      return [`${what} in ${source}: ${found.slice(Math.max(0, at - 120), at + 40)}`];
    });
  });
}
