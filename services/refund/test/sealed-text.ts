import { secretBox } from '@gx/runtime';
import { SECRETS_KEY } from './rig.ts';

/** A text as charge seals it for us. */
export const sealedText = (text: string) => secretBox(SECRETS_KEY).seal(text);
