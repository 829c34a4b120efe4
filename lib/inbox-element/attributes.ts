/** Reads the attributes and properties of the element. */
import { parseJson } from './parse-json.ts';
import { type Tab, tabsOf } from './tab-filter.ts';

/** The origin of the script, which Belfry serves. */
const SCRIPT_ORIGIN = new URL(import.meta.url).origin;

export function warn(problem: string): void {
  console.warn(`<belfry-inbox>: ${problem}`);
}

/** Returns the address of Belfry without a slash at the end. */
export function serverOf(text: string | undefined): string {
  if (text === undefined) return SCRIPT_ORIGIN;
  try {
    const { origin, pathname } = new URL(text, document.baseURI);
    return (origin + pathname).replace(/(?<!\/)\/+$/, '');
  } catch {
    warn(`server is not an address: ${text}`);
    return SCRIPT_ORIGIN;
  }
}

/** Returns the valid tabs. Warns once about invalid ones. @param given tabs, or their JSON. */
export function validTabs(given: unknown): readonly Tab[] {
  const { tabs, problem } = tabsOf(typeof given === 'string' ? parse(given) : given);
  if (problem) warn(problem);
  return tabs;
}

export function contextOf(text: string | undefined): Record<string, unknown> | undefined {
  const given = parse(text ?? null);
  return typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : undefined;
}

function parse(text: string | null): unknown {
  const value = text === null ? undefined : parseJson(text);
  if (text !== null && value === undefined) warn(`an attribute is not valid JSON: ${text}`);
  return value;
}
