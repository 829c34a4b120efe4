/**
 * The one configured Liquid engine. Members of an organization write templates, so Belfry treats templates as untrusted
 * code: they see only the variables passed to them, and their time, memory and output are limited.
 */
import {
  Context,
  defaultOperators,
  Liquid,
  type LiquidOptions,
  type Operators,
  type Output,
  RenderError,
  type Template,
  toValue,
  toValueSync,
} from 'liquidjs';
import { checkSearch, registerFilters } from './filters.ts';
import { escapeJson, escapeMarkup, markValue, registerMarkupFilters } from './markup.ts';
import { BoundedEmitter, CaptureEmitter, capturesOf, MarkedText } from './output.ts';
import { tick } from './work-clock.ts';

export const LIQUID_LIMITS = {
  /** Maximum characters of a template. */
  template: 256 * 1024,
  /** Maximum tags and outputs of a template. */
  tags: 5_000,
  /** Maximum characters of all tags and outputs together. */
  code: 64_000,
  /** Maximum characters and list items that the filters, loops and captures of one template create. */
  memory: 2_000_000,
  /** Maximum characters and list items that one filter or loop creates. */
  step: 500_000,
  /** Maximum characters of the rendered text. */
  output: 1024 * 1024,
  /** Milliseconds of processor time for all templates of one step. */
  time: 35,
} as const;

/**
 * Returns the engine that parses templates and renders them to plain text. Unknown filters and tags that load other
 * files are parse errors.
 */
export function liquid(): Liquid {
  plain ??= engine({});
  return plain;
}

/**
 * Returns the engine for HTML. `{{ … }}` prints escaped text, so that a value cannot add markup; `| raw` as the last filter
 * prints it unescaped. Captured text was escaped on capture and is printed unchanged.
 */
export function markupLiquid(): Liquid {
  if (!markup) {
    markup = engine({ outputEscape: escapeMarkup });
    registerMarkupFilters(markup);
  }
  return markup;
}

/**
 * Returns the engine for texts inside JSON. Texts are escaped for use between quotation marks, so that `"name": "{{
 * payload.name }}"` stays JSON; lists, objects and numbers are printed as JSON. `| json` as the last filter prints a
 * text with its quotation marks.
 */
export function jsonLiquid(): Liquid {
  if (!json) {
    json = engine({ outputEscape: escapeJson });
    const filter = json.filters.json;
    if (filter)
      json.registerFilter('json', { handler: typeof filter === 'function' ? filter : filter.handler, raw: true });
  }
  return json;
}

/**
 * Returns the engine for `renderMarked`. The engine marks the ranges of values, so that the code that sends the text
 * can escape them. `| raw` as the last filter prints a value as if the author had written it.
 */
export function markingLiquid(): Liquid {
  marking ??= engine({ outputEscape: markValue as never });
  return marking;
}

/** Returns the marking engine for web addresses. A value that a filter has already encoded is not marked. */
export function urlLiquid(): Liquid {
  if (!url) {
    url = engine({ outputEscape: markValue as never });
    for (const name of ['url_encode', 'cgi_escape', 'uri_escape']) {
      const filter = url.filters[name];
      if (filter)
        url.registerFilter(name, { handler: typeof filter === 'function' ? filter : filter.handler, raw: true });
    }
  }
  return url;
}

let url: Liquid | undefined;
let marking: Liquid | undefined;
let json: Liquid | undefined;
let plain: Liquid | undefined;
let markup: Liquid | undefined;

/** Tags that would load other templates. */
const OUTSIDE_TAGS = ['include', 'render', 'layout', 'block'];

function engine(options: LiquidOptions): Liquid {
  const made = new Liquid({
    strictFilters: true,
    strictVariables: false,
    ownPropertyOnly: true,
    // UTC as an offset, because a zone name would be looked up for every date.
    timezoneOffset: 0,
    locale: 'en-US',
    parseLimit: LIQUID_LIMITS.template,
    operators: { ...defaultOperators, contains: contains as Operators[string] },
    templates: {},
    ...options,
  });
  for (const tag of OUTSIDE_TAGS) delete made.tags[tag];
  registerFilters(made);
  boundOutput(made);
  return made;
}

