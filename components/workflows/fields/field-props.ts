/** The props of every widget. */
export interface FieldProps {
  /** The dotted path of its control. */
  path: string;
  label: string;
  help?: string | undefined;
  placeholder?: string | undefined;
}
