import type { Checkout, OrderInstructions } from '@gx/contracts/charge';
import { type Html, html } from '@gx/runtime';
import { moneyText, timeText } from './formats.ts';
import type { Language } from './language.ts';
import { type CopyWords, ORDER_WORDS, type OrderWords, type PageMethod } from './order-words.ts';
import { qrCode } from './qr-code.ts';
import { receiverOf } from './receiver.ts';
import { isPayable, type State } from './state.ts';
import { type StatusText, WORDS } from './words.ts';

/** One way to pay, drawn. */
export type Choice = { readonly method: 'PIX' | PageMethod; readonly parts: Html };

/**
 * What the payer may choose from, the first way first: what to copy, to scan, to open or to type. Empty where
 * nothing to pay with is told.
 */
export function choicesOf(checkout: Checkout, language: Language): readonly Choice[] {
  if (checkout.standing?.expiresAtMs === undefined) return [];
  const own = { paymentMethod: checkout.paymentMethod, order: checkout.order };
  return [own, ...checkout.otherOrders].flatMap(({ paymentMethod: method, order }): Choice[] => {
    const parts = method === 'PIX' ? pixParts(checkout, language) : orderParts(method, order, { checkout, language });
    return parts === undefined ? [] : [{ method: method as Choice['method'], parts }];
  });
}

/**
 * What a charge says of itself while it can be paid, or is about to be, where the usual words, which are
 * those of Pix, do not fit; undefined where they do.
 */
export function orderMessage(
  { paymentMethod: own }: Checkout,
  { state, choices, language }: { state: State; choices: readonly Choice[]; language: Language },
): StatusText | undefined {
  const { preparing, elsewhere, instructions, choose } = ORDER_WORDS[language];
  if (state === 'preparing') return own === 'PIX' ? undefined : preparing;
  if (!isPayable(state)) return undefined;
  const { title, text } = WORDS[language].states[state];
  const [first, second] = choices;
  if (second !== undefined) return { title, text: choose };
  if (own === 'PIX' && (first === undefined || first.method === 'PIX')) return undefined;
  if (first === undefined) return { title, text: elsewhere };
  return { title, text: state === 'authenticating' || first.method === 'PIX' ? text : instructions[first.method] };
}

/**
 * How to pay: the one way there is, or each behind its name, of which one is open at a time, with or without
 * a script.
 */
export function paySection(checkout: Checkout, choices: readonly Choice[], language: Language): Html | undefined {
  const [first, second] = choices;
  const expiresAtMs = checkout.standing?.expiresAtMs;
  if (first === undefined || expiresAtMs === undefined) return undefined;
  const deadline = until(expiresAtMs, choices, language);
  const failed = failedWays(checkout, language);
  if (second === undefined)
    return html`<div id="pay" class="ways">${failed}${deadline}<div class="${classOf(first)}">${first.parts}</div></div>`;
  const ways = choices.map((choice) => behindItsName(choice, { isOpen: choice === first, language }));
  return html`<div id="pay" class="ways">${failed}${deadline}${ways}</div>`;
}

function behindItsName(choice: Choice, { isOpen, language }: { isOpen: boolean; language: Language }): Html {
  const { names, instructions } = ORDER_WORDS[language];
  const { method, parts } = choice;
  const hint = method === 'PIX' ? undefined : html`<p class="hint">${instructions[method]}</p>`;
  return html`<details name="way"${isOpen ? html` open` : undefined}><summary>${names[method]}</summary><div class="${classOf(choice)}">${hint}${parts}</div></details>`;
}

const classOf = ({ method }: Choice): string => (method === 'PIX' ? 'pay' : 'copy');

/** What was tried, or shown, and is no way any more, while others are. */
function failedWays({ failedMethods }: Checkout, language: Language): readonly Html[] {
  const { names, failed } = ORDER_WORDS[language];
  return failedMethods
    .filter(isOrderMethod)
    .map((method) => html`<p class="failed"><strong>${names[method]}</strong>: ${failed}</p>`);
}

/** The code to copy, and the same code to scan. */
function pixParts({ standing, brCode, amount, currency, simulated }: Checkout, language: Language): Html | undefined {
  if (brCode === undefined) return undefined;
  const words = WORDS[language];
  const receiver = receiverOf(brCode);
  return html`<div class="copy">
${toCopy(brCode, words, onOneLine)}
${receiver === undefined ? undefined : html`<p class="hint">${words.receiver} <strong>${receiver}</strong>.</p>`}
</div>
<details class="scan"><summary class="button plain">${words.showQr}</summary><figure>${qrCode(brCode, `${words.qrLabel}, ${moneyText(amount, currency, language)}`)}<figcaption>${words.scan}</figcaption></figure></details>
${simulated && standing !== null ? payAsTest(standing.id, language) : undefined}`;
}

