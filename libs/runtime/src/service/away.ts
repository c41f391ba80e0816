type Sign = (error: unknown) => boolean;

const signs = new Set<Sign>();

/**
 * Teaches every call which errors of a driver mean that its server cannot be reached; a module that loads the
 * driver says so.
 */
export const isAwayWhen = (sign: Sign): void => void signs.add(sign);

/** Some server cannot be reached or does not answer in time: nobody's bug, and worth another try. */
export const isAway: Sign = (error) => [...signs].some((sign) => sign(error));
