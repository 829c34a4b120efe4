/** Fills the templates of a step's controls with the variables of a run. */

import type { JsonObject } from '#lib/json/values.ts';
import { isObject } from '#lib/json/values.ts';
import type { ValueRange } from '#lib/liquid/output.ts';
import type { TemplateKind } from '#lib/steps/controls.ts';
import { isLink, isWebAddress } from './addresses.ts';
import { type LayoutBody, renderMail } from './mail.ts';
import { ControlError, problemOf, type RenderProblem, timeLimitIn } from './problem.ts';
import { sanitiseInboxText } from './sanitise.ts';
import { renderMarkedTemplate, renderTemplate, renderValue } from './templates.ts';
import { filledUrl } from './url-values.ts';

export interface ControlsToRender {
  templates: Readonly<Record<string, TemplateKind>>;
  controls: JsonObject;
  variables: JsonObject;
  layout?: LayoutBody | undefined;
}

export interface RenderedControls {
  controls: JsonObject;
  /** The ranges of values by the path of their control. Only for controls whose values are marked. */
  values: Record<string, readonly ValueRange[]>;
  /** One problem per control that could not be rendered. `output` omits these controls. */
  problems: RenderProblem[];
}

/** Returns the controls with every template filled in. The given controls are not changed. */
export function renderControls({ templates, controls, variables, layout }: ControlsToRender): RenderedControls {
  const rendered: RenderedControls = { controls: structuredClone(controls), values: {}, problems: [] };
  for (const [path, kind] of Object.entries(templates)) {
    const place = placeOf(rendered.controls, path.split('.'));
    const value = place?.holder[place.key];
    if (!place || value === undefined || value === null) continue;
    try {
      place.holder[place.key] = rendering(kind, value, { path, controls, variables, layout, values: rendered.values });
    } catch (error) {
      const limit = timeLimitIn(error);
      if (limit) throw limit;
      rendered.problems.push(problemOf(error, path));
      delete place.holder[place.key];
    }
  }
  return rendered;
}

interface Place {
  path: string;
  controls: JsonObject;
  variables: JsonObject;
  layout?: LayoutBody | undefined;
  values: RenderedControls['values'];
}

function rendering(kind: TemplateKind, value: unknown, place: Place): unknown {
  if (typeof value !== 'string') return renderAll(value, place.variables, kind === 'text' || kind === 'marked');
  return RENDERERS[kind](value, place);
}

const RENDERERS: Record<TemplateKind, (template: string, place: Place) => string> = {
  text: (template, { variables }) => renderTemplate(template, variables),
  marked: (template, { path, variables, values: all }) => {
    const { text, values } = renderMarkedTemplate(template, variables);
    if (values.length > 0) all[path] = values;
    return text;
  },
  html: (template, { controls, variables }) =>
    isTrusted(controls)
      ? renderTemplate(template, variables)
      : sanitiseInboxText(renderTemplate(template, variables, 'markup')),
  url: (template, place) => address(template, place, isLink, 'a full http(s) address or a path that starts with /'),
  endpoint: (template, place) => address(template, place, isWebAddress, 'a full http(s) address'),
  json: (template, { variables }) => jsonText(renderTemplate(template, variables, 'json')),
  body: (template, { controls, variables, layout }) =>
    renderMail({
      body: template,
      editorType: controls.editorType,
      layout,
      variables,
      isTrusted: isTrusted(controls),
      title: titleOf(controls, variables),
    }),
};

/** Whether sanitising is switched off in the step, so that its templates and their values are sent unchanged. */
function isTrusted({ disableOutputSanitization }: JsonObject): boolean {
  return disableOutputSanitization === true;
}

/** Returns a rendered address. Empty if a variable is missing; any other result must be an address. */
function address(
  template: string,
  { path, variables }: Place,
  isAddress: (url: string) => boolean,
  wanted: string,
): string {
  const { url, probe } = filledUrl(renderMarkedTemplate(template, variables, 'url'));
  if (url === '' || (isAddress(url) && isAlike(url, probe))) return url;
  if (isAddress(url)) {
    throw new ControlError(
      `A value in the address for ${path} changes other parts of the address: "${shortened(url)}".`,
      'Correct the value of the variable.',
    );
  }
  throw new ControlError(
    `"${shortened(url)}" in the field ${path} is not an address: it must be ${wanted}.`,
    'Correct the address, or the value of its variable.',
  );
}

function shortened(url: string): string {
  return url.length > 100 ? `${url.slice(0, 100)}…` : url;
}

/** Whether two addresses have the same server, and the same number of path segments and query parameters. */
function isAlike(one: string, other: string): boolean {
  const [first, second] = [one, other].map((url) => {
    const { protocol, host, username, pathname, searchParams } = new URL(url, 'https://relative.invalid');
    return [protocol, host, username, pathname.split('/').length, searchParams.size].join(' ');
  });
  return first === second;
}

/** Returns the text if it is JSON or empty. */
function jsonText(text: string): string {
  try {
    if (text.trim() !== '') JSON.parse(text);
    return text;
  } catch (error) {
    const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
    throw new ControlError(
      `The text with its variables filled in is not valid JSON: ${shown}`,
      `Correct the text, or the value of a variable: ${(error as Error).message}.`,
    );
  }
}

function titleOf({ subject }: JsonObject, variables: JsonObject): string {
  try {
    return typeof subject === 'string' ? renderTemplate(subject, variables).slice(0, 200) : '';
  } catch (error) {
    const limit = timeLimitIn(error);
    if (limit) throw limit;
    return '';
  }
}

/** Maximum nesting of a control's object. The interface allows a hundred levels. */
const MAX_DEPTH = 100;

/**
 * Renders every text in an object or list. With `keepsType`, a text that is a single `{{ … }}` may become an object or
 * number.
 */
function renderAll(value: unknown, variables: JsonObject, keepsType: boolean, depth = 0): unknown {
  if (typeof value === 'string') return keepsType ? renderValue(value, variables) : renderTemplate(value, variables);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => renderAll(item, variables, keepsType, depth + 1));
  const entries = Object.entries(value).map(
    ([key, item]) => [key, renderAll(item, variables, keepsType, depth + 1)] as const,
  );
  return Object.fromEntries(entries);
}

/** Returns the holder and key of a dotted path, if the controls have it. */
function placeOf(controls: JsonObject, path: readonly string[]): { holder: JsonObject; key: string } | undefined {
  let holder: unknown = controls;
  for (const key of path.slice(0, -1))
    holder = isObject(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
  const key = path.at(-1);
  return isObject(holder) && key !== undefined && Object.hasOwn(holder, key) ? { holder, key } : undefined;
}
