/** Limits the size of templates, because parsing cannot be interrupted between two tags. */
import { LIQUID_LIMITS } from './engine.ts';

export interface TemplateSize {
  /** The number of outputs and tags. */
  parts: number;
  /** The characters of all outputs and tags. */
  code: number;
}

/** Counts the outputs and tags of a template as written, including comments, in linear time. */
export function templateSize(text: string): TemplateSize {
  const [, ...parts] = text.split(/\{\{|\{%/);
  return { parts: parts.length, code: parts.reduce((sum, part) => sum + codeLength(part), 0) };
}

/**
 * Returns the reason why a template is too large to parse, as a text that follows its name: "has more than …".
 * Undefined if it is not too large.
 */
export function templateSizeProblem(text: string, { parts, code } = templateSize(text)): string | undefined {
  if (parts > LIQUID_LIMITS.tags) return `has more than ${LIQUID_LIMITS.tags} tags and outputs`;
  if (code > LIQUID_LIMITS.code) return `has more than ${LIQUID_LIMITS.code} characters in its tags and outputs`;
  // The parser parses a nested `liquid` tag again for every surrounding tag.
  return /(?:\bliquid\s+){20}/.test(text) ? 'has `liquid` tags that are nested too deeply' : undefined;
}

function codeLength(part: string): number {
  const end = part.search(/[}%]\}/);
  return end < 0 ? part.length : end;
}
