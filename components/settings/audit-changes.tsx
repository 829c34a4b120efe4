import { ArrowRight } from 'lucide-react';
import { useRowTime } from '#components/layout/row-time.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { changesOf, changesTitle, type FieldChange } from '#lib/audit-log/changes.ts';
import type { AuditEntry } from '#lib/audit-log/schema.ts';
import { pathText, valueText } from '#lib/audit-log/value-text.ts';

/** The differences between the two states, by field. For a created or deleted resource: all of its fields. */
export function AuditChanges({ entry }: { entry: AuditEntry }) {
  const { before, after } = entry;
  const changes = changesOf(before, after);
  if (changes.length === 0) return null;
  const title = changesTitle(entry);
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-base font-semibold">{title}</h3>
      <dl className="divide-y divide-line rounded-lg border border-line">
        {changes.map((change) => (
          <div key={change.path} className="px-3 py-2">
            <dt className="text-xs break-words text-faint">{pathText(change.path)}</dt>
            <dd className="flex flex-wrap items-start gap-x-2 gap-y-0.5 break-words">
              <States change={change} both={before != null && after != null} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function States({ change: { path, before, after }, both }: { change: FieldChange; both: boolean }) {
  const { zone } = useRowTime();
  if (!both) return <Value text={valueText(path, before ?? after, zone)} />;
  return (
    <>
      <Value text={valueText(path, before, zone)} old />
      <ArrowRight aria-label="became" className="mt-[3px] size-3.5 shrink-0 text-faint" />
      <Value text={valueText(path, after, zone)} />
    </>
  );
}

function Value({ text, old = false }: { text: string | undefined; old?: boolean }) {
  if (text === undefined) return <Missing label="nothing" />;
  return <span className={`max-w-full min-w-0 whitespace-pre-wrap ${old ? 'text-muted' : 'font-medium'}`}>{text}</span>;
}
