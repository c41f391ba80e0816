import type { Checkout, OrderInstructions } from '@gx/contracts/charge';
import { moneyText, timeText } from './formats.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language.ts';
import { ORDER_WORDS, type OrderMethod, type OrderWords, type ToCopy } from './order-words.ts';
import { qrCode } from './qr-code.ts';
import { receiverOf } from './receiver.ts';
import { isPayable, type State } from './state.ts';
import { type Told, WORDS } from './words.ts';

/**
 * What a charge that is not paid by Pix says of itself while it can be paid, or is about to be; undefined where the usual words fit. A `charge` of an earlier version
 * tells neither what it is paid with nor until when: only the shop knows.
 */
export function orderTold(checkout: Checkout, state: State, language: Language): Told | undefined {
  const { paymentMethod: method, standing } = checkout;
  if (method === 'PIX' || (!isPayable(state) && state !== 'preparing')) return undefined;
  const { preparing, elsewhere, instructions } = ORDER_WORDS[language];
  if (state === 'preparing' && standing?.status === 'PENDING') return preparing;
  const { title, text } = WORDS[language].states[state === 'authenticating' ? state : 'pending'];
  if (!isOrderMethod(method) || orderSection(checkout, language) === undefined) return { title, text: elsewhere };
  return { title, text: state === 'authenticating' ? text : instructions[method] };
}

/** How to pay: what to copy, to scan, to open or to type. Undefined without anything of it. */
export const paySection = (checkout: Checkout, language: Language): Html | undefined =>
  checkout.paymentMethod === 'PIX' ? pixSection(checkout, language) : orderSection(checkout, language);

/** The code to copy, and the same code to scan. */
function pixSection({ standing, brCode, amount, currency }: Checkout, language: Language): Html | undefined {
  if (brCode === undefined || standing?.expiresAtMs === undefined) return undefined;
  const words = WORDS[language];
  const receiver = receiverOf(brCode);
  return html`<div id="pay" class="pay">
<div class="copy">
${toCopy(brCode, words)}
${until(standing.expiresAtMs, language, 'PIX')}
${receiver === undefined ? undefined : html`<p class="hint">${words.receiver} <strong>${receiver}</strong>.</p>`}
</div>
<figure class="scan">${qrCode(brCode, `${words.qrLabel}, ${moneyText(amount, currency, language)}`)}<figcaption>${words.scan}</figcaption></figure>
</div>`;
}

function orderSection({ order, livemode, standing, paymentMethod }: Checkout, language: Language): Html | undefined {
  if (order == null || standing?.expiresAtMs === undefined || !isOrderMethod(paymentMethod)) return undefined;
  const parts = PARTS[paymentMethod](order, ORDER_WORDS[language], (url) => openable(url, livemode));
  if (parts === undefined) return undefined;
  return html`<div id="pay" class="copy">${parts}${until(standing.expiresAtMs, language, paymentMethod)}</div>`;
}

type Openable = (url: string | undefined) => string | undefined;
type Parts = (order: OrderInstructions, words: OrderWords, openable: Openable) => Html | undefined;

/** By method, what its payer needs. */
const PARTS: Readonly<Record<OrderMethod, Parts>> = {
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
const isOrderMethod = (method: string): method is OrderMethod => Object.hasOwn(PARTS, method);

/** A code with the button that copies it; without a script it is there to be selected. */
const toCopy = (code: string, words: ToCopy): Html =>
  html`<button id="copy" type="button" data-copied="${words.copied}" data-by-hand="${words.byHand}" hidden>${words.copy}</button>
<p class="copied" id="copied" role="status"></p>
<div><label for="code">${words.code}</label><textarea id="code" rows="4" readonly spellcheck="false" autocomplete="off">${code}</textarea></div>`;

function until(expiresAtMs: number, language: Language, method: string): Html {
  const words = WORDS[language];
  const expiresAt = new Date(expiresAtMs);
  return html`<p class="until">${words.payBy} <time datetime="${expiresAt.toISOString()}">${timeText(expiresAt, language, method)}</time>.<span hidden> ${words.timeLeft} <strong id="left"></strong>.</span></p>`;
}

/** As it is printed and typed: three digits at a time. */
const inGroups = (reference: string): string => reference.replace(/(\d{3})(?=\d)/g, '$1 ');

/** An acquirer's page that a payer may be sent to; in test mode the simulator's, which has no certificate. */
function openable(url: string | undefined, livemode: boolean): string | undefined {
  const parsed = url === undefined ? null : URL.parse(url);
  const isSafe = parsed?.protocol === 'https:' || (!livemode && parsed?.protocol === 'http:');
  return isSafe ? parsed.href : undefined;
}
