/** A program, or something it does, that is not run here: because versions of awk answer it in different ways, or because it reaches out. */
export class Unreadable extends Error {}
