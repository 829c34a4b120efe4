import { ConditionText } from '#components/explain/condition-text.tsx';
import { EvidenceValue } from '#components/explain/evidence-value.tsx';
import { isSaidElsewhere } from '#components/explain/said-elsewhere.ts';
import { CodeBlock } from '#components/ui/code.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { JsonView } from '#components/ui/json-view.tsx';
import { isObject } from '#lib/json/values.ts';
import { type About, unmasked } from '#lib/reasons/definition.ts';
import { evidenceOf, type Reason } from '#lib/reasons/registry.ts';
import type { StoryLine } from './step-story.ts';

/** Values that the page of a message already shows next to the lines: the address and the provider. */
export type Known = readonly string[];

const IN_FACTS: ReadonlySet<string> = new Set(['address', 'provider']);

function factsOf(reason: Reason | undefined, about: About, known: Known) {
  const all = reason ? evidenceOf(reason) : [];
  return all.filter((each) => {
    const isKnown = IN_FACTS.has(each.field) && known.includes(unmasked(String(each.value), about.addresses ?? []));
    return !isKnown && !isSaidElsewhere(each, all);
  });
}

/** Whether a line has more details than its text. */
export function hasMore({ detail, reason }: StoryLine, about: About = {}, known: Known = []): boolean {
  const hasCondition = reason !== undefined && evidenceOf(reason).some(({ field }) => field === 'condition');
  return Boolean(detail.raw) || hasCondition || factsOf(reason, about, known).length > 0;
}

interface Props {
  line: StoryLine;
  about: About;
  known: Known;
}

/**
 * The evidence of a timeline line: the condition with the values that it read, other evidence, and the exchange with
 * the provider.
 */
export function LineEvidence({ line: { detail, reason }, about, known }: Props) {
  const evidence = reason ? evidenceOf(reason) : [];
  const facts = factsOf(reason, about, known);
  const condition = evidence.find(({ field }) => field === 'condition')?.value;
  const values = evidence.find(({ field }) => field === 'values')?.value;
  return (
    <div className="mt-1.5 mb-1.5 ml-6 flex flex-col gap-2">
      {condition !== undefined && <ConditionText condition={condition} values={values} />}
      {facts.length > 0 && (
        <Facts>
          {facts.map(({ field, label, value }) => (
            <Fact key={field} label={label}>
              <EvidenceValue
                field={field}
                value={field === 'address' ? unmasked(String(value), about.addresses ?? []) : value}
              />
            </Fact>
          ))}
        </Facts>
      )}
      {detail.raw && <Exchange raw={detail.raw} />}
    </div>
  );
}

/** The request to the provider and its response. */
function Exchange({ raw }: { raw: string }) {
  const exchange = parsed(raw);
  if (!isObject(exchange)) return <CodeBlock>{raw}</CodeBlock>;
  const { request, response, ...rest } = exchange as { request?: unknown; response?: unknown };
  if (typeof request !== 'string') return <JsonView value={exchange} what="raw detail" />;
  return (
    <>
      <Side title="Response" text={typeof response === 'string' ? response : undefined} />
      <Side title="Request" text={request} />
      {Object.keys(rest).length > 0 && <JsonView value={rest} what="raw detail" />}
    </>
  );
}

function Side({ title, text }: { title: string; text: string | undefined }) {
  return (
    <section aria-label={title}>
      {/* Hidden from assistive technology, which reads the title as the name of the section. */}
      <p aria-hidden className="pb-1 text-xs font-medium text-faint">
        {title}
      </p>
      {text === undefined ? (
        <p className="text-muted">There was no response.</p>
      ) : (
        <CodeBlock className="max-h-64">{text}</CodeBlock>
      )}
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
