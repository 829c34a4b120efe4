import type { Json, JsonObject, Severity } from './rows.ts';

/** A workflow of the demo company in the notation of these files. workflows.ts creates rows from it. */
export interface WorkflowDefinition {
  identifier: string;
  name: string;
  description: string;
  tags: string[];
  severity: Severity;
  /** Default true. */
  active?: boolean;
  critical?: boolean;
  sensitive?: boolean;
  origin?: 'svc-cloud' | 'svc-cloud-v1' | 'external';
  group: 'Orders' | 'Marketing' | 'Account' | 'Team';
  ageDays: number;
  publishedDaysAgo?: number;
  payloadSchema?: JsonObject;
  validatePayload?: boolean;
  translated?: boolean;
  /** Channels that are off unless a subscriber turns them on. */
  offByDefault?: string[];
  userPreferences?: JsonObject;
  steps: StepContent[];
}

export interface StepContent {
  name: string;
  type: string;
  controls: JsonObject;
  /** The values of some controls before the last save. */
  earlier?: JsonObject;
  active?: boolean;
  shouldStopOnFail?: boolean;
  filters?: Json[];
}

/** The JSON Schema of a payload: every property with its type; all are required except `optional`. */
export function payloadSchema(properties: Record<string, JsonObject>, optional: string[] = []): JsonObject {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  };
}

export const TEXT: JsonObject = { type: 'string' };
export const NUMBER: JsonObject = { type: 'number' };
export const FLAG: JsonObject = { type: 'boolean' };

const PAGE_STYLE = 'margin:0;padding:24px;background:#f6f4ef;font:16px/1.5 Georgia,serif;color:#26322b';
const BUTTON_STYLE =
  'display:inline-block;padding:12px 20px;background:#2f5d46;color:#fff;text-decoration:none;border-radius:4px';

/** An HTML email of the shop around `content`. */
export function htmlEmail(content: string, footer: string): string {
  return `<!doctype html><html><body style="${PAGE_STYLE}"><h2 style="margin:0 0 16px">Fennel &amp; Oak</h2>${content}<p style="font-size:12px;color:#6b756e">${footer}</p></body></html>`;
}

export function htmlButton(label: string, url: string): string {
  return `<p><a href="${url}" style="${BUTTON_STYLE}">${label}</a></p>`;
}

/** A block-editor document: text lines and `[label](url)` buttons. `{{…}}` in a line becomes a variable node. */
export function blocks(...lines: string[]): string {
  const content = lines.map((line, index) => {
    const button = /^\[(.*)\]\((.*)\)$/.exec(line);
    if (button) return { type: 'button', attrs: { text: button[1], url: button[2], textAlign: 'center' } };
    const inline = line
      .split(/(\{\{.*?\}\})/)
      .filter(Boolean)
      .map((part) =>
        part.startsWith('{{')
          ? { type: 'variable', attrs: { id: part.slice(2, -2).trim() } }
          : { type: 'text', text: part },
      );
    return index === 0
      ? { type: 'heading', attrs: { level: 2, textAlign: 'left' }, content: inline }
      : { type: 'paragraph', attrs: { textAlign: 'left' }, content: inline };
  });
  return JSON.stringify({ type: 'doc', content });
}
