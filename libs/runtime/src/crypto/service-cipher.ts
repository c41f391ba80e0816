import type { Logger } from '../telemetry/logger.ts';
import { type Cipher, newCipher } from './cipher.ts';

export type EncryptionConfig = {
  readonly ENCRYPTION_KEY: Buffer;
  readonly DECRYPTION_KEYS?: readonly Buffer[] | undefined;
};

/** Where one such secret is, there are many: a line a minute for each key is enough to see it. */
const ALARM_EVERY_MS = 60_000;

/**
 * The cipher of a service by its settings. A secret that does not open is an alarm: a key is missing, or the
 * database was changed.
 */
export function serviceCipher(log: Logger, config: EncryptionConfig): Cipher {
  const cipher = newCipher(config.ENCRYPTION_KEY, ...(config.DECRYPTION_KEYS ?? []));
  const loggedAt = new Map<string, number>();
  const alarm = (keyId: string): void => {
    const now = performance.now();
    if (now - (loggedAt.get(keyId) ?? Number.NEGATIVE_INFINITY) < ALARM_EVERY_MS) return;
    loggedAt.set(keyId, now);
    const reason = cipher.keyIds.includes(keyId) ? 'does_not_open' : 'no_such_key';
    log.error({ alarm: 'secret_unreadable', key_id: keyId, reason }, 'a stored secret cannot be opened');
  };
  return {
    ...cipher,
    decrypt: (encrypted) => {
      try {
        return cipher.decrypt(encrypted);
      } catch (error) {
        alarm(encrypted.keyId);
        throw error;
      }
    },
  };
}
