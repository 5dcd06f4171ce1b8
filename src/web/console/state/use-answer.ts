import { useSignalEffect } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
import { ApiFailure, get } from './api.ts';
import { changes } from './live.ts';

export interface Answer<T> {
  readonly value?: T;
  readonly problem?: string;
}

const SOON = 150;

/** What an address answers, asked again a moment after anything happens. Of answers that overtake each other the last asked counts. */
export function useAnswer<T>(path: string): Answer<T> & { readonly set: (value: T) => void } {
  const [answer, setAnswer] = useState<Answer<T> & { readonly path?: string }>({});
  const asked = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const first = useRef('');
  const ask = () => {
    const mine = ++asked.current;
    get<T>(path)
      .then((value) => mine === asked.current && setAnswer({ value, path }))
      .catch((error: unknown) => mine === asked.current && setAnswer({ problem: wordsOf(error), path }));
  };
  if (first.current !== path) {
    first.current = path;
    ask();
  }
  useSignalEffect(() => {
    if (changes.value === 0) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(ask, SOON);
  });
  const set = (value: T) => setAnswer({ value, path });
  return answer.path === path ? { ...answer, set } : { set };
}

export function wordsOf(error: unknown): string {
  if (error instanceof ApiFailure)
    return error.remedy === undefined ? error.message : `${error.message}: ${error.remedy}`;
  return 'the server does not answer; is `skillc serve` running?';
}
