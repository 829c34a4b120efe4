import type { ComboOption } from '#components/form/combo-box.tsx';
import type { JsonObject } from '#lib/json/values.ts';
import type { Rule } from './model.ts';
import type { FieldType } from './operator-choices.ts';

export interface ValueProps {
  rule: Rule;
  type: FieldType;
  /** The schema of the field. */
  schema: JsonObject | undefined;
  fields: readonly ComboOption[];
  /** The name of the row, with which the names of the inputs start: "Condition 2". */
  name: string;
  readOnly: boolean;
  onChange: (value: unknown) => void;
}
