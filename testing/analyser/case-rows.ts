/** Converts rows to cases of the analyser. */
import type { JsonObject } from '#lib/json/values.ts';
import type { StepContentIssue } from '#lib/steps/issues.ts';
import type { AnalyserCase, Expected, TestedType } from './cases.ts';

export type Row = [type: TestedType, cause: string, broken: JsonObject, mended: JsonObject, ...expected: string[]];

/**
 * Converts rows to cases. Each expectation is a path and a part of the message. The variable name of an expected issue
 * is the path, unless the row provides another name.
 */
export function rows(
  issueType: StepContentIssue['issueType'],
  variable: 'path' | 'none' | string,
  list: Row[],
): AnalyserCase[] {
  return list.map(([type, cause, broken, mended, ...expected]) => ({
    type,
    cause,
    broken,
    mended,
    expected: expected.map((text): Expected => {
      const [path = '', ...says] = text.split(' ');
      return {
        path,
        issueType,
        variable: variable === 'path' ? path : variable === 'none' ? undefined : variable,
        says: says.join(' '),
      };
    }),
  }));
}

export const action = (redirect: JsonObject) => ({ primaryAction: { label: 'Open', redirect } });
export const secondary = (redirect: JsonObject) => ({ secondaryAction: { label: 'Later', redirect } });
