import type { JsonObject } from '#lib/json/values.ts';
import type { WorkflowChange } from '#lib/workflows/client.ts';
import type { Versioned } from '#lib/workflows/version-client.ts';
import type { StepNames } from './change-summary.ts';

/** The workflow or layout whose versions are shown. */
export interface VersionSubject extends Versioned {
  /** The number of the current version. Undefined while it loads. */
  current: number | undefined;
  /** The names of the current steps, for summaries. */
  names: StepNames;
  /** Returns the names of the steps in a definition. */
  namesOf: (definition: JsonObject) => StepNames;
  /** Returns the changes that restoring `then` would make. */
  restoring: (now: JsonObject, then: JsonObject) => WorkflowChange[];
  /** Returns what restoring means for the next messages, for the confirmation. */
  consequence: (now: JsonObject) => string;
  /** The summary of an update without changes. */
  unchanged: string;
}

export interface VersionsProps {
  subject: VersionSubject;
  onRestored: () => void;
  /** Why no version can be restored now. */
  disabledReason?: string | undefined;
}
