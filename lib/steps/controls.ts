/** What a step type is made of, and the control fields that several of them share (spec 2.9). */
import { z } from 'zod';
import { JsonObject } from '#lib/api/text.ts';
import type { StepFields, StepIcon, StepPreviewKind } from './fields.ts';
import type { RenderTools } from './rendering.ts';
import type { StepInput, StepOutcome } from './run.ts';
import type { UiGroup } from './ui-schema.ts';

/**
 * What a control that holds Liquid becomes: plain text; HTML; a web address or a path; an absolute web address; JSON; the body of an
 * e-mail (HTML or a block-editor document, as `editorType` says). Where the control holds an object or an array, every text in it is a template.
 */
export type TemplateKind = 'text' | 'html' | 'url' | 'endpoint' | 'json' | 'body';

/** A span of time that controls ask for, by their dotted paths: `amount` × `unit`, or from one time of `cron` to the next. */
export type StepSpan = { amount: string; unit: string } | { cron: string };

/** The value a step file exports. */
export interface StepType<Type extends string = string, Controls extends z.ZodObject = z.ZodObject> {
  type: Type;
  /** What people call it. */
  label: string;
  icon: StepIcon;
  /** What it is for, in one line, for those who choose one. */
  purpose?: string;
  /** What may be stored, drafts included: the right types, nothing required, unknown keys kept. */
  controls: Controls;
  /** A step that can run; empty texts and nulls count as absent. What fails it is an issue, not an error. */
  complete: z.ZodObject;
  /** The controls that hold Liquid, by dotted path. */
  templates: Readonly<Record<string, TemplateKind>>;
  /** The controls that name a value of the event: `payload.orderId`, `orderId` or a template. */
  keys?: readonly string[];
  /** The controls that hold a JSON Schema. */
  schemas?: readonly string[];
  /** The spans that these controls, a draft's perhaps, ask for. */
  spans?(controls: JsonObject): StepSpan[];
  /** `uiSchema.group` of the interface; a type without one has no `uiSchema`. */
  group?: UiGroup;
  /** The controls as people see them, each of `controls`. */
  fields: StepFields;
  /** Its controls in one line; the subject or the body when absent. */
  summary?(controls: JsonObject): string;
  preview?: StepPreviewKind;
  /** What people call the values of `render` that are no controls. */
  rendered?: Readonly<Record<string, string>>;
  /** What is shown of controls that clients require and a draft lacks. */
  draft?: Record<string, unknown>;
  /** What goes out of rendered controls, where that is more or less than the controls themselves. Pure. */
  render?(controls: JsonObject, tools: RenderTools): JsonObject;
  /** What it does with its rendered controls; a type without it cannot run. Pure. */
  run?(input: StepInput): StepOutcome;
  /** What it does outside the hours that the subscriber allows; absent: it runs all the same. */
  outsideSchedule?: 'skip' | 'wait';
  /** JSON Schema of what later steps see of its result, at `steps.<stepId>`; nothing when absent. */
  result?(step: { controls: JsonObject; payload: JsonObject }): JsonObject;
  /** A result to show later steps with, where an example of its JSON Schema would say little; `payload` is a sample one. */
  sample?(step: { controls: JsonObject; payload: JsonObject }): JsonObject;
}

/** JSON Logic; the step is skipped when it is true. */
export const skip = JsonObject.optional();

/** A text that says something, in a complete step. */
export const text = z.string().min(1);

/** What is said of a control that a step cannot run without: what is missing and what to do. */
export function needed(message: string) {
  return { error: ({ input }: { input?: unknown }) => (input === undefined ? message : undefined) };
}

/** A rule between controls; unlike those of zod, it is also checked when a control fails by itself. */
export function rule(path: string, message: string) {
  return { path: path.split('.'), message, when: () => true };
}
