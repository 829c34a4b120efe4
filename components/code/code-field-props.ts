import type { JsonObject } from '#lib/api/text.ts';
import type { CodeLanguage } from './code-extensions.ts';
import type { CodeIssue } from './diagnostics.ts';

export interface CodeFieldProps {
  value: string;
  onChange: (value: string) => void;
  language: CodeLanguage;
  /** No line breaks: Enter does nothing, pasted ones become spaces. */
  singleLine?: boolean;
  /** JSON Schema of what completion offers after `{{`. */
  variables?: JsonObject | undefined;
  /** Underlined where they are; malformed JSON is by itself. */
  issues?: readonly CodeIssue[] | undefined;
  label: string;
  labelledBy?: string | undefined;
  describedBy?: string | undefined;
  invalid?: boolean | undefined;
  required?: boolean | undefined;
  placeholder?: string | undefined;
  readOnly?: boolean | undefined;
  /** A new object puts the cursor there, or at the end. */
  focus?: { at: number; position?: { line: number; column: number } | undefined } | undefined;
  /** Pixels. */
  minHeight?: number;
  maxHeight?: number;
  className?: string;
}
