/** Who takes part: few of each, so that they meet. */
export const sessions = ['morning', 'evening'] as const;
export const parameters = ['hmac:a', 'hmac:b'] as const;
export const skills = ['weather', 'mail'] as const;
export const digests = ['sha256:one', 'sha256:two'] as const;

export interface Asked {
  readonly id: string;
  readonly digest: string;
  readonly skill: string;
  readonly skillDigest: string;
}

/** One question for each content of each skill. */
export const approvals: readonly Asked[] = skills.flatMap((skill) =>
  digests.map((skillDigest) => ({
    id: `apr_${skill}_${skillDigest}`,
    digest: `sha256:plan of ${skill} ${skillDigest}`,
    skill,
    skillDigest,
  })),
);

export interface Known {
  readonly newCall: () => string;
}
