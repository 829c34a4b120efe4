/**
 * Finds the secrets in a request, in case the response repeats them: all parts that differ from the request that people
 * may see. Pure.
 */
import type { Decision, RequestDecision } from '#lib/engine/decision.ts';
import { withoutSecretsInAnswer, withoutSecretTexts } from '#lib/environment-variables/redact.ts';
import type { StepRequest } from '#lib/steps/run.ts';

/** Minimum length of a secret. Shorter parts are ordinary words and numbers. */
const MIN_LENGTH = 6;
const BREAKS = /[\s;,:=&?/@"']/;

/** Returns the texts of `request` that `shown` lacks: whole values, and the parts of values that differ. */
export function requestSecrets(request: StepRequest, shown: StepRequest): string[] {
  if (request === shown) return [];
  const all = [
    ...headerDifferences(request.headers, shown.headers),
    ...urlDifferences(request.url, shown.url),
    ...bodyDifferences(request.body, shown.body),
  ];
  return [...new Set(all)].filter((text) => text.length >= MIN_LENGTH);
}

/**
 * Returns the decision of a request without the request's secrets, in case the response or the error repeats them.
 * Later steps read the redacted result too. `known`: the environment's secrets.
 */
export function withoutRequestSecrets(
  decision: Decision,
  { request, shown }: RequestDecision,
  known: readonly string[] = [],
): Decision {
  const secrets = [...requestSecrets(request, shown), ...known];
  const kept = withoutSecretTexts(decision, secrets);
  if (decision.type !== 'continue' || kept.type !== 'continue' || secrets.length === 0) return kept;
  return { ...kept, result: withoutSecretsInAnswer(decision.result, secrets) };
}

function headerDifferences(real: StepRequest['headers'], seen: StepRequest['headers']): string[] {
  const [sent, masked] = [Object.entries(real), Object.entries(seen)];
  return sent.flatMap(([name, value], at) => {
    const [seenName = '', seenValue = ''] = sent.length === masked.length ? (masked[at] ?? []) : [name, seen[name]];
    return [...differences(name, seenName), ...differences(value, seenValue)];
  });
}

/** Returns the differing parts of a URL, also decoded, as a server reads them. */
function urlDifferences(real: string, seen: string): string[] {
  if (real === seen) return [];
  const found = differences(real, seen);
  const url = URL.parse(real);
  const parts = url ? [url.pathname + url.search, url.username, url.password] : [];
  // The shown URL is masked as a whole, so any part may be secret.
  const unknown = url && !URL.canParse(seen) ? [url.host, url.hostname, ...url.searchParams.values()] : [];
  return [...found, ...parts.filter((part) => !seen.includes(part)), ...unknown].flatMap((text) => [
    text,
    decode(text),
  ]);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function bodyDifferences(real = '', seen = ''): string[] {
  if (real === seen) return [];
  return [real, ...leafPairs(parseBody(real), parseBody(seen)).flatMap(([one, other]) => differences(one, other))];
}

/** Returns pairs of the texts, numbers and property names that are at the same place in both values. */
function leafPairs(real: unknown, seen: unknown): [string, string][] {
  if (typeof real !== 'object' || real === null) return [[textOf(real), textOf(seen)]];
  const others = typeof seen === 'object' && seen !== null ? Object.entries(seen) : [];
  return Object.entries(real).flatMap(([key, value], at) => {
    const [otherKey = '', otherValue] = others[at] ?? [];
    return [[key, otherKey], ...leafPairs(value, otherValue)] as [string, string][];
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Returns the parsed JSON of a body, or its text if the body is not JSON. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function differences(real: string, seen: string): string[] {
  if (real === seen) return [];
  const [parts, others] = [real.split(BREAKS), seen.split(BREAKS)];
  const isAligned = parts.length === others.length;
  const differing = isAligned ? parts.filter((part, at) => part !== others[at]) : valuesOf(real);
  return [real, middle(real, seen), ...differing.filter((part) => isAligned || !others.includes(part))];
}

/** Returns the values, without their names, of a text that is masked as a whole, such as a list of cookies. */
function valuesOf(text: string): string[] {
  return text.split(/[\s;,&"']+/).map((part) => part.slice(part.indexOf('=') + 1));
}

/** Returns `real` without the start and end that both texts share. */
function middle(real: string, seen: string): string {
  const most = Math.min(real.length, seen.length);
  let start = 0;
  while (start < most && real[start] === seen[start]) start++;
  let end = 0;
  while (end < most - start && real.at(-1 - end) === seen.at(-1 - end)) end++;
  return real.slice(start, real.length - end);
}
