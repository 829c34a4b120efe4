import type { JsonObject } from '#lib/json/values.ts';
import { isObject, valueAt } from '#lib/json/values.ts';
import type { IssueSuggestion, StepContentIssue } from '#lib/steps/issues.ts';
import { didYouMean } from '#lib/text/did-you-mean.ts';
import { withValue } from './fields/values.ts';

/** Returns the message of an issue without its suggestion, for use next to a button that applies it. */
export function withoutSuggestion({ message, suggestion }: StepContentIssue): string {
  return suggestion ? message.replace(didYouMean(suggestion.right), '') : message;
}

/**
 * Replaces the wrong name in the whole control at `path`. Returns the same controls if the name does not occur there.
 */
export function withQuickFix(controls: JsonObject, path: string, fix: IssueSuggestion): JsonObject {
  const value = valueAt(controls, path);
  const fixed = fixedIn(value, fix);
  return JSON.stringify(fixed) === JSON.stringify(value) ? controls : withValue(controls, path, fixed);
}

function fixedIn(value: unknown, fix: IssueSuggestion): unknown {
  if (typeof value === 'string') return value === fix.wrong ? fix.right : fixedText(value, fix);
  if (Array.isArray(value)) return value.map((item) => fixedIn(item, fix));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fixedIn(inner, fix)]));
}

/**
 * Replaces the name inside outputs and tags. A document of the block editor also has variables outside of outputs and
 * tags.
 */
function fixedText(text: string, fix: IssueSuggestion): string {
  if (text.startsWith('{"type":"doc"')) return replaced(text, fix);
  const parts: string[] = [];
  let rest = 0;
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', Math.max(at + 1, rest))) {
    const end = ENDS[text.charAt(at + 1)];
    if (end === undefined) continue;
    const close = text.indexOf(end, at + 2);
    if (close < 0) break;
    parts.push(text.slice(rest, at), replaced(text.slice(at, close), fix));
    rest = close;
  }
  return parts.join('') + text.slice(rest);
}

/** The end of an output and of a tag, by the second character of its start. */
const ENDS: Readonly<Record<string, string>> = { '{': '}}', '%': '%}' };

/** Replaces whole names: `payload.item` stays in `payload.items`, in `payload.item.price` and in `my.payload.item`. */
function replaced(text: string, { wrong, right }: IssueSuggestion): string {
  const parts = text.split(wrong);
  return parts.reduce((before, after) => {
    const isWhole = !/[\w$.-]$/.test(before) && !/^(?:[\w[-]|\.\w)/.test(after);
    return `${before}${isWhole ? right : wrong}${after}`;
  });
}
