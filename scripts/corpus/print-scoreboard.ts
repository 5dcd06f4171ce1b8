import type { SkillMeasure } from './measure-skill.ts';
import type { Counts, Scoreboard, Target } from './scoreboard.ts';

export function scoreboardText(board: Scoreboard): string {
  const measured = `${board.skills} skills, ${board.operations} operations, ${board.openapi} OpenAPI documents`;
  return [
    ...(board.skills === 0 ? [] : [measured, '']),
    ...targetLines(board.targets),
    ...(board.skills === 0 ? [] : corpusLines(board)),
    ...scriptLines(board.undecidedScripts),
    ...crashLines(board.crashes),
    '',
  ].join('\n');
}

function corpusLines(board: Scoreboard): readonly string[] {
  const { ms, openapiMs, commands } = board;
  return [
    '',
    `milliseconds a skill:    p50 ${ms.p50}, p95 ${ms.p95}, max ${ms.max}`,
    `milliseconds a document: p50 ${openapiMs.p50}, p95 ${openapiMs.p95}, max ${openapiMs.max}`,
    ...table('commands', { ...commands }),
    ...table('curl commands', board.curl),
    ...table('skills', board.outcomes),
    ...table('OpenAPI documents', board.openapiOutcomes),
    ...table('refused, by reason', board.refusals),
    ...table('unknown, by reason', board.unknownReasons),
    ...table('programs no table describes', board.unknownPrograms),
    ...table('skills not known as a whole, by the first command', board.gaps),
  ];
}

/** Each by name, with what is not in its text. */
function scriptLines(scripts: Scoreboard['undecidedScripts']): readonly string[] {
  if (scripts.length === 0) return [];
  return [
    '',
    'own scripts that are not decided',
    ...scripts.map(({ path, reasons }) => `  ${path}: ${reasons[0] ?? ''}`),
  ];
}

function targetLines(targets: readonly Target[]): readonly string[] {
  const width = Math.max(...targets.map(({ name }) => name.length));
  return targets.map((target) => {
    const score = target.kind === 'share' ? `${percent(target).padStart(7)} %` : String(target.part).padStart(9);
    const aim = target.kind === 'share' ? `>= ${target.target} %` : `<= ${target.target}`;
    const of = target.kind === 'share' ? `${target.part} of ${target.whole}` : '';
    return `${target.met ? 'ok    ' : 'MISSED'}  ${target.name.padEnd(width)}  ${score}  ${aim.padEnd(8)}  ${of}`.trimEnd();
  });
}

/** One defect crashes many skills: each is shown once, with the first file that meets it. */
function crashLines(crashes: Scoreboard['crashes']): readonly string[] {
  const first = new Map<string, { readonly path: string; count: number }>();
  for (const { path, error } of crashes) {
    const known = first.get(error);
    if (known === undefined) first.set(error, { path, count: 1 });
    else known.count++;
  }
  return [...first].flatMap(([error, { path, count }]) => ['', `crash in ${count}, first in ${path}`, error]);
}

/** Cut, not rounded: 99.999 % is not 100 %. */
function percent({ part, whole }: Target): string {
  return whole === 0 ? '-' : (Math.floor((part * 10_000) / whole) / 100).toFixed(2);
}

function table(title: string, counts: Counts): readonly string[] {
  const rows = Object.entries(counts);
  return rows.length === 0
    ? []
    : ['', title, ...rows.map(([name, number]) => `${String(number).padStart(8)}  ${name}`)];
}

/** With `--verbose`: each thing that missed, with its file. */
export function detailText(skills: readonly SkillMeasure[]): string {
  return skills
    .flatMap(({ path, blocks, sites }) => [
      ...blocks.broken.map(({ line, message }) => `block\t${path}:${line}\t${message}`),
      ...sites
        .filter(({ understanding }) => understanding === 'unknown' || understanding === 'refused')
        .map((site) => `${site.understanding}\t${path}\t${site.code}\t${site.message}\t${oneLine(site.text)}`),
    ])
    .join('\n');
}

function oneLine(text: string): string {
  const flat = text.replace(/\s+/g, ' ');
  return flat.length > 300 ? `${flat.slice(0, 299)}…` : flat;
}
