import { showText } from '../../ir/text.ts';
import type { DraftEffect } from '../primitive.ts';
import { exampleWords } from './example-words.ts';
import type { Problem } from './fields.ts';
import { matchTool, type ToolMatch } from './match-tool.ts';
import type { Tool } from './tool.ts';

/** Every example a tool's rules do not meet. */
export function checkExamples(tool: Tool): readonly Problem[] {
  const match = tool.examples.match.flatMap((example, index): Problem[] => {
    const found = showMatch(matchTool(tool, exampleWords(example.run)));
    const wanted = `${example.rule}: ${[...example.effects].sort().join(', ')}`;
    return found === wanted ? [] : [mismatch(['examples', 'match', index], example.run, found, wanted)];
  });
  const reject = tool.examples.reject.flatMap((example, index): Problem[] => {
    const found = verdict(matchTool(tool, exampleWords(example.run)));
    return found === example.as ? [] : [mismatch(['examples', 'reject', index], example.run, found, example.as)];
  });
  return [...match, ...reject];
}

/** One line a reviewer can read: `network https://api.github.com`, `read ~/.netrc`, `secret GH_TOKEN`. */
export function showEffect(effect: DraftEffect): string {
  switch (effect.kind) {
    case 'read':
    case 'write':
      return `${effect.kind} ${showText(effect.path)}`;
    case 'network':
      return `network ${showText(effect.origin)}`;
    case 'secret':
      return `secret ${effect.name}`;
    case 'process':
      return `process ${effect.program}`;
    case 'env':
      return `env ${effect.name}`;
    case 'output':
      return 'output';
    case 'decided':
      return effect.effect.kind;
  }
}

function mismatch(path: readonly (string | number)[], run: string, found: string, wanted: string): Problem {
  return { path, message: `\`${run}\` gives \`${found}\`, the example says \`${wanted}\`` };
}

function verdict(match: ToolMatch): 'matched' | 'refused' | 'unknown' {
  if (match.kind === 'matched' || match.kind === 'refused') return match.kind;
  return 'unknown';
}

function showMatch(match: ToolMatch): string {
  if (match.kind === 'matched')
    return `${match.rule}: ${[...new Set(match.effects.map(showEffect))].sort().join(', ')}`;
  return `${match.kind} ${'reason' in match ? match.reason : match.written}`;
}
