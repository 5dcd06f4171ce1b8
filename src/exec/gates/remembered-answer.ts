import type { ApprovalSubject } from '../approvals/subject.ts';
import { known, type Progress } from '../market/ask.ts';
import type { ExecHost } from '../market/host.ts';
import type { Answer } from '../policy/decide.ts';
import type { Question } from '../policy/question.ts';

interface Answers {
  readonly policy: ExecHost['policy'];
  /** By who asks, and which secrets are new. */
  readonly made: Map<string, Answer>;
}

const answers = new WeakMap<ApprovalSubject, Answers>();
const mostAnswers = 100;

/** The policy's answer to calls of one operation to which nothing is given: rules are pure, so that it is asked once. */
export function rememberedAnswer(
  progress: Progress,
  secrets: Question['secrets'],
  host: ExecHost,
  ask: () => Answer,
): Answer {
  const subject = known(progress.subject, 'policy');
  const before = answers.get(subject);
  const of = before?.policy === host.policy ? before : { policy: host.policy, made: new Map<string, Answer>() };
  if (of !== before) answers.set(subject, of);
  const { actor, session } = progress.ask;
  const key = `${actor}\n${session}\n${secrets.map(({ isNew }) => isNew).join()}`;
  const answer = of.made.get(key) ?? ask();
  if (of.made.size >= mostAnswers) of.made.clear();
  of.made.set(key, answer);
  return answer;
}
