import type { Tool } from '../tool.ts';
import { approvalRequest } from './approval-request.ts';
import { approvalStatus } from './approval-status.ts';
import { callResume } from './call-resume.ts';
import { capabilityDescribe } from './capability-describe.ts';
import { chainWhy } from './chain-why.ts';
import { planCheck } from './plan-check.ts';
import { primitiveMap } from './primitive-map.ts';
import { skillExecute } from './skill-execute.ts';
import { skillLoad } from './skill-load.ts';
import { skillManifest } from './skill-manifest.ts';
import { skillSearch } from './skill-search.ts';

/** Agent verbs only, in the order an agent meets them. A verb of the host is none of these, and no tool reaches a secret. */
export const tools: readonly Tool[] = Object.freeze([
  skillSearch,
  capabilityDescribe,
  skillExecute,
  callResume,
  approvalRequest,
  approvalStatus,
  planCheck,
  skillManifest,
  primitiveMap,
  skillLoad,
  chainWhy,
]);
