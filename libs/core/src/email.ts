/**
 * What decides whether two e-mails are one: neither case nor surrounding space nor how an accent is composed.
 * Whoever stores or counts by an e-mail does so by this, or one person would be several.
 */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase();
