/**
 * Checks whether a JSON Schema can be used for payloads: it must be draft 7 or 2020-12, of limited size, and without
 * references to other documents.
 */
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { resolveRef, type SchemaNode, within } from '#lib/analyser/schema-ref.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { slowPattern } from './patterns.ts';

const PAYLOAD_SCHEMA_LIMITS = {
  /** Maximum bytes of the schema as JSON. */
  bytes: 64 * 1024,
  /** Maximum nesting of the JSON. */
  depth: 40,
  /** Maximum problems that are reported together. */
  problems: 10,
} as const;

/**
 * Returns the reasons why a schema is rejected. Each text begins with the path of the problem. Empty if the schema is
 * valid. Never throws.
 */
export function payloadSchemaProblems(schema: JsonObject): string[] {
  const size = sizeProblem(schema);
  if (size) return [size];
  const draft = draftOf(schema);
  if (!draft) {
    return [`The schema is written for ${String(schema.$schema)}. Use JSON Schema draft 7 or 2020-12.`];
  }
  const found = [...structureProblems(schema), ...metaProblems(schema, draft)];
  if (found.length === 0 && !describesObject(schema)) {
    found.push('The payload is an object. Set "type" to "object" at the outermost level.');
  }
  return [...new Set(found)].slice(0, PAYLOAD_SCHEMA_LIMITS.problems);
}

type Draft = '7' | '2020-12';

/**
 * Returns the draft of a schema. Without `$schema`, it is 2020-12, which differs from draft 7 only in additional
 * keywords.
 */
export function draftOf({ $schema }: JsonObject): Draft | undefined {
  if ($schema === undefined) return '2020-12';
  const uri = String($schema).replace(/#$/, '');
  if (/^https?:\/\/json-schema\.org\/draft-07\/schema$/.test(uri)) return '7';
  return /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema$/.test(uri) ? '2020-12' : undefined;
}

function sizeProblem(schema: JsonObject): string | undefined {
  const { bytes, depth } = PAYLOAD_SCHEMA_LIMITS;
  const tooLarge = `The schema is larger than ${bytes / 1024} KiB. Shorten it.`;
  let level: unknown[] = [schema];
  for (let at = 0; level.length > 0; at++) {
    if (at > depth) return `The schema is nested deeper than ${depth} levels. Move parts into "$defs".`;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
    if (level.length > bytes) return tooLarge;
  }
  return Buffer.byteLength(JSON.stringify(schema)) > bytes ? tooLarge : undefined;
}

/** Finds references to other documents, references without a target, and patterns that are slow for some payloads. */
function structureProblems(schema: JsonObject): string[] {
  const problems: string[] = [];
  const open: Part[] = [{ node: within(schema, schema), path: '', holds: 'keywords' }];
  for (let part = open.pop(); part; part = open.pop()) {
    if (typeof part.node.schema !== 'object' || part.node.schema === null) continue;
    for (const [key, value] of Object.entries(part.node.schema)) {
      const path = `${part.path}/${key}`;
      const problem = entryProblem(part, key, value);
      if (problem) problems.push(`${path}: ${problem}`);
      if (part.holds !== 'keywords') open.push({ node: within(value, part.node.root), path, holds: 'keywords' });
      else if (!DATA.has(key)) open.push({ node: within(value, part.node.root), path, holds: MAPS[key] ?? 'keywords' });
    }
  }
  return problems;
}

interface Part {
  node: SchemaNode;
  path: string;
  /** The meaning of the object's keys: keywords of a schema, or names or patterns of schemas. */
  holds: 'keywords' | 'names' | 'patterns';
}

function entryProblem({ node, holds }: Part, key: string, value: unknown): string | undefined {
  if (holds === 'patterns') return slowPattern(key);
  if (holds === 'names' || typeof value !== 'string') return undefined;
  if (key === 'pattern') return slowPattern(value);
  return REFERENCES.has(key) && !resolveRef(value, node.root) ? refProblem(value) : undefined;
}

const REFERENCES = new Set(['$ref', '$dynamicRef', '$recursiveRef']);
/** Keywords whose values are not schemas. */
const DATA = new Set(['const', 'default', 'enum', 'examples']);
/** Keywords whose values contain schemas by name or by pattern. */
const MAPS: Readonly<Record<string, 'names' | 'patterns'>> = {
  __proto__: null as never,
  properties: 'names',
  patternProperties: 'patterns',
  $defs: 'names',
  definitions: 'names',
  dependentSchemas: 'names',
  dependencies: 'names',
};

function refProblem(ref: string): string {
  return /^[a-z][a-z\d+.-]*:|^\/\//i.test(ref)
    ? `\`${ref}\` is outside of the schema. Copy it into "$defs" and refer to it there.`
    : `\`${ref}\` is not in the schema. Point to a part of it, such as "#/$defs/address".`;
}

const validators: Partial<Record<Draft, Ajv>> = {};

/** Checks a schema against the meta-schema of its draft. The schema is not compiled, so none of it is executed. */
function metaProblems(schema: JsonObject, draft: Draft): string[] {
  validators[draft] ??= metaValidator(draft);
  const ajv = validators[draft];
  if (ajv.validateSchema(schema)) return [];
  const problems = (ajv.errors ?? []).filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'if');
  return (problems.length > 0 ? problems : (ajv.errors ?? [])).map(({ instancePath, message, params }) => {
    const allowed = 'allowedValues' in params ? `: ${(params.allowedValues as unknown[]).join(', ')}` : '';
    return `${instancePath || '/'}: ${message ?? 'is not valid'}${allowed}.`;
  });
}

/**
 * Returns the validator for a draft. Its meta-schema is without `uniqueItems`, because checking the values of `enum`
 * for duplicates takes quadratic time and has no use.
 */
function metaValidator(draft: Draft): Ajv {
  const ajv = draft === '7' ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
  return ajv.removeKeyword('uniqueItems');
}

const OPTIONS = { strict: false, allErrors: true, logger: false, validateFormats: false } as const;

/** Whether the schema allows an object. A payload is always an object, so any other schema is useless. */
function describesObject(schema: JsonObject): boolean {
  const { type } = schema;
  return type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));
}
