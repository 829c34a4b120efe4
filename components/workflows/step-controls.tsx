import { CircleAlert } from 'lucide-react';
import { Fragment } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { CodeBlock } from '#components/ui/code.tsx';
import { JsonView } from '#components/ui/json-view.tsx';
import { Missing } from '#components/ui/missing.tsx';
import type { FlatIssue } from '#lib/workflows/issues.ts';
import { spanText } from './control-summary.ts';

interface Props {
  values: Record<string, unknown>;
  issues: readonly FlatIssue[];
}

/** Names of controls that their key alone does not tell. */
const labels: Record<string, string> = {
  skip: 'Skip the step when',
  amount: 'Time',
  cron: 'Schedule (cron)',
  editorType: 'Editor',
  disableOutputSanitization: 'Raw output',
  layoutId: 'Layout',
  digestKey: 'Grouped by',
  lookBackWindow: 'Look-back window',
  throttleKey: 'Counted per',
  threshold: 'At most',
  dynamicKey: 'Window taken from',
  url: 'URL',
  responseBodySchema: 'Shape of the answer',
  enforceSchemaValidation: 'Refuse other shapes',
  continueOnFailure: 'Go on after a failure',
};

/** The settings of a step as they are, each with its issues beneath. Works for every step type. */
export function StepControls({ values, issues }: Props) {
  const paired = spanText(values) !== '';
  const keys = Object.keys(values).filter((key) => values[key] !== undefined && !(paired && key === 'unit'));
  const missing = issues
    .filter(({ kind, path }) => kind === 'control' && !keys.includes(rootOf(path)))
    .map(({ path }) => rootOf(path));
  const integration = issues.filter(({ kind }) => kind === 'integration');
  return (
    <div className="flex flex-col gap-3">
      <IssueLines issues={integration} />
      {[...keys, ...new Set(missing)].map((key) => (
        <div key={key} data-control={key} tabIndex={-1} className="rounded-md">
          <h4 className="mb-1 text-xs font-medium text-faint">{labels[key] ?? humanize(key)}</h4>
          <Value name={key} value={paired && key === 'amount' ? spanText(values) : values[key]} />
          <IssueLines
            issues={issues.filter(({ kind, path }) => kind === 'control' && rootOf(path) === key)}
            nested={key}
          />
        </div>
      ))}
      {keys.length === 0 && missing.length === 0 && (
        <p className="text-muted">Nothing is set; the step runs with its defaults.</p>
      )}
    </div>
  );
}

function Value({ name, value }: { name: string; value: unknown }) {
  if (value === undefined || value === null || value === '') return <Missing label="Not set" />;
  if (typeof value === 'boolean') return <Badge>{value ? 'Yes' : 'No'}</Badge>;
  if (typeof value === 'object') return <JsonView value={value} what={labels[name] ?? humanize(name)} depth={3} />;
  const text = String(value);
  if (text.length > 100 || text.includes('\n')) {
    return (
      <CodeBlock className="max-h-72">
        <Template text={text} />
      </CodeBlock>
    );
  }
  return (
    <p className="break-words">
      <Template text={text} />
    </p>
  );
}

/** Text with its variables set off. */
function Template({ text }: { text: string }) {
  return text.split(/(\{\{.*?\}\}|\{%.*?%\})/g).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never reorder
      <code key={index} className="rounded-sm bg-accent-soft px-1 font-mono text-xs text-accent-text">
        {part}
      </code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never reorder
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}

function IssueLines({ issues, nested }: { issues: readonly FlatIssue[]; nested?: string }) {
  return issues.map((issue) => (
    <p
      key={`${issue.path} ${issue.message}`}
      className={`mt-1 flex items-start gap-1.5 text-pretty ${issue.kind === 'control' ? 'text-bad' : 'text-warn'}`}
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {nested && issue.path !== nested && <span className="font-mono text-xs">{issue.path}: </span>}
        {issue.message}
      </span>
    </p>
  ));
}

function rootOf(path: string): string {
  return path.split('.')[0] ?? path;
}

/** `primaryAction` → "Primary action". */
function humanize(key: string): string {
  const words = key.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
