/** Conditions of integrations and steps (spec 2.6). */
import { z } from 'zod';

export const FIELD_OPERATORS = [
  'LARGER',
  'SMALLER',
  'LARGER_EQUAL',
  'SMALLER_EQUAL',
  'EQUAL',
  'NOT_EQUAL',
  'ALL_IN',
  'ANY_IN',
  'NOT_IN',
  'BETWEEN',
  'NOT_BETWEEN',
  'LIKE',
  'NOT_LIKE',
  'IN',
] as const;

/** An element of `StepFilter.children` (spec 2.6). */
export const FieldFilterPart = z.strictObject({
  field: z.string(),
  value: z.string(),
  operator: z.enum(FIELD_OPERATORS),
  on: z.enum(['subscriber', 'payload']),
});
export type FieldFilterPart = z.infer<typeof FieldFilterPart>;

/** A filter of a step or an integration (spec 2.6). */
export const StepFilter = z.strictObject({
  isNegated: z.boolean(),
  type: z.enum(['BOOLEAN', 'TEXT', 'DATE', 'NUMBER', 'STATEMENT', 'LIST', 'MULTI_LIST', 'GROUP']),
  value: z.enum(['AND', 'OR']),
  children: z.array(FieldFilterPart).max(1_000),
});
export type StepFilter = z.infer<typeof StepFilter>;
