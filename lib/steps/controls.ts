/** The parts of a step type, and control fields that several types share (spec 2.9). */
import { z } from 'zod';
import { JsonObject } from '#lib/api/text.ts';
import type { StepFields, StepIcon, StepPreviewKind } from './fields.ts';
import type { RenderTools } from './rendering.ts';
import type { StepInput, StepOutcome } from './run.ts';
import type { UiGroup } from './ui-schema.ts';

/**
 * The result of a control that contains Liquid: plain text; plain text with marked values; HTML; a web address or a path; an
 * absolute web address; JSON; the body of an email (HTML or a block-editor document, according to `editorType`). In an
 * object or an array, every text is a template.
 */
export type TemplateKind = 'text' | 'marked' | 'html' | 'url' | 'endpoint' | 'json' | 'body';

/**
 * A duration in the controls, given by dotted paths: `amount` × `unit`, or from one time of `cron` to the next.
 */
export type StepSpan = { amount: string; unit: string } | { cron: string };

interface StepSecrets {
  /** Finds the control path of each secret. */
  find(controls: JsonObject): readonly { path: string }[];
  /** Returns the controls with a mask instead of each secret. */
  mask(controls: JsonObject): JsonObject;
  /**
   * Returns the controls that a caller sent back, with stored secrets instead of masks, and the paths of masks without
   * a stored secret.
   */
  restore(given: JsonObject, stored: JsonObject): { controls: JsonObject; strayMasks: string[] };
}

/** The value that a step file exports. */
export interface StepType<Type extends string = string, Controls extends z.ZodObject = z.ZodObject> {
  type: Type;
  /** The display name. */
  label: string;
  icon: StepIcon;
  /** The purpose of the step type in one line, shown when people choose a step type. */
  purpose?: string;
  /** A note for people who write the controls, shown above the form. */
  note?: string;
  /** The schema of stored controls, including drafts: correct types, nothing required, unknown keys kept. */
  controls: Controls;
  /**
   * The controls of a step that is complete enough to run; empty texts and nulls count as absent. A violation is an
   * issue, not an error.
   */
  complete: z.ZodObject;
  /** The controls that contain Liquid, by dotted path. */
  templates: Readonly<Record<string, TemplateKind>>;
  /** The controls that name a value of the run: `payload.orderId`, `orderId` or a template. */
  keys?: readonly string[];
  /** Returns the control that names the end of a window among the values of the run: a date, or an object with amount and unit. */
  windowKey?(controls: JsonObject): string | undefined;
  /** Plaintext secrets in the controls. Pure. */
  secrets?: StepSecrets;
  /** The controls that contain a JSON Schema. */
  schemas?: readonly string[];
  /** Returns the durations that the controls define. The controls may belong to a draft. */
  spans?(controls: JsonObject): StepSpan[];
  /** `uiSchema.group` of the interface. A type without a group has no `uiSchema`. */
  group?: UiGroup;
  /** The form fields of `controls`. */
  fields: StepFields;
  /** Returns the controls in one line. Default: the subject or the body. */
  summary?(controls: JsonObject): string;
  preview?: StepPreviewKind;
  /** Labels for values of `render` that are not controls. */
  rendered?: Readonly<Record<string, string>>;
  /** Values for controls that clients require and a draft lacks. */
  draft?: Record<string, unknown>;
  /** Returns the step's output, if it differs from the rendered controls. Pure. */
  render?(controls: JsonObject, tools: RenderTools): JsonObject;
  /** Runs the step with its rendered controls. Pure. */
  run(input: StepInput): StepOutcome;
  /** Returns the outcome of `run` for a step that makes a request. Absent for types that make no request. Pure. */
  request?(input: Pick<StepInput, 'output' | 'controls'>): StepOutcome;
  /** The behaviour outside the subscriber's schedule. Absent: the step runs anyway. */
  outsideSchedule?: 'skip' | 'wait';
  /** Whether the step collects events of several runs. */
  collects?: boolean;
  /** Returns a JSON Schema of the result that later steps read as `steps.<stepId>`. Absent: no result. */
  result?(step: { controls: JsonObject; payload: JsonObject }): JsonObject;
  /**
   * Returns a sample result for previews of later steps, if an example from the JSON Schema would be meaningless. `payload`
   * is a sample payload.
   */
  sample?(step: { controls: JsonObject; payload: JsonObject }): JsonObject;
}

/** A JSON Logic condition. If it is true, the step is skipped. */
export const skip = JsonObject.optional();

/** A non-empty text, in a complete step. */
export const text = z.string().min(1);

/** Returns the message for a missing required control: the problem and the fix. */
export function needed(message: string) {
  return { error: ({ input }: { input?: unknown }) => (input === undefined ? message : undefined) };
}

/** A rule between controls. Unlike zod's own rules, this rule is checked even if a single control is invalid. */
export function rule(path: string, message: string) {
  return { path: path.split('.'), message, when: () => true };
}
