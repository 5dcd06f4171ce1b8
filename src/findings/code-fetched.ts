import { diagnose } from '../ir/diagnostic.ts';
import { distinctFindings, type FindingRule } from './finding.ts';

/** How the analysis of code words it that text becomes code. */
const evaluates = /runs text as code|makes code|makes a function of code|code that data holds/;

/** A program that fetches and makes code of text is a download that is run, whatever its lines look like. */
export const codeFetched: FindingRule = ({ plans }) =>
  distinctFindings(
    plans.flatMap((plan) => {
      const origin = plan.effects.find((effect) => effect.kind === 'network')?.origin;
      const made = plan.sandbox?.undecided?.find(({ what, message }) => what === 'code' && evaluates.test(message));
      if (origin === undefined || made === undefined) return [];
      const { message, span } = made;
      const place = 'line' in span ? ` (${span.source}:${span.line})` : '';
      return [diagnose('effect/code-fetched', `${message}${place} in what fetches from ${origin}`, plan.span)];
    }),
  );
