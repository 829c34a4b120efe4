/** Finds the controls that prevent a step from running because they are incomplete. */
import type { z } from 'zod';
import { JSON_MAX_DEPTH, type JsonObject } from '#lib/json/values.ts';
import type { StepType } from '#lib/steps/controls.ts';
import { didYouMean } from '#lib/text/did-you-mean.ts';
import type { IssueList } from './issue-list.ts';
import { closest } from './suggest.ts';

type ZodIssue = z.core.$ZodIssue;

/** Adds MISSING_VALUE for values that are missing, too small, of a wrong type or unknown. */
export function addIncompleteness(definition: StepType, controls: JsonObject, issues: IssueList): void {
  const present = withoutEmpty({ ...definition.draft, ...(withoutEmpty(controls) as JsonObject | undefined) }) ?? {};
  const result = definition.complete.safeParse(present, { reportInput: true });
  for (const issue of result.error?.issues.flatMap(innermost) ?? []) addIssue(definition, issue, issues);
}

/**
 * Returns controls without empty texts, nulls, and objects that contain nothing else. Undefined if nothing remains.
 * Elements of lists stay.
 */
export function withoutEmpty(value: unknown, depth = 0): unknown {
  if (value === '' || value === null || value === undefined) return undefined;
  if (typeof value !== 'object' || depth > JSON_MAX_DEPTH) return value;
  if (Array.isArray(value))
    return value.length === 0 ? undefined : value.map((item) => withoutEmpty(item, depth + 1) ?? {});
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const left = withoutEmpty(item, depth + 1);
    return left === undefined ? [] : [[key, left] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Returns the issues of the best-fitting alternative if a value fits no alternative of a union. */
function innermost(issue: ZodIssue): ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const depth = (issues: readonly ZodIssue[]) => Math.max(0, ...issues.map(({ path }) => path.length));
  const [nearest] = [...issue.errors].sort((one, other) => depth(other) - depth(one));
  if (!nearest || depth(nearest) === 0) return [issue];
  return nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(innermost);
}

function addIssue({ complete, label }: StepType, issue: ZodIssue, issues: IssueList): void {
  const path = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') {
    addMissing(path, messageOf(path, issue), issues);
    return;
  }
  for (const key of issue.keys) {
    const meant = path === '' ? closest(key, Object.keys(complete.shape)) : undefined;
    const what = path === '' ? `not a control of ${articled(label)} step` : `not part of \`${path}\``;
    const message = `\`${key}\` is ${what}.${didYouMean(meant) || ' Remove it.'}`;
    addMissing(path === '' ? key : `${path}.${key}`, message, issues);
  }
}

function addMissing(path: string, message: string, issues: IssueList): void {
  issues.add(path, { issueType: 'MISSING_VALUE', variableName: path, message });
}

function messageOf(path: string, issue: ZodIssue): string {
  const name = labelOf(path);
  if (issue.code === 'invalid_value' && issue.input !== undefined) {
    return `${name} must be one of ${issue.values.join(', ')}. Choose one.`;
  }
  if (issue.code === 'too_small' || issue.code === 'too_big') return `${name} is out of range. ${issue.message}`;
  if (/^[a-z]/.test(issue.message)) return `${name} ${issue.message}. Enter another value.`;
  if (!/^Invalid (input|option)/.test(issue.message)) return issue.message;
  return issue.input === undefined
    ? `${name} is missing. Enter a value.`
    : `${name} has a value of the wrong kind. Enter another one.`;
}

/** Returns "Look back window amount" for `lookBackWindow.amount`. */
function labelOf(path: string): string {
  const text = path.replace(/\.(\d+)/g, (_, at) => ` ${Number(at) + 1}`).replace(/[._]/g, ' ');
  const spaced = text.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function articled(label: string): string {
  const name = /^[A-Z][a-z-]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
  const bare = name.replace(/ step$/, '');
  return `${/^([aeio]|SMS|HTTP)/.test(bare) ? 'an' : 'a'} ${bare}`;
}
