/** The values in the code that triggers a workflow. */
import type { JsonObject } from '#lib/json/values.ts';
import type { EventState } from './use-event.ts';

/** Sample values, the payload of the newest run, or the event that the user has entered in *Test*. */
export type CodeValues = 'sample' | 'run' | 'test';

/** The placeholder for the ID of the recipient. */
export const SUBSCRIBER = 'SUBSCRIBER_ID';

interface Choice {
  value: CodeValues;
  label: string;
}

type Known = Pick<EventState, 'name' | 'example' | 'newest' | 'event' | 'isEntered'>;

/** Returns the choices that exist, with their labels. The first one is the default: real values, if there are any. */
export function valueChoices({ newest, event, isEntered }: Omit<Known, 'name' | 'example'>) {
  const sample: Choice = { value: 'sample', label: 'Sample values' };
  const run: Choice = { value: 'run', label: 'Newest run' };
  const test: Choice[] = event && isEntered ? [{ value: 'test', label: 'Your test' }] : [];
  return newest ? ([run, sample, ...test] as const) : ([sample, ...test] as const);
}

/** Returns the body of the trigger. A choice whose values are unknown falls back to sample values. */
export function codeBody(
  { name, example, newest, event }: Known,
  values: CodeValues,
): { to: unknown; payload: JsonObject } {
  if (values === 'test' && event) return event;
  const payload = values === 'run' && newest ? newest.payload : example;
  return { name, to: SUBSCRIBER, payload } as { name: string; to: unknown; payload: JsonObject };
}