/** Makes every rendering write into a bounded emitter. A rendering without an emitter is a capture. */
function boundOutput({ renderer }: Liquid): void {
  const render = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates, context, emitter) =>
    render(templates, context, emitter ?? new CaptureEmitter(context, LIQUID_LIMITS.output));
}

type ContainsOperator = (left: unknown, right: unknown, context: Context) => IterableIterator<boolean>;

function contains(left: unknown, right: unknown, context: Context) {
  checkSearch('contains', left, right);
  return (defaultOperators.contains as ContainsOperator)(left, right, context);
}

/**
 * Renders parsed templates synchronously. Missing variables are empty; `variables` is not changed. Throws a LiquidError
 * for an error in the template and for an exceeded limit. The time limit of `withinWork` stops filters that would run
 * too long.
 *
 * @param trusted texts that are printed without escaping, such as captured texts.
 */
export function renderParsed(
  engine: Liquid,
  templates: Template[],
  variables: object,
  trusted: readonly string[] = [],
): string {
  const context = contextOf(engine, variables);
  for (const text of trusted) capturesOf(context).set(text, []);
  return emitted(engine, templates, context).buffer;
}

/** Renders with the engine of `markingLiquid` or `urlLiquid`. The result contains the ranges of the values. */
export function renderMarked(engine: Liquid, templates: Template[], variables: object): MarkedText {
  const { buffer, values } = emitted(engine, templates, contextOf(engine, variables));
  return new MarkedText(buffer, values);
}

function emitted(engine: Liquid, templates: Template[], context: Context): BoundedEmitter {
  const emitter = new BoundedEmitter(context, LIQUID_LIMITS.output);
  toValueSync(engine.renderer.renderTemplates(templates, context, emitter));
  return emitter;
}

/**
 * Evaluates a template that is a single `{{ … }}`, and keeps the value's type. Undefined for a missing variable.
 *
 * @throws RenderError for values that a filter rejects.
 */
export function evaluateParsed(engine: Liquid, output: Output, variables: object): unknown {
  try {
    return toValue(toValueSync(output.value.value(contextOf(engine, variables), false)));
  } catch (error) {
    throw error instanceof Error && !RenderError.is(error) ? new RenderError(error, output) : error;
  }
}

/** Creates a context with a copy of the outermost level, because `increment` and `decrement` write into the variables. */
function contextOf(engine: Liquid, variables: object): Context {
  const scope = Object.assign(Object.create(null), variables);
  return new WatchedContext(
    scope,
    engine.options,
    { sync: true },
    {
      liquid: engine,
      renderLimit: { check: () => tick(), use: () => {} } as never,
      memoryLimit: new MemoryLimit() as never,
    },
  );
}

/** Counts the characters and items that filters, loops and captures create. Each count also checks the clock. */
class MemoryLimit {
  #used = 0;

  use(count: number): void {
    const size = Number(count);
    if (size > 0) this.#used += size;
    if (size > LIQUID_LIMITS.step || this.#used > LIQUID_LIMITS.memory) throw new Error('memory alloc limit exceeded');
    tick(Math.max(size || 0, 0));
  }

  check(): void {}
}

/** Checks the clock whenever a filter reads the next item of a list. */
class WatchedContext extends Context {
  override readProperty(holder: Parameters<Context['readProperty']>[0], key: Parameters<Context['readProperty']>[1]) {
    tick();
    return super.readProperty(holder, key);
  }

  override push(scope: object): number {
    tick();
    return super.push(scope);
  }

  override spawn(scope?: object): Context {
    tick();
    return super.spawn(scope);
  }
}
