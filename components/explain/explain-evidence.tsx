import dynamic from 'next/dynamic';
import { SentThrough } from '#components/integrations/sent-through.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import type { Explanation } from '#lib/explain/schema.ts';
import { aboutExplained } from '#lib/explain/summary.ts';
import type { About } from '#lib/reasons/definition.ts';
import { parseReason, summaryOf } from '#lib/reasons/registry.ts';
import type { WireReason } from '#lib/reasons/schema.ts';
import { WITHHELD } from '#lib/reasons/withheld.ts';
import { timesAt } from '#lib/time/day-time.ts';
import { EvidenceValue } from './evidence-value.tsx';
import { isSaidElsewhere } from './said-elsewhere.ts';

// Loaded on demand, because the component includes the grammar of conditions, which few explanations need.
const ConditionText = dynamic(() => import('./condition-text.tsx').then((module) => module.ConditionText), {
  ssr: false,
});

/** The evidence that was read or recorded, one row each. */
export function ExplainEvidence({ answer: { evidence, decisive, subscriber } }: { answer: Explanation }) {
  const about = aboutExplained(subscriber, decisive.run?.workflow.name, timesAt(Date.now()));
  const condition = evidence.find(({ field }) => field === 'condition')?.value;
  const values = evidence.find(({ field }) => field === 'values')?.value;
  // If several steps decided, their rows already show what was missing.
  const isSeveral = (decisive.more ?? []).length > 0;
  const { integration } = decisive;
  const left = new Set([...(isSeveral ? ['missing'] : []), ...(integration ? ['integration'] : [])]);
  const isNamed = ({ field, value }: { field: string; value?: unknown }) =>
    field === 'provider' && value === integration?.name;
  const facts = evidence.filter((each) => !isSaidElsewhere(each, evidence) && !left.has(each.field) && !isNamed(each));
  if (facts.length === 0 && condition === undefined && !integration) return null;
  return (
    <section aria-label="Evidence" className="mt-2 flex flex-col gap-1 border-t border-line pt-2">
      {condition !== undefined && <ConditionText condition={condition} values={values} />}
      {values === WITHHELD && (
        <p className="py-1 text-xs text-faint">The values that the condition read are withheld.</p>
      )}
      <Facts>
        {integration && (
          <Fact label="Integration">
            <SentThrough sender={integration} providerId={undefined} />
          </Fact>
        )}
        {facts.map(({ field, label, value, reason }) => (
          <Fact key={`${field} ${label} ${String(value)}`} label={label}>
            <EvidenceValue field={field} value={sentenceOf(reason, about) ?? value} at={decisive.at} />
          </Fact>
        ))}
      </Facts>
    </section>
  );
}

/** Returns the sentence of a reason, with times and addresses formatted as elsewhere on the page. */
function sentenceOf(stored: WireReason | undefined, about: About): string | undefined {
  const reason = parseReason(stored);
  return reason && summaryOf(reason, about);
}
