import { secretBox } from '@gx/runtime';
import { ENCRYPTION_KEY } from './rig.ts';

/** A text as charge seals it for us. */
export const sealedText = (text: string) => secretBox(ENCRYPTION_KEY).seal(text);
