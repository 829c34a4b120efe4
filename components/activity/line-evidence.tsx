import { CodeBlock } from '#components/ui/code.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { JsonView } from '#components/ui/json-view.tsx';
import { type ConditionLine, conditionLines, valueText } from '#lib/conditions/describe.ts';
import { isObject } from '#lib/json.ts';
import type { EvidenceField } from '#lib/reasons/evidence.ts';
import { evidenceOf } from '#lib/reasons/registry.ts';
import { absoluteTime, durationText } from '#lib/time.ts';
import { layerText } from './preference-layers.ts';
import type { StoryLine } from './step-story.ts';

/** Evidence that the line's text or the condition says already. */
const ELSEWHERE: readonly EvidenceField[] = ['condition', 'values', 'channel', 'attempt', 'words', 'problem'];

/** Whether there is more to a line than its text. */
export function hasMore({ detail, reason }: StoryLine): boolean {
  return Boolean(detail.raw) || (reason !== undefined && evidenceOf(reason).some(({ field }) => isShown(field)));
}

/** What a line of the timeline rests on: the condition with the values read, other evidence, the provider's exchange. */
export function LineEvidence({ line: { detail, reason } }: { line: StoryLine }) {
  const evidence = reason ? evidenceOf(reason) : [];
  const facts = evidence.filter(({ field }) => !ELSEWHERE.includes(field));
  const condition = evidence.find(({ field }) => field === 'condition')?.value;
  const values = evidence.find(({ field }) => field === 'values')?.value;
  return (
    <div className="mt-1.5 mb-1.5 ml-6 flex flex-col gap-2">
      {condition !== undefined && <Condition lines={conditionLines(condition)} values={values} />}
      {facts.length > 0 && (
        <Facts>
          {facts.map(({ field, label, value }) => (
            <Fact key={field} label={label}>
              <span className="min-w-0 break-words">{shownValue(field, value)}</span>
            </Fact>
          ))}
        </Facts>
      )}
      {detail.raw && <Exchange raw={detail.raw} />}
    </div>
  );
}

function isShown(field: EvidenceField): boolean {
  return field === 'condition' || !ELSEWHERE.includes(field);
}

/** The condition in words, each line with what it read. */
function Condition({ lines, values }: { lines: readonly ConditionLine[]; values: unknown }) {
  const read = isObject(values) ? (values as Record<string, unknown>) : {};
  return (
    <ul
      aria-label="Condition"
      className="flex flex-col gap-0.5 rounded-md bg-sunken px-2.5 py-1.5 font-mono text-xs leading-5"
    >
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a condition never change
        <li key={index} style={{ paddingLeft: line.level * 16 }} className="break-words">
          {line.text}
          {line.fields
            .filter((field) => Object.hasOwn(read, field))
            .map((field) => (
              <span key={field} className="font-sans text-faint">
                {' '}
                · {line.fields.length > 1 ? `${field} was` : 'was'} {valueText(read[field])}
              </span>
            ))}
        </li>
      ))}
    </ul>
  );
}

function shownValue(field: EvidenceField, value: unknown): string {
  if (field === 'layer') return layerText(value);
  if (field === 'span' && typeof value === 'number') return durationText(value);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(String).join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  return ['at', 'since', 'until'].includes(field) ? absoluteTime(value) : value;
}

/** What was sent to the provider and what it answered. */
function Exchange({ raw }: { raw: string }) {
  const exchange = parsed(raw);
  if (!isObject(exchange)) return <CodeBlock>{raw}</CodeBlock>;
  const { request, response, ...rest } = exchange as { request?: unknown; response?: unknown };
  if (typeof request !== 'string') return <JsonView value={exchange} what="raw detail" />;
  return (
    <>
      <Side title="Request" text={request} />
      <Side title="Response" text={typeof response === 'string' ? response : 'There was no answer.'} />
      {Object.keys(rest).length > 0 && <JsonView value={rest} what="raw detail" />}
    </>
  );
}

function Side({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title}>
      <h4 className="pb-1 text-xs font-medium text-faint">{title}</h4>
      <CodeBlock className="max-h-64">{text}</CodeBlock>
    </section>
  );
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
