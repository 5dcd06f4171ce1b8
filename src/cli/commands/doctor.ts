import { examine, type HealthFinding } from '../../host/index.ts';
import { visible, wrapText } from '../../index.ts';
import { exitCode } from '../exit-code.ts';
import { homeOf } from '../home.ts';
import { type Printer, type PrintOptions, printerFor } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { whileWaiting } from '../while-waiting.ts';

export async function runDoctor(options: PrintOptions, terminal: Terminal): Promise<number> {
  const printer = printerFor(terminal, options);
  const place = { home: homeOf(terminal.env), workspace: process.cwd(), environment: terminal.env };
  const findings = await whileWaiting(terminal, 'examining', () => examine(place));
  const healthy = findings.every(({ state }) => state !== 'broken');
  await printer.show({ healthy, findings }, () => findings.map((one) => lines(one, printer)).join('\n'));
  return healthy ? exitCode.done : exitCode.failed;
}

const INDENT = 18;

function lines({ part, state, found, remedy }: HealthFinding, { paint, width }: Printer): string {
  const mark = { good: paint.green('✓'), notice: paint.yellow('!'), broken: paint.red('✗') }[state];
  const below = (text: string, indent: number) =>
    wrapText(visible(text), width - indent).join(`\n${' '.repeat(indent)}`);
  const advice = remedy === undefined ? '' : `\n${' '.repeat(INDENT)}${paint.dim('→')} ${below(remedy, INDENT + 2)}`;
  return `${mark} ${part.padEnd(INDENT - 3)} ${below(found, INDENT)}${advice}`;
}
