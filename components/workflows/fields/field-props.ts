/** What every widget gets. */
export interface FieldProps {
  /** Dotted path of its control. */
  path: string;
  label: string;
  help?: string | undefined;
  placeholder?: string | undefined;
}
