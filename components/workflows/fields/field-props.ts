import type { UiSchemaProperty } from '#lib/steps/ui-schema.ts';

/** What every field of the registry gets. */
export interface FieldProps {
  /** Dotted path of its control. */
  path: string;
  label: string;
  help?: string | undefined;
  placeholder?: string | undefined;
  property: UiSchemaProperty;
}
