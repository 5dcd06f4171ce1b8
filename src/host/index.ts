// What the edges use of the running half, listed by hand. Apart from src/index.ts, so that compiling does not load it.

export type { ApprovalSubject } from '../exec/approvals/subject.ts';
export { type Checked, inputCheck } from '../exec/input/check-input.ts';
export { systemMounts } from '../exec/jail/jail-arguments.ts';
export type { JailPlan } from '../exec/jail/jail-plan.ts';
export { type BudgetScope, dimensions } from '../exec/ledger/budget.ts';
export type { ChainEvent } from '../exec/ledger/event.ts';
export type { Reply } from '../exec/ledger/ledger.ts';
export { type Foreseen, foresee } from '../exec/market/foresee.ts';
export { call } from '../exec/market/marketplace.ts';
export type { Outcome } from '../exec/outcome.ts';
export { readCcosToml } from '../exec/secrets/import/ccos-toml.ts';
export { readDotenv } from '../exec/secrets/import/dotenv.ts';
export { SecretValue } from '../exec/secrets/value.ts';
export { StoreFault } from '../store/fault.ts';
export type { VerifyReport } from '../store/verify.ts';
export { type Accepted, acceptTool } from './accept-tool.ts';
export { type ApprovalLines, approvalRows } from './approval-rows.ts';
export { type ApprovalStateJson, approvalState } from './approval-state.ts';
export {
  approvalById,
  approve,
  deny,
  findApprovals,
  listApprovals,
  type PendingApproval,
  revoke,
} from './approvals.ts';
export { type BudgetJson, listBudgets, today } from './budgets.ts';
export { callParameters, noParameters } from './call-parameters.ts';
export { newConsoleCode, takeConsoleCode } from './console-codes.ts';
export { type CapabilityDescription, describeCapability } from './describe-capability.ts';
export { examine } from './doctor/examine.ts';
export type { HealthFinding } from './doctor/finding.ts';
export { followLog, type LogFeed } from './follow-log.ts';
export { inWorkspace } from './in-workspace.ts';
export { initPolicy } from './init-policy.ts';
export { type Installed, installPackages } from './install-packages.ts';
export { type JailRequest, planOfJail, runInJail } from './jail.ts';
export { keepCurrent } from './keep-current.ts';
export { type Learned, learnTool } from './learn-tool.ts';
export { liveGrants } from './live-grants.ts';
export { type LoadJson, loadJson } from './load-json.ts';
export { type Loaded, loadSkill } from './load-skill.ts';
export {
  eventsFrom,
  logLines,
  logSize,
  logSpans,
  newSigningKey,
  rebuildFromLog,
  startNewLog,
  verifyLog,
} from './log.ts';
export { mayElicit } from './may-elicit.ts';
export { measuredOperations } from './measured-operations.ts';
export { type Host, type HostOptions, openHost } from './open-host.ts';
export { type CheckedPlan, checkPlan } from './plan/check-plan.ts';
export { mostSteps, type PlanInput } from './plan/plan-input.ts';
export { runPlan } from './plan/run-plan.ts';
export { type Reach, reachOfSubjects } from './reach.ts';
export { type ApprovalAsked, requestApproval } from './request-approval.ts';
export { type ApprovalReview, reviewApproval, stateOf } from './review-approval.ts';
export { type Found, searchSkills } from './search-skills.ts';
export { type KnownSecret, listSecrets, removeSecret, setSecret } from './secrets.ts';
export { announceServer, type RunningServer, runningServer, type ServeTokens, serveTokens } from './serve-tokens.ts';
export { isSettingValue, listSettings } from './settings.ts';
export { type KnownCapability, listCapabilities, listSkills } from './skills.ts';
export { storedSkill } from './stored-skill.ts';
export { type SuggestedTool, suggestTools } from './suggest-tools.ts';
export { type UsableOperation, usableOperations } from './usable-operations.ts';
export { waitingCall } from './waiting-call.ts';
export { type Why, whyExcerpt, whyOf } from './why.ts';
export { whyForAgent } from './why-for-agent.ts';
