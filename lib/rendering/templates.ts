/** Renders single templates, escaped for the place of their result. */
import { type Liquid, Output, type Template } from 'liquidjs';
import { LRUCache } from 'lru-cache';
import {
  evaluateParsed,
  jsonLiquid,
  liquid,
  markingLiquid,
  markupLiquid,
  renderMarked,
  renderParsed,
  urlLiquid,
} from '#lib/liquid/engine.ts';
import { MarkedText } from '#lib/liquid/output.ts';
import { templateSize, templateSizeProblem } from '#lib/liquid/template-size.ts';
import { ControlError } from './problem.ts';
import { withStyleValues } from './style-values.ts';

/** The place of the result: `json` is inside a JSON text, `markup` inside HTML. */
export type TemplatePlace = 'text' | 'markup' | 'json';

/**
 * Renders a template. Missing variables are empty. Throws a LiquidError.
 *
 * @param trusted texts that are not escaped.
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

/** Renders a template, with the ranges of its values. Throws a LiquidError. */
export function renderMarkedTemplate(template: string, variables: object, place: 'text' | 'url' = 'text'): MarkedText {
  if (!hasLiquid(template)) return new MarkedText(template, []);
  const engine = place === 'url' ? urlLiquid() : markingLiquid();
  return renderMarked(engine, parsed(engine, template), variables);
}

/**
 * Renders a template. A template that is a single `{{ … }}` returns the value itself, which may be an object or
 * number.
 */
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

/**
 * Limits of the cache in bytes. Delivery renders the same templates many times, so recently used templates stay parsed.
 */
const REMEMBERED = { all: 16 * 1024 * 1024, character: 2, part: 1_600 };
const remembered = new Map<Liquid, LRUCache<string, Template[]>>();

function parsed(engine: Liquid, template: string): Template[] {
  const known = remembered.get(engine) ?? new LRUCache<string, Template[]>({ maxSize: REMEMBERED.all });
  remembered.set(engine, known);
  const found = known.get(template);
  if (found) return found;
  const size = templateSize(template);
  const problem = templateSizeProblem(template, size);
  if (problem) throw new ControlError(`The template ${problem}.`, 'Use a loop for repeated parts.');
  const made = engine.parse(engine === markupLiquid() ? withStyleValues(template) : template);
  known.set(template, made, { size: template.length * REMEMBERED.character + size.parts * REMEMBERED.part + 1 });
  return made;
}
