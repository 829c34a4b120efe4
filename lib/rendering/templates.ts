/** Renders single templates, each kind with the escaping that its place needs. */
import { type Liquid, Output, type Template } from 'liquidjs';
import { evaluateParsed, jsonLiquid, LIQUID_LIMITS, liquid, markupLiquid, renderParsed } from '#lib/liquid/engine.ts';
import { ControlError } from './problem.ts';

/** Where the result stands: `json` is the inside of a JSON text, `markup` that of HTML. */
export type TemplatePlace = 'text' | 'markup' | 'json';

/**
 * The rendered template; missing variables are empty. Throws a LiquidError.
 *
 * @param trusted texts that are printed as they are, where others are escaped.
 */
export function renderTemplate(
  template: string,
  variables: object,
  place: TemplatePlace = 'text',
  trusted: readonly string[] = [],
): string {
  if (!hasLiquid(template)) return template;
  const engine = ENGINES[place]();
  return renderParsed(engine, parsed(engine, template), variables, trusted);
}

/** The rendered template; a template that is one `{{ … }}` and nothing else is the value itself, an object or number perhaps. */
export function renderValue(template: string, variables: object): unknown {
  if (!hasLiquid(template)) return template;
  const engine = liquid();
  const templates = parsed(engine, template);
  const [only] = templates;
  if (templates.length !== 1 || !(only instanceof Output)) return renderParsed(engine, templates, variables);
  const value = evaluateParsed(engine, only, variables);
  return value === undefined ? '' : value;
}

const ENGINES: Record<TemplatePlace, () => Liquid> = { text: liquid, markup: markupLiquid, json: jsonLiquid };

function hasLiquid(template: string): boolean {
  return template.includes('{{') || template.includes('{%');
}

/** Templates are rendered many times, by delivery above all: the last ones stay parsed. */
const REMEMBERED = { templates: 100, length: 32_000 };
const remembered = new Map<Liquid, Map<string, Template[]>>();

function parsed(engine: Liquid, template: string): Template[] {
  const known = remembered.get(engine) ?? new Map<string, Template[]>();
  remembered.set(engine, known);
  const found = known.get(template);
  if (found) return found;
  refuseManyTags(template);
  const made = engine.parse(template);
  if (template.length <= REMEMBERED.length) {
    const [oldest] = known.keys();
    if (known.size >= REMEMBERED.templates && oldest !== undefined) known.delete(oldest);
    known.set(template, made);
  }
  return made;
}

/** Parsing cannot be ended between two tags, so that their number is limited. */
function refuseManyTags(template: string): void {
  const count = template.split(/\{\{|\{%/, LIQUID_LIMITS.tags + 2).length - 1;
  if (count <= LIQUID_LIMITS.tags) return;
  throw new ControlError(`It has more than ${LIQUID_LIMITS.tags} tags and outputs.`, 'Use a loop for what repeats.');
}
