import type { JsonObject } from '#lib/json/values.ts';
import type { CodeLanguage } from './code-extensions.ts';
import type { CodeIssue } from './diagnostics.ts';

export interface CodeFieldProps {
  value: string;
  onChange: (value: string) => void;
  language: CodeLanguage;
  /** One line: Enter does nothing, and pasted line breaks become spaces. */
  singleLine?: boolean;
  /** A JSON Schema of the suggestions after `{{`. */
  variables?: JsonObject | undefined;
  /** Issues, underlined at their positions. Malformed JSON is underlined without an issue. */
  issues?: readonly CodeIssue[] | undefined;
  label: string;
  labelledBy?: string | undefined;
  describedBy?: string | undefined;
  invalid?: boolean | undefined;
  required?: boolean | undefined;
  placeholder?: string | undefined;
  readOnly?: boolean | undefined;
  /** A new object moves the cursor to this position, or to the end. */
  focus?: { at: number; position?: { line: number; column: number } | undefined } | undefined;
  /** The minimum height in pixels. */
  minHeight?: number;
  maxHeight?: number;
  className?: string;
}
