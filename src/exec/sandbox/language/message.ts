/** What the process that holds a guest is given, as one JSON text on its input. Bytes are base64. */
export interface GuestRequest {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly stdin: string;
  readonly files: readonly (readonly [string, string])[];
  /** Directories whose files are given back when they change. */
  readonly writable: readonly string[];
  readonly memory_mb: number;
  readonly file_bytes: number;
  readonly output_bytes: number;
}

/** What it answers, one JSON text a line. After `exit`, `refused` or `memory` nothing follows. */
export type GuestReply =
  | { readonly kind: 'stdout' | 'stderr'; readonly bytes: string }
  | { readonly kind: 'file'; readonly path: string; readonly bytes: string }
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'memory' }
  | { readonly kind: 'refused'; readonly message: string };

/** Undefined for what is not exactly one of the above: the guest may have broken out of its own machine. */
export function readReply(line: string): GuestReply | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined;
  const text = (name: string): string | undefined => {
    const field: unknown = Reflect.get(value, name);
    return typeof field === 'string' ? field : undefined;
  };
  const [bytes, path, message] = [text('bytes'), text('path'), text('message')];
  switch (value.kind) {
    case 'stdout':
    case 'stderr':
      return bytes === undefined ? undefined : { kind: value.kind, bytes };
    case 'file':
      return bytes === undefined || path === undefined ? undefined : { kind: 'file', path, bytes };
    case 'exit':
      return 'code' in value && isExitCode(value.code) ? { kind: 'exit', code: value.code } : undefined;
    case 'memory':
      return { kind: 'memory' };
    case 'refused':
      return message === undefined ? undefined : { kind: 'refused', message };
    default:
      return undefined;
  }
}

function isExitCode(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255;
}
