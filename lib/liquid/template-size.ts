/** The largest template that is parsed at all: parsing cannot be interrupted between two tags. */
import { LIQUID_LIMITS } from './engine.ts';

export interface TemplateSize {
  /** How many outputs and tags. */
  parts: number;
  /** How many characters they have. */
  code: number;
}

/** Counts the template as written, including comments, in linear time. */
export function templateSize(text: string): TemplateSize {
  const [, ...parts] = text.split(/\{\{|\{%/);
  return { parts: parts.length, code: parts.reduce((sum, part) => sum + codeLength(part), 0) };
}

/** Why a template is not parsed, as the end of a sentence that begins with its name: "has more than …". */
export function templateSizeProblem(text: string, { parts, code } = templateSize(text)): string | undefined {
  if (parts > LIQUID_LIMITS.tags) return `has more than ${LIQUID_LIMITS.tags} tags and outputs`;
  if (code > LIQUID_LIMITS.code) return `has more than ${LIQUID_LIMITS.code} characters in its tags and outputs`;
  // A nested `liquid` tag is parsed once for every tag around it.
  return /(?:\bliquid\s+){20}/.test(text) ? 'has liquid tags nested too deeply' : undefined;
}

function codeLength(part: string): number {
  const end = part.search(/[}%]\}/);
  return end < 0 ? part.length : end;
}
