import type { JsonObject } from '#lib/json/values.ts';

export interface BlockEditorProps {
  /** The document as JSON text. Empty for a new document. */
  value: string;
  /** Receives the whole document as JSON text after each edit. It is not called when a document is only opened. */
  onChange: (value: string) => void;
  /** A JSON Schema of the variables that can be inserted. */
  variables?: JsonObject | undefined;
  label: string;
  readOnly?: boolean | undefined;
  /** Whether the document is a layout, which can have the slot for the content of the email. */
  layout?: boolean | undefined;
}
