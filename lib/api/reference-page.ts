import type { OpenApiDocument, OpenApiOperation, OpenApiParameter } from './openapi.ts';
import type { JsonSchema } from './openapi-schemas.ts';
import { type Html, html, Html as Markup } from './reference-html.ts';
import { referenceStyle } from './reference-style.ts';

interface Entry extends OpenApiOperation {
  method: string;
  path: string;
}

/**
 * Renders the API reference as one page from the OpenAPI document. It has no scripts and loads nothing from other hosts.
 */
export function referencePage(document: OpenApiDocument, nonce: string): string {
  const entries = entriesOf(document);
  const tags = document.tags.map(({ name }) => ({ name, entries: entries.filter(({ tags }) => tags[0] === name) }));
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${String(document.info.title)}</title><style nonce="${nonce}">${new Markup(referenceStyle)}</style></head>
<body><div class="frame"><nav aria-label="Operations">${tags.map(navigation)}<h2>Schemas</h2>${schemaLinks(document)}</nav>
<main><h1>${String(document.info.title)}</h1>${introduction(document)}${tags.map((tag) => section(tag.name, tag.entries))}
<h2>Schemas</h2>${Object.entries(document.components.schemas ?? {}).map(schemaArticle)}</main></div></body></html>`
    .text;
}

function entriesOf({ paths, servers }: OpenApiDocument): Entry[] {
  const base = servers[0]?.url ?? '';
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path: base + path,
    })),
  );
}

function navigation({ name, entries }: { name: string; entries: Entry[] }): Html {
  return html`<h2>${name}</h2>${entries.map(({ operationId, summary }) => html`<a href="#${operationId}">${summary}</a>`)}`;
}

function schemaLinks(document: OpenApiDocument): Html[] {
  return Object.keys(document.components.schemas ?? {}).map((name) => html`<a href="#schema-${name}">${name}</a>`);
}

function introduction({ info }: OpenApiDocument): Html {
  return html`<p class="soft">Version ${String(info.version)} · <a href="/api/openapi.json">OpenAPI 3.1 document</a></p>
<p>Scripts and services send <code>Authorization: ApiKey &lt;key&gt;</code>; a key belongs to one environment. Bodies are JSON.
Failures have one shape, <a href="#schema-Error">Error</a>; a 422 lists the problem of each field.</p>`;
}

function section(name: string, entries: Entry[]): Html {
  return html`<h2>${name}</h2>${entries.map(article)}`;
}

function article(entry: Entry): Html {
  const { operationId, summary, description, method, path, parameters = [], requestBody, responses } = entry;
  const body = requestBody?.content['application/json']?.schema;
  return html`<article id="${operationId}"><h3>${summary}</h3>
<p class="line"><code><span class="method">${method}</span> ${path}</code></p>
<p class="soft">${callersOf(entry)}</p>${description !== undefined && html`<p>${description}</p>`}
${parameters.length > 0 && html`<h4>Parameters</h4>${parameterTable(parameters)}`}
${body && html`<h4>Body</h4><p>${typeOf(body)}</p>`}
<h4>Answers</h4>${answers(responses)}</article>`;
}

function callersOf({ security }: Entry): string {
  const schemes = security.flatMap(Object.keys);
  if (schemes.length === 0) return 'Open to everyone.';
  if (!schemes.includes('ApiKey')) return 'For people signed in.';
  return schemes.includes('Session') ? 'For API keys and people signed in.' : 'For API keys.';
}

function parameterTable(parameters: OpenApiParameter[]): Html {
  const rows = parameters.map(
    ({ name, in: where, required, schema, description }) =>
      html`<tr><td><code>${name}</code></td><td>${where}${required && ', required'}</td><td>${cellOf(schema, description)}</td></tr>`,
  );
  return html`<table><tbody><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Value</th></tr>${rows}</tbody></table>`;
}

function answers(responses: Record<string, object>): Html {
  const [success = [], failures = []] = [true, false].map((ok) =>
    Object.entries(responses).filter(([status]) => status.startsWith('2') === ok),
  );
  const lines = success.map(([status, response]) => {
    const { content } = response as { content?: Record<string, { schema: JsonSchema }> };
    const schema = content?.['application/json']?.schema;
    return html`<p><code>${status}</code> ${schema ? typeOf(schema) : 'without a body'}</p>`;
  });
  return html`${lines}<p class="soft">Failures: ${failures.map(([status]) => status).join(', ')}</p>`;
}

function cellOf(schema: JsonSchema, description: unknown): Html {
  const fallback = schema.default === undefined ? undefined : `Default ${JSON.stringify(schema.default)}.`;
  const notes = [description, fallback].filter((note) => typeof note === 'string').join(' ');
  return html`${typeOf(schema)}${notes !== '' && html`<br><span class="soft">${notes}</span>`}`;
}

/** Returns a short text for a schema. A named schema is a link. */
function typeOf(schema: JsonSchema): Html {
  const { $ref, type, items, anyOf, format } = schema;
  if (typeof $ref === 'string') return referenceTo($ref);
  if (Array.isArray(schema.enum)) return html`${schema.enum.map((value) => JSON.stringify(value)).join(' | ')}`;
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
  const alternatives = anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) return joined(alternatives.map((one) => typeOf(one as JsonSchema)));
  if (type === 'array') return html`list of ${typeOf((items ?? {}) as JsonSchema)}`;
  return html`${typeof type === 'string' ? type : 'any value'}${typeof format === 'string' && ` (${format})`}${limitsOf(schema)}`;
}

function joined(parts: Html[]): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : html` | ${part}`))}`;
}

function referenceTo(pointer: string): Html {
  const name = pointer.split('/').at(-1) ?? '';
  return html`<a href="#schema-${name}">${name}</a>`;
}

function limitsOf({ minimum, maximum, minLength, maxLength }: JsonSchema): string {
  if (typeof minimum === 'number' && typeof maximum === 'number' && maximum < 1e9) return `, ${minimum} to ${maximum}`;
  if (typeof minLength === 'number' && typeof maxLength === 'number')
    return `, ${minLength} to ${maxLength} characters`;
  return typeof maxLength === 'number' ? `, at most ${maxLength} characters` : '';
}

function schemaArticle([name, value]: [string, unknown]): Html {
  const schema = value as JsonSchema;
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const required = (schema.required ?? []) as string[];
  const rows = properties.map(
    ([key, property]) =>
      html`<tr><td><code>${key}</code></td><td>${required.includes(key) && 'required'}</td><td>${cellOf(property, property.description)}</td></tr>`,
  );
  return html`<article id="schema-${name}"><h3>${name}</h3>
${properties.length > 0 ? html`<table><tbody><tr><th scope="col">Field</th><th scope="col">Presence</th><th scope="col">Value</th></tr>${rows}</tbody></table>` : html`<p>${typeOf(schema)}</p>`}
<details><summary class="soft">JSON schema</summary><pre>${JSON.stringify(schema, null, 2)}</pre></details></article>`;
}
