import { examine, type HealthFinding } from '../../host/index.ts';
import { type Paint, visible } from '../../index.ts';
import { exitCode } from '../exit-code.ts';
import { homeOf } from '../home.ts';
import { type PrintOptions, printerFor } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { whileWaiting } from '../while-waiting.ts';

export async function runDoctor(options: PrintOptions, terminal: Terminal): Promise<number> {
  const printer = printerFor(terminal, options);
  const place = { home: homeOf(terminal.env), workspace: process.cwd(), environment: terminal.env };
  const findings = await whileWaiting(terminal, 'examining', () => examine(place));
  const healthy = findings.every(({ state }) => state !== 'broken');
  await printer.show({ healthy, findings }, () => findings.map((one) => lines(one, printer.paint)).join('\n'));
  return healthy ? exitCode.done : exitCode.failed;
}

function lines({ part, state, found, remedy }: HealthFinding, paint: Paint): string {
  const mark = { good: paint.green('✓'), notice: paint.yellow('!'), broken: paint.red('✗') }[state];
  const advice = remedy === undefined ? '' : `\n                  ${paint.dim('→')} ${visible(remedy)}`;
  return `${mark} ${part.padEnd(15)} ${visible(found)}${advice}`;
}
