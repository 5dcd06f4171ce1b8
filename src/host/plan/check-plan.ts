import type { ApprovalSubject } from '../../exec/approvals/subject.ts';
import type { Host } from '../open-host.ts';
import { type CheckedStep, checkStep } from './check-step.ts';
import { type PlanInput, type PlanProblem, readPlan } from './plan-input.ts';
import { planApproval, planSubject } from './plan-subject.ts';

export type CheckedPlan =
  | { readonly kind: 'wrong'; readonly problems: readonly PlanProblem[] }
  | {
      readonly kind: 'plan';
      readonly steps: readonly CheckedStep[];
      /** All that the steps together can touch and cost. */
      readonly subject: ApprovalSubject;
      /** Undefined where no step asks, or each has its own answer already. */
      readonly approval?: { readonly id: string; readonly digest: string; readonly subject: ApprovalSubject };
    };

/** Makes every check that can be made before anything runs. */
export async function checkPlan(host: Host, input: PlanInput, session: string): Promise<CheckedPlan> {
  const read = readPlan(input);
  if ('code' in read) return { kind: 'wrong', problems: [read] };
  const steps: CheckedStep[] = [];
  const problems: PlanProblem[] = [];
  for (const [index, step] of read.entries()) {
    const checked = await checkStep(host, step, index + 1, session);
    if ('code' in checked) problems.push(checked);
    else steps.push(checked);
  }
  if (problems.length > 0) return { kind: 'wrong', problems };
  if (steps.every(({ covered }) => covered)) return { kind: 'plan', steps, subject: planSubject(steps) };
  const approval = planApproval(steps);
  return { kind: 'plan', steps, subject: approval.subject, approval };
}
