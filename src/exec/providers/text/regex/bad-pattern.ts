/** A pattern that tools read in different ways, or that is none. */
export class BadPattern extends Error {}
