import type { Language } from './language.ts';

/** Amounts of money that people read; Intl knows how many digits of a currency are its smaller unit. */
export function moneyText(amount: number, currency: string, language: Language): string {
  // The payments surface takes codes that are no ISO 4217; a tenth of a thousandth of them is nobody's smaller unit.
  const isIso = /^[A-Z]{3}$/.test(currency);
  const style = isIso ? ({ style: 'currency', currency } as const) : ({ minimumFractionDigits: 2 } as const);
  const format = new Intl.NumberFormat(language, style);
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const text = format.format(amount / 10 ** (isIso ? digits : 2));
  return isIso ? text : `${text} ${currency}`;
}

const ZONE = { timeZone: 'America/Sao_Paulo' } as const;
const ZONE_NAME: Readonly<Record<Language, string>> = { 'pt-BR': 'horário de Brasília', en: 'Brasília time' };

/** A moment in Brazil's time, with the zone's name: payers abroad exist. */
export function timeText(at: Date, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', ...ZONE });
  return `${format.format(at)} (${ZONE_NAME[language]})`;
}
