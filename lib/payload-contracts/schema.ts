/** Wire shapes of payload contracts. They contain names and types of variables, never values. */
import { z } from 'zod';
import { Timestamp } from '#lib/api/wire.ts';

export const JSON_TYPES = ['string', 'number', 'boolean', 'object', 'array', 'null'] as const;

const SeenType = z.strictObject({
  type: z.enum(JSON_TYPES),
  /** The number of triggers of the sample with a value of this type. */
  count: z.int().positive(),
  firstAt: Timestamp,
  lastAt: Timestamp,
});
export type SeenType = z.infer<typeof SeenType>;

export const ContractVariable = z.strictObject({
  /** The path without `payload.`. `[]` means the items of a list: `items[].name`. */
  path: z.string(),
  /** The steps whose templates or skip rules read the variable, by `stepId`. */
  usedBy: z.array(z.string()),
  inSchema: z.boolean(),
  isRequired: z.boolean(),
  /** The number of triggers with a value other than null for the variable. */
  seen: z.int().nonnegative(),
  /** The number of triggers that could contain the variable, and in which it is absent or null. */
  missing: z.int().nonnegative(),
  /** The types of the values, the type that was seen first at the top. */
  types: z.array(SeenType),
});
export type ContractVariable = z.infer<typeof ContractVariable>;

/** An API key that sent triggers of the sample. */
const Caller = z.strictObject({
  apiKey: z.strictObject({ _id: z.string(), name: z.string().optional() }),
  triggers: z.int().positive(),
  /** The time of the last of these triggers. */
  lastAt: Timestamp,
});

/** Response of GET /v2/workflows/{workflowId}/payload-contract. */
export const PayloadContract = z.strictObject({
  workflow: z.strictObject({ _id: z.string(), workflowId: z.string(), name: z.string(), hasSchema: z.boolean() }),
  /** The newest triggers that were read. Test triggers of the dashboard are included. */
  sample: z.strictObject({
    triggers: z.int().nonnegative(),
    /** Whether the sample contains all stored triggers of the workflow. */
    isWhole: z.boolean(),
    from: Timestamp.nullable(),
    to: Timestamp.nullable(),
  }),
  /**
   * The API keys that sent the triggers of the sample, as far as the request log has them. Absent for a caller that may not
   * see the request log.
   */
  callers: z.array(Caller).optional(),
  /** The steps of the workflow. */
  steps: z.array(z.strictObject({ stepId: z.string(), name: z.string() })),
  /** Whether a step reads the payload as a whole, so that every variable counts as used. */
  usesWhole: z.boolean(),
  variables: z.array(ContractVariable),
  /** Whether there were more variables than are listed. */
  isCut: z.boolean(),
});
export type PayloadContract = z.infer<typeof PayloadContract>;
