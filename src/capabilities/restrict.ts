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
  const added = project.rules.flatMap((rule) => withoutSofter(rule, base));
  const kept = base.rules.flatMap((rule) => withoutNames(rule, added));
  return {
    ...base,
    globals: onTop(base.globals, project.globals),
    options: onTop(base.options, project.options),
    rules: [...added, ...kept.map((rule) => ({ ...rule, options: hidden(rule.options, project) }))],
  };
}

/** Names for which the project's `unknown` would take the place of a refusal are left out. */
function withoutSofter(rule: ToolRule, base: Tool): readonly ToolRule[] {
  if (rule.outcome.kind === 'refused') return [rule];
  const refused = base.rules.filter(({ outcome }) => outcome.kind === 'refused').flatMap(({ when }) => when);
  const isRefused = (name: string): boolean =>
    refused.some((prefix) => prefix === '*' || name === prefix || name.startsWith(`${prefix} `));
  const when = rule.when.filter((name) => !isRefused(name));
  return when.length === 0 ? [] : [{ ...rule, when }];
}

/** A base rule keeps the names that the project says nothing about. */
function withoutNames(rule: ToolRule, stricter: readonly ToolRule[]): readonly ToolRule[] {
  const taken = new Set(stricter.flatMap((one) => one.when));
  const when = rule.when.filter((name) => !taken.has(name));
  return when.length === 0 ? [] : [{ ...rule, when }];
}

function onTop(base: ToolOptions, project: ToolOptions): ToolOptions {
  const rows = new Map(base.rows);
  for (const [name, row] of project.rows) if (rows.get(name)?.role !== 'refuse') rows.set(name, row);
  const values = [...base.values.filter(({ role }) => role === 'refuse'), ...project.values, ...base.values];
  return { rows, values, additions: base.additions };
}

/** A rule's own row must not hide the project's refusal of the same option. */
function hidden(options: ToolOptions, project: Tool): ToolOptions {
  const refused = new Set([...project.options.rows.keys(), ...project.globals.rows.keys()]);
  return {
    ...options,
    rows: new Map([...options.rows].filter(([name, row]) => row.role === 'refuse' || !refused.has(name))),
  };
}
