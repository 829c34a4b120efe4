'use client';

import type { FieldProps } from './field-props.ts';
import { JsonField } from './json-field.tsx';

/** When the step is left out. */
export function SkipField(props: FieldProps) {
  return <JsonField {...props} />;
}
