/**
 * What decides whether two e-mails are one: neither case nor surrounding space nor how an accent is composed.
 * Store and count e-mails in this form alone, or one person would be several.
 */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase();
