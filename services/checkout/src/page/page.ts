import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Checkout } from '@gx/contracts/charge';
import { InvariantViolation } from '@gx/core';
import { Html, html } from '@gx/runtime';
import { moneyText } from './formats.ts';
import { LANGUAGES, type Language } from './language.ts';
import { messageOf } from './message.ts';
import { choicesOf, orderMessage, paySection } from './pay-section.ts';
import { isPayable } from './state.ts';
import { WORDS } from './words.ts';

/** How a page is drawn: for whom, when, and which nonce its own style and script carry. */
export type PageSpec = { readonly language: Language; readonly nonce: string; readonly now: Date };
type Words = (typeof WORDS)[Language];

const fileOf = (name: string): string => readFileSync(resolve(import.meta.dirname, name), 'utf8');
/** As it leaves: on one line, without the blanks that are for its readers alone. */
const STYLE = new Html(
  fileOf('page.css')
    .replace(/\s*\n\s*/g, '')
    .replace(/(:) | (\{)/g, '$1$2'),
);
/** As it leaves: without indentation, empty lines and lines of comment. */
export const SCRIPT = new Html(
  fileOf('page.js')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n'),
);

/**
 * Characters of an amount that fit the narrowest screen in the largest letters: a line that breaks within a
 * number makes two of it.
 */
const LONG_AMOUNT = 14;

type Frame = {
  readonly title: string;
  readonly body: Html;
  readonly script?: Html | undefined;
};

function frame({ language, nonce }: PageSpec, { title, body, script }: Frame): string {
  const other = LANGUAGES.find((one) => one !== language) ?? LANGUAGES[0];
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="format-detection" content="telephone=no">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
${body}
<footer><a href="?lang=${other}" lang="${other}" hreflang="${other}">${WORDS[language].otherLanguage}</a></footer>
${script}
</body>
</html>
`.text;
}

/**
 * The page of a charge, as it stands at `now`. Holds the code while it can be paid: never log or store it.
 */
export function checkoutPage(checkout: Checkout, spec: PageSpec): string {
  const { standing, merchantName, returnUrl, paymentMethod, description, expectedPayer } = checkout;
  if (standing === null) throw new InvariantViolation('a checkout without a standing');
  const { language, now, nonce } = spec;
  const words = WORDS[language];
  const message = messageOf(standing, { language, method: paymentMethod }, now);
  const amount = moneyText(checkout.amount, checkout.currency, language);
  const choices = choicesOf(checkout, language);
  const content = orderMessage(checkout, { state: message.state, choices, language }) ?? message;
  const reader = `lang=${language}${paymentMethod === 'PIX' ? '' : `&method=${encodeURIComponent(paymentMethod)}`}`;
  const follow = html` data-live="true" data-events="/${standing.id}/events?${reader}" data-status="/${standing.id}/status?${reader}"`;
  const methods = message.methods === undefined ? undefined : html` data-methods="${message.methods}"`;
  const times = html` data-now="${message.now}"${message.expires === undefined ? undefined : html` data-expires="${message.expires}"`}`;
  const body = html`<main id="page" data-state="${message.state}"${times}${methods}${message.live ? follow : undefined}>
${checkout.livemode ? undefined : html`<p class="test">${words.test}</p>`}
<div class="card">
<h1><span class="to">${merchantName === undefined ? words.payment : words.to}</span> <span class="merchant">${merchantName}</span> <span class="amount${amount.length > LONG_AMOUNT ? ' long' : ''}">${amount}</span></h1>
${description === undefined ? undefined : html`<p class="description">${description}</p>`}
<section id="standing" role="status"><h2 id="title" tabindex="-1">${content.title}</h2><p id="text">${content.text}</p><p id="returned">${message.returned}</p></section>
${expectedPayer === undefined ? undefined : html`<p class="lock">${words.payer} <strong>${expectedPayer}</strong>. ${words.otherPayers}</p>`}
${isPayable(message.state) ? paySection(checkout, choices, language) : undefined}
${message.live ? waiting(words) : undefined}
${returnUrl === undefined ? undefined : html`<a class="button${message.live ? ' plain' : ''}" href="${returnUrl}" rel="noreferrer">${words.back}</a>`}
</div>
</main>`;
  return frame(spec, {
    title: [content.title, amount, ...(merchantName === undefined ? [] : [merchantName])].join(' · '),
    body,
    script: message.live ? html`<script nonce="${nonce}">${SCRIPT}</script>` : undefined,
  });
}

/** The script says that the page changes by itself; without one the payer asks. */
const waiting = (words: Words): Html =>
  html`<p class="hint" id="updates" hidden>${words.updates}</p><noscript><a class="button plain" href="">${words.reload}</a></noscript>`;

/** A page about no charge. */
export function callbackPage(kind: 'notFound' | 'tooMany' | 'unavailable', spec: PageSpec): string {
  const words = WORDS[spec.language];
  const { title, text } = words[kind];
  const again = kind === 'notFound' ? undefined : html`<a class="button plain" href="">${words.reload}</a>`;
  const body = html`<main id="page" data-state="${kind}"><div class="card"><h1 class="merchant">${title}</h1><p class="hint">${text}</p>${again}</div></main>`;
  return frame(spec, { title, body });
}
