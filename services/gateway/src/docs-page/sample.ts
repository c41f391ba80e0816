import { type Html, html } from '@gx/runtime';

/** A block of code with its name above it; the page's script puts a button beside that. */
export const sample = (label: string, text: string, language: string): Html =>
  html`<figure class="sample"><figcaption>${label}</figcaption><pre tabindex="0" aria-label="${label}"><code>${language === 'json' ? colored(text) : text}</code></pre></figure>`;

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null|-?\d+(?:\.\d+)?)\b/g;

/** JSON with its names, texts and other values in colours of their own. */
function colored(text: string): Html {
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const { 0: whole, 1: quoted, 2: colon, index } of text.matchAll(TOKEN)) {
    parts.push(text.slice(end, index));
    if (quoted === undefined) parts.push(html`<i>${whole}</i>`);
    else parts.push(colon === undefined ? html`<samp>${quoted}</samp>` : html`<b>${quoted}</b>`, colon ?? '');
    end = index + whole.length;
  }
  return html`${[...parts, text.slice(end)]}`;
}
