/** A snapshot of a skill's files, read once; everything later works on it and never on the disk. */
export interface Bundle {
  /** As the user named it: a path or URL. */
  readonly uri: string;
  /** The entry's path inside the bundle, e.g. `SKILL.md`. */
  readonly entry: string;
  /** The directory's own name, for the AgentSkills rule that it equals `name`. */
  readonly directory?: string;
  /** `sha256:…` of the entry's bytes, or of the directory. */
  readonly digest: string;
  readonly files: ReadonlyMap<string, SnapshotFile>;
}

export interface SnapshotFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly digest: string;
  readonly executable: boolean;
}
