import { newCipher } from '@gx/runtime';
import { ENCRYPTION_KEY } from './rig.ts';

/** A text as charge encrypts it for us. */
export const encryptedText = (text: string) => newCipher(ENCRYPTION_KEY).encrypt(text);
