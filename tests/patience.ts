const minute = 60_000

/**
 * How long a test waits for one thing to come, in milliseconds. Limits are there to end what hangs, not to measure:
 * machines are noisy, and what takes seconds on a quiet one takes a minute on one with ten others' work. A shorter one is
 * for what need not come at all.
 */
export const patience = 3 * minute

/** How long a test, or a hook, may take: what is waited for in vain is told before, by its name. */
export const wholeTest = 10 * minute
