/** Wire shapes of environment variables, which templates read as `env.KEY`. */
import { z } from 'zod';
import { queryBoolean, queryText } from '#lib/api/query.ts';
import { storableText } from '#lib/api/text.ts';
import { Id, Timestamp } from '#lib/api/wire.ts';

const MAX_KEY = 255;
const MAX_VALUE = 10_000;
const MAX_VALUES = 100;

/** A value in one environment. The value of a secret is masked. */
export const EnvironmentVariableValue = z.strictObject({ _environmentId: z.string(), value: z.string() });
export type EnvironmentVariableValue = z.infer<typeof EnvironmentVariableValue>;

const Place = { _environmentId: z.string(), name: z.string() };

/** The workflows and layouts that read a variable, each kind sorted by name. */
export const EnvironmentVariableReaders = z.strictObject({
  workflows: z.array(z.strictObject({ ...Place, workflowId: z.string() })),
  layouts: z.array(z.strictObject({ ...Place, layoutId: z.string() })),
});
export type EnvironmentVariableReaders = z.infer<typeof EnvironmentVariableReaders>;

export const EnvironmentVariable = z.strictObject({
  _id: z.string(),
  _organizationId: z.string(),
  key: z.string(),
  type: z.literal('string'),
  isSecret: z.boolean(),
  /** An API key gets only the value of its own environment. */
  values: z.array(EnvironmentVariableValue),
  /**
   * Only with `readers=true`. An API key gets only the readers in its own environment. An extension of the interface.
   */
  readers: EnvironmentVariableReaders.optional(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type EnvironmentVariable = z.infer<typeof EnvironmentVariable>;

/** Response of GET /v1/environment-variables, sorted by key. */
export const EnvironmentVariableList = z.array(EnvironmentVariable);
export type EnvironmentVariableList = z.infer<typeof EnvironmentVariableList>;

/** Query of GET /v1/environment-variables. `search` matches a part of the key, ignoring case. */
export const ListEnvironmentVariablesQuery = z.object({
  search: queryText(),
  /** Whether to return the readers of each variable. */
  readers: queryBoolean(),
});
export type ListEnvironmentVariablesQuery = z.infer<typeof ListEnvironmentVariablesQuery>;

const Key = z
  .string()
  .max(MAX_KEY, `must be at most ${MAX_KEY} characters`)
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'must start with a letter and have only letters, digits and underscores');

const ValueInput = z.object({ _environmentId: Id, value: storableText(MAX_VALUE) });
const valuesOf = <Input extends z.ZodType<{ _environmentId: string }>>(input: Input) =>
  z
    .array(input)
    .max(MAX_VALUES, `must be at most ${MAX_VALUES}`)
    .refine(
      (values) => new Set(values.map(({ _environmentId }) => _environmentId)).size === values.length,
      'must name each environment once',
    );

/** Body of POST /v1/environment-variables. */
export const CreateEnvironmentVariableBody = z.object({
  key: Key,
  type: z.literal('string').default('string'),
  isSecret: z.boolean().default(false),
  values: valuesOf(ValueInput).default([]),
});
export type CreateEnvironmentVariableBody = z.infer<typeof CreateEnvironmentVariableBody>;

/**
 * Body of PATCH /v1/environment-variables/{variableKey}. An environment that is missing in `values` keeps its value.
 */
export const UpdateEnvironmentVariableBody = z.object({
  key: Key.optional(),
  type: z.literal('string').optional(),
  isSecret: z.boolean().optional(),
  /** A value of null removes the value of that environment. */
  values: valuesOf(ValueInput.extend({ value: ValueInput.shape.value.nullable() })).optional(),
});
export type UpdateEnvironmentVariableBody = z.infer<typeof UpdateEnvironmentVariableBody>;

export const EnvironmentVariableParams = z.object({ variableKey: storableText(MAX_KEY).min(1) });
export type EnvironmentVariableParams = z.infer<typeof EnvironmentVariableParams>;

/**
 * Response of GET /v1/environment-variables/{variableKey}/usage: the workflows of the caller's environment, sorted by
 * name.
 */
export const EnvironmentVariableUsage = z.strictObject({
  workflows: z.array(z.strictObject({ name: z.string(), workflowId: z.string() })),
});
export type EnvironmentVariableUsage = z.infer<typeof EnvironmentVariableUsage>;
