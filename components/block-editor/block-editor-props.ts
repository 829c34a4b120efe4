import type { JsonObject } from '#lib/api/text.ts';

export interface BlockEditorProps {
  /** The document as JSON text; empty for a new one. */
  value: string;
  /** With the whole document as JSON text after each edit; never for a document that was only opened. */
  onChange: (value: string) => void;
  /** JSON Schema of what may be inserted as a variable. */
  variables?: JsonObject | undefined;
  label: string;
  readOnly?: boolean | undefined;
  /** Offers the place for the content of the e-mail. */
  layout?: boolean | undefined;
}
