import type { FieldFilterPart } from '#lib/conditions/step-filter-schema.ts';

/** Labels for the operators of spec 2.6. */
export const operatorLabels = {
  LARGER: 'is more than',
  SMALLER: 'is less than',
  LARGER_EQUAL: 'is at least',
  SMALLER_EQUAL: 'is at most',
  EQUAL: 'is',
  NOT_EQUAL: 'is not',
  ALL_IN: 'has all of',
  ANY_IN: 'has any of',
  NOT_IN: 'is none of',
  BETWEEN: 'is between',
  NOT_BETWEEN: 'is not between',
  LIKE: 'contains',
  NOT_LIKE: 'does not contain',
  IN: 'is one of',
} as const satisfies Record<FieldFilterPart['operator'], string>;
