/** Fields of the call that change where its output goes and how long it may take, and the values they have. */
const fields: ReadonlyMap<string, RegExp> = new Map([
  ['pty', /^(?:true|false)$/],
  ['background', /^(?:true|false)$/],
  ['timeout', /^\d{1,9}$/],
  ['yieldMs', /^\d{1,9}$/],
]);

/**
 * `exec background:true command:"curl …"`: how skills write a call of the agent host's tool that runs a command line. That
 * line is what would run. `words` stand behind `exec` or `bash`; undefined where they are no such call, have a field that
 * is not known, or are not in the text.
 */
export function hostCallText(words: readonly (string | undefined)[]): string | undefined {
  const read = words.map((word) => /^([A-Za-z]+):(.*)$/s.exec(word ?? ''));
  const texts = read.flatMap((field) => (field?.[1] === 'command' ? [field[2] ?? ''] : []));
  const isCall = read.every((field) => {
    const [, name = '', value = ''] = field ?? [];
    return name === 'command' || fields.get(name)?.test(value) === true;
  });
  const [text] = texts;
  return isCall && texts.length === 1 && text !== '' ? text : undefined;
}
