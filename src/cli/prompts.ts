/** Questions to a person. A question that is broken off has no answer. */
export interface Prompts {
  readonly choose: <T extends string>(
    message: string,
    options: readonly Choice<T>[],
    first: T,
  ) => Promise<T | undefined>;
  readonly confirm: (message: string) => Promise<boolean>;
  /** What is typed does not appear. */
  readonly hidden: (message: string) => Promise<string | undefined>;
}

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
}

/** On standard error, so that standard output stays the answer's alone. */
export function processPrompts(): Prompts {
  const streams = { input: process.stdin, output: process.stderr };
  const load = () => import('@clack/prompts');
  return {
    choose: async <T extends string>(message: string, options: readonly Choice<T>[], first: T) => {
      const { select, isCancel } = await load();
      const plain = options.map(({ value, label }) => ({ value: value as string, label }));
      const answer = await select<string>({ message, options: plain, initialValue: first, ...streams });
      return isCancel(answer) ? undefined : options.find(({ value }) => value === answer)?.value;
    },
    confirm: async (message) => {
      const { confirm } = await load();
      return (await confirm({ message, initialValue: false, ...streams })) === true;
    },
    hidden: async (message) => {
      const { password, isCancel } = await load();
      const answer = await password({ message, ...streams });
      return isCancel(answer) ? undefined : answer;
    },
  };
}
