import type { Language } from './language.ts';

/** Amounts of money that people read; Intl knows how many digits of a currency are its smaller unit. */
export function moneyText(amount: number, currency: string, language: Language): string {
  // The payments surface takes codes that are no ISO 4217; a tenth of a thousandth of them is nobody's
  // smaller unit.
  const isIso = /^[A-Z]{3}$/.test(currency);
  const style = isIso ? ({ style: 'currency', currency } as const) : ({ minimumFractionDigits: 2 } as const);
  const format = new Intl.NumberFormat(language, style);
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const text = format.format(amount / 10 ** (isIso ? digits : 2));
  return isIso ? text : `${text} ${currency}`;
}

type Zone = { readonly timeZone: string; readonly name: Readonly<Record<Language, string>> };
const BRAZIL: Zone = { timeZone: 'America/Sao_Paulo', name: { 'pt-BR': 'horário de Brasília', en: 'Brasília time' } };
const PORTUGAL: Zone = { timeZone: 'Europe/Lisbon', name: { 'pt-BR': 'horário de Lisboa', en: 'Lisbon time' } };
/** Methods whose payers are not in Brazil. */
const ZONES: ReadonlyMap<string, Zone> = new Map([
  ['MULTIBANCO', PORTUGAL],
  ['MBWAY', PORTUGAL],
]);

/** A moment in the time of where one of the methods is paid, with the zone's name: payers elsewhere exist. */
export function timeText(at: Date, language: Language, methods: readonly string[]): string {
  const { timeZone, name } = methods.map((method) => ZONES.get(method)).find((zone) => zone !== undefined) ?? BRAZIL;
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone });
  return `${format.format(at)} (${name[language]})`;
}
