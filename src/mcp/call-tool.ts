import type { Checked } from '../host/index.ts';
import type { Json, Schema } from '../index.ts';
import { refusal } from './replies.ts';
import type { McpSession } from './session.ts';
import type { Reply, Tool, ToolContext } from './tool.ts';
import { turnedAway } from './turned-away.ts';

/** Checks the arguments, waits its turn and runs one tool. What goes wrong on the way is a sentence for the agent, never a stack. */
export async function callTool(
  tool: Tool,
  given: unknown,
  session: McpSession,
  request: Pick<ToolContext, 'signal' | 'progress' | 'elicitation'>,
): Promise<Reply> {
  const turn = await session.turnstile.pass(request.signal, () => served(tool, given, session, request));
  return turn.kind === 'done' ? turn.value : turnedAway(turn.kind);
}

async function served(
  tool: Tool,
  given: unknown,
  session: McpSession,
  request: Pick<ToolContext, 'signal' | 'progress' | 'elicitation'>,
): Promise<Reply> {
  try {
    const opened = await session.open();
    const checked = tool.checkedByGates ? undefined : checkFor(tool.inputSchema, opened.run.inputCheck)(given);
    if (checked?.kind === 'refused') {
      const { code, message } = checked.reason;
      return refusal(code, `${tool.name}: ${message}`, `it takes ${names(tool)}`);
    }
    const args = given as { readonly [name: string]: Json };
    return await tool.run(args, { ...opened, ...request, session, id: session.options.session });
  } catch (error) {
    return faultReply(error);
  }
}

/** Compiling a schema costs more than checking with it. */
const checks = new WeakMap<Schema, (given: unknown) => Checked>();

function checkFor(schema: Schema, compile: (schema: Schema) => (given: unknown) => Checked) {
  const check = checks.get(schema) ?? compile(schema);
  checks.set(schema, check);
  return check;
}

function names({ inputSchema }: Tool): string {
  const all = Object.keys((inputSchema.properties ?? {}) as object);
  return all.length === 0 ? 'no arguments' : all.map((name) => `\`${name}\``).join(', ');
}

/** A home that cannot serve says why; a fault of ours says that it is one, and no more. */
function faultReply(error: unknown): Reply {
  const { code, message, remedy } = Object(error) as { readonly [key: string]: unknown };
  if (error instanceof Error && error.name === 'StoreFault')
    return refusal(
      String(code),
      String(message),
      typeof remedy === 'string' ? `a person can run: ${remedy}` : undefined,
    );
  return refusal('skillc/internal', 'skillc failed on this request', 'tell a person: nothing further was done');
}
