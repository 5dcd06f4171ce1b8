/** As the tools expect it: the system's name for what went wrong stands first. */
export class FsError extends Error {
  readonly code: string;

  constructor(code: keyof typeof words, path: string, what: string) {
    super(`${code}: ${words[code]}, ${what} '${path}'`);
    this.code = code;
  }
}

const words = {
  ENOENT: 'no such file or directory',
  EEXIST: 'file already exists',
  EISDIR: 'illegal operation on a directory',
  ENOTDIR: 'not a directory',
  ENOTEMPTY: 'directory not empty',
  EROFS: 'read-only file system',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EINVAL: 'invalid argument',
  EFBIG: 'file too large',
} as const;
