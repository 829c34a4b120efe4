/**
 * The one configured Liquid engine. Templates are written by the members of a workspace, so they are code of strangers to the machine:
 * they see the variables handed to them and nothing else, and they are bounded in time, memory and output.
 */
import {
  Context,
  defaultOperators,
  Liquid,
  type LiquidOptions,
  type Operators,
  type Output,
  type Template,
  toValue,
  toValueSync,
} from 'liquidjs';
import { checkSearch, registerFilters } from './filters.ts';
import { escapeJson, escapeMarkup, registerMarkupFilters } from './markup.ts';
import { BoundedEmitter, CaptureEmitter, capturesOf } from './output.ts';
import { tick } from './work-clock.ts';

export const LIQUID_LIMITS = {
  /** Characters of one template. */
  template: 256 * 1024,
  /** Tags and outputs of one template. */
  tags: 5_000,
  /** Characters that stand in them. */
  code: 64_000,
  /** Characters and list items that the filters, loops and captures of one template may make. */
  memory: 2_000_000,
  /** The same of one filter or loop. */
  step: 500_000,
  /** Characters of one rendered template. */
  output: 1024 * 1024,
  /** Milliseconds of the processor for all templates of one step. */
  time: 35,
} as const;

/** Parses templates and renders them to plain text. An unknown filter, and a tag that reaches outside, is a parse error. */
export function liquid(): Liquid {
  plain ??= engine({});
  return plain;
}

/**
 * The same for HTML: what `{{ … }}` prints is escaped, so that a value cannot bring markup of its own; `| raw` as the last filter lets it
 * through. Captured text was escaped as it was made and is printed as it is.
 */
export function markupLiquid(): Liquid {
  if (!markup) {
    markup = engine({ outputEscape: escapeMarkup });
    registerMarkupFilters(markup);
  }
  return markup;
}

/**
 * The same for the inside of a JSON text: texts are printed as they stand between quotation marks, so that `"name": "{{ payload.name }}"`
 * stays JSON; lists, objects and numbers are printed as JSON. `| json` as the last filter writes its own quotation marks.
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
    // UTC; by its name it would be looked up for every date.
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

/** Every rendering writes into a bounded emitter; without one of its own it is a capture. */
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
 * Renders parsed templates at once. Missing variables are empty; `variables` stays as it is. Throws a LiquidError, also when a limit is
 * reached, and leaves endless filters to the clock of `withinWork`.
 *
 * @param trusted texts that are printed without escaping, as captured ones are.
 */
export function renderParsed(
  engine: Liquid,
  templates: Template[],
  variables: object,
  trusted: readonly string[] = [],
): string {
  const context = contextOf(engine, variables);
  for (const text of trusted) capturesOf(context).add(text);
  const emitter = new BoundedEmitter(context, LIQUID_LIMITS.output);
  toValueSync(engine.renderer.renderTemplates(templates, context, emitter));
  return emitter.buffer;
}

/** The value of a template that is one `{{ … }}` and nothing else, with its type; undefined of a missing variable. */
export function evaluateParsed(engine: Liquid, output: Output, variables: object): unknown {
  return toValue(toValueSync(output.value.value(contextOf(engine, variables), false)));
}

/** `increment` and `decrement` write into the variables: they get a copy of the outermost level. */
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

/** What filters, loops and captures make; each use also looks at the clock. */
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

/** Looks at the clock wherever a filter goes on to the next item of a list. */
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
