import { AMOUNT_MAX } from '@gx/core';
import { z } from 'zod';

const RULE = `must be an integer from 1 to ${AMOUNT_MAX} in the smallest unit: 1990 for 19.90`;

/** Money that is asked for, or moved. */
export const amount = z.int({ error: RULE }).min(1, RULE).max(AMOUNT_MAX, RULE);
