/** Exit codes of this half; 3 to 5 belong to execution. */
export const exitCode = { done: 0, failed: 1, usage: 2 } as const;
