import type { ComponentChildren } from 'preact';
import type { Answer } from '../state/use-answer.ts';

/** What an answer shows while it is asked for, when it fails, and when it is there. */
export function Told<T>({
  answer,
  children,
}: {
  readonly answer: Answer<T>;
  readonly children: (value: T) => ComponentChildren;
}) {
  if (answer.problem !== undefined)
    return (
      <p class="problem" role="alert">
        {answer.problem}
      </p>
    );
  return answer.value === undefined ? <p class="waiting">…</p> : children(answer.value);
}
