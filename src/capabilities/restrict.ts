import type { Tool, ToolOptions, ToolRule } from '../map/tools/tool.ts';

/** Whether a file only forbids or questions: no rule with effects, no hosts, no secrets. */
export function grantsNothing(tool: Tool): boolean {
  const rules = tool.rules.every((rule) => rule.outcome.kind !== 'effects');
  const roles = [tool.globals, tool.options, ...tool.rules.map((rule) => rule.options)].flatMap((options) => [
    ...options.rows.values(),
  ]);
  const options = roles.every(({ role }) => role === 'refuse' || role === 'unknown');
  return rules && options && tool.hosts.length === 0 && tool.secrets.length === 0 && tool.env.length === 0;
}

/** The known tool with a project's refusals on top; a program known only to the project stays forbidden or unknown. */
export function restrictedBy(base: Tool | undefined, project: Tool): Tool {
  if (base === undefined) return project;
  const rules = new Map(base.rules.map((rule) => [rule.when.join('\n'), rule]));
  const kept = [...rules.values()].flatMap((rule) => withoutNames(rule, project.rules));
  return {
    ...base,
    globals: onTop(base.globals, project.globals),
    options: onTop(base.options, project.options),
    rules: [...project.rules, ...kept.map((rule) => ({ ...rule, options: hidden(rule.options, project) }))],
  };
}

/** A base rule keeps the names that the project says nothing about; its refusals stay whatever the project says. */
function withoutNames(rule: ToolRule, stricter: readonly ToolRule[]): readonly ToolRule[] {
  const taken = new Set(stricter.flatMap((one) => one.when));
  const when = rule.when.filter((name) => !taken.has(name));
  return when.length === 0 ? [] : [{ ...rule, when }];
}

function onTop(base: ToolOptions, project: ToolOptions): ToolOptions {
  return { rows: new Map([...base.rows, ...project.rows]), values: [...project.values, ...base.values] };
}

/** A rule's own row must not hide the project's refusal of the same option. */
function hidden(options: ToolOptions, project: Tool): ToolOptions {
  const refused = new Set([...project.options.rows.keys(), ...project.globals.rows.keys()]);
  return { ...options, rows: new Map([...options.rows].filter(([name]) => !refused.has(name))) };
}
