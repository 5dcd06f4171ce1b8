import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import type { Host } from '../host/index.ts';
import type { Json, Schema } from '../index.ts';
import type { Opened } from './engine.ts';
import type { McpSession } from './session.ts';

/** One tool as the client sees it, and what it does. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly outputSchema: Schema;
  readonly annotations: ToolHints;
  /** Its arguments are those of an operation, and the gates check them by a schema of the skill. */
  readonly checkedByGates?: true;
  /** The arguments have passed the input schema, unless the gates check them. */
  readonly run: (args: Arguments, context: ToolContext) => Promise<Reply>;
}

export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint: boolean;
}

export type Arguments = { readonly [name: string]: Json };

export type Reply = CallToolResult | InputRequiredResult;

export interface ToolContext {
  readonly session: McpSession;
  readonly id: string;
  readonly host: Host;
  readonly run: Opened['run'];
  readonly compile: Opened['compile'];
  readonly feed: Opened['feed'];
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly elicitation: Elicitation;
}

/** Says how far it is; silent where the client did not ask. `done` only grows. */
export type Progress = (done: number, total: number | undefined, message: string) => void;

export interface Elicitation {
  /** Whether the client can put a form to a person. */
  readonly possible: boolean;
  /** What the person answered to the question that this very request put before. */
  readonly answer: ElicitedAnswer | undefined;
  /** Asks, and ends the request until it comes again with the answer. */
  readonly ask: (question: Question) => Promise<InputRequiredResult>;
}

export interface Question {
  readonly message: string;
  readonly state: QuestionState;
}

/** What an answer is for. Signed, so that a client cannot make up another. */
export interface QuestionState {
  readonly approval: string;
  readonly digest: string;
  readonly call: string;
}

export interface ElicitedAnswer extends QuestionState {
  readonly allowed: boolean;
}
