/** How large a template may be, whoever reads it: parsing cannot be ended between two tags. */
import { LIQUID_LIMITS } from './engine.ts';

export interface TemplateSize {
  /** Outputs and tags. */
  parts: number;
  /** Characters in them. */
  code: number;
}

/** Counted as it is written, comments included; in linear time. */
export function templateSize(text: string): TemplateSize {
  const [, ...parts] = text.split(/\{\{|\{%/);
  return { parts: parts.length, code: parts.reduce((sum, part) => sum + codeLength(part), 0) };
}

/** Why a template is not read, as the end of a sentence that begins with its name: "has more than …". */
export function templateSizeProblem(text: string, { parts, code } = templateSize(text)): string | undefined {
  if (parts > LIQUID_LIMITS.tags) return `has more than ${LIQUID_LIMITS.tags} tags and outputs`;
  if (code > LIQUID_LIMITS.code) return `has more than ${LIQUID_LIMITS.code} characters in its tags and outputs`;
  // Each is read once for every one around it.
  return /(?:\bliquid\s+){20}/.test(text) ? 'has liquid tags nested too deeply' : undefined;
}

function codeLength(part: string): number {
  const end = part.search(/[}%]\}/);
  return end < 0 ? part.length : end;
}