/** A form, so that it works without a script. */
const payAsTest = (id: string, language: Language): Html =>
  html`<form class="simulate" method="post" action="/${id}/test_payment?lang=${language}"><button>${WORDS[language].payAsTest}</button><p class="hint">${WORDS[language].payAsTestHint}</p></form>`;

type RenderContext = { readonly checkout: Checkout; readonly language: Language };

const orderParts = (
  method: string,
  order: OrderInstructions | null | undefined,
  { checkout, language }: RenderContext,
): Html | undefined =>
  order == null || !isOrderMethod(method)
    ? undefined
    : PARTS[method](order, ORDER_WORDS[language], (url) => openable(url, checkout.livemode));

type UrlGuard = (url: string | undefined) => string | undefined;
type Parts = (order: OrderInstructions, words: OrderWords, openable: UrlGuard) => Html | undefined;

/** By method, what its payer needs. */
const PARTS: Readonly<Record<PageMethod, Parts>> = {
  BOLETO: ({ line, pdfUrl }, { boleto }, open) => {
    const pdf = open(pdfUrl);
    return line === undefined
      ? undefined
      : html`${toCopy(line, boleto)}${pdf === undefined ? undefined : html`<a class="button plain" href="${pdf}" rel="noreferrer">${boleto.pdf}</a>`}`;
  },
  MULTIBANCO: ({ entity, paymentReference }, { multibanco }) =>
    entity === undefined || paymentReference === undefined
      ? undefined
      : html`<dl><dt>${multibanco.entity}</dt><dd>${entity}</dd><dt>${multibanco.code}</dt><dd>${inGroups(paymentReference)}</dd></dl>${toCopy(paymentReference, multibanco)}`,
  MBWAY: (_order, { mbway }) => html`<p class="hint">${mbway}</p>`,
  CREDIT_CARD: ({ redirectUrl }, { card }, open) => {
    const url = open(redirectUrl);
    return url === undefined ? undefined : html`<a class="button" href="${url}" rel="noreferrer">${card}</a>`;
  },
  CRYPTO: ({ address, coinAmount, network, coin }, { crypto }) =>
    address === undefined || coinAmount === undefined
      ? undefined
      : html`<dl><dt>${crypto.amount}</dt><dd>${coinAmount} ${coin}</dd><dt>${crypto.network}</dt><dd>${network}</dd></dl>${toCopy(address, crypto)}<p class="hint">${crypto.exactly}</p>`,
};

/** A method that a newer `charge` knows and this page does not is paid at the shop. */
const isOrderMethod = (method: string): method is PageMethod => Object.hasOwn(PARTS, method);

const FIELD = html`readonly spellcheck="false" autocomplete="off"`;
/** A code that may have to be read. */
const inRows = (code: string): Html => html`<textarea rows="4" ${FIELD}>${code}</textarea>`;
/** One that is only ever copied. */
const onOneLine = (code: string): Html => html`<input ${FIELD} value="${code}">`;

/** A code with the button that copies it; without a script it is there to be selected. */
const toCopy = (code: string, words: CopyWords, field = inRows): Html =>
  html`<div class="to-copy"><button type="button" data-copied="${words.copied}" data-by-hand="${words.byHand}" hidden>${words.copy}</button>
<p class="copied" role="status"></p>
<label>${words.code}${field(code)}</label></div>`;

function until(expiresAtMs: number, choices: readonly Choice[], language: Language): Html {
  const words = WORDS[language];
  const expiresAt = new Date(expiresAtMs);
  const methods = choices.map(({ method }) => method);
  return html`<p class="until">${words.payBy} <time datetime="${expiresAt.toISOString()}">${timeText(expiresAt, language, methods)}</time>.<span hidden> ${words.timeLeft} <strong id="left"></strong>.</span></p>`;
}

/** As it is printed and typed: three digits at a time. */
const inGroups = (reference: string): string => reference.replace(/(\d{3})(?=\d)/g, '$1 ');

/** An acquirer's page that a payer may be sent to; in test mode the simulator's, which has no certificate. */
function openable(url: string | undefined, livemode: boolean): string | undefined {
  const parsed = url === undefined ? null : URL.parse(url);
  const isSafe = parsed?.protocol === 'https:' || (!livemode && parsed?.protocol === 'http:');
  return isSafe ? parsed.href : undefined;
}
