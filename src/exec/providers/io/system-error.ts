export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The system's word for it, without the paths of this process that Node puts into messages. */
export function reasonOf(error: unknown): string {
  return codeOf(error) || 'it failed';
}
