import type { ComboOption } from '#components/workflows/fields/combo-box.tsx';
import type { JsonObject } from '#lib/api/text.ts';
import type { Rule } from './model.ts';
import type { FieldType } from './operator-choices.ts';

export interface ValueProps {
  rule: Rule;
  type: FieldType;
  /** Of the field. */
  schema: JsonObject | undefined;
  fields: readonly ComboOption[];
  /** "Condition 2": begins the names of the inputs. */
  name: string;
  readOnly: boolean;
  onChange: (value: unknown) => void;
}
