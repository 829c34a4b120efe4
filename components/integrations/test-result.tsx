import { StateMark } from '#components/status/state-mark.tsx';
import type { State } from '#components/status/states.ts';
import { CodeBlock } from '#components/ui/code.tsx';
import type { TrialResult } from '#lib/integrations/trial-schema.ts';
import { Problem } from './form-problem.tsx';

const styles = {
  succeeded: { state: 'done', label: 'It works' },
  failed: { state: 'failed', label: 'It failed' },
  sandboxed: { state: 'sandboxed', label: 'Sandbox' },
  untestable: { state: 'warning', label: 'Cannot be tested' },
} as const satisfies Record<TrialResult['outcome'], { state: State; label: string }>;

interface Props {
  result: TrialResult | undefined;
  /** The error when the API rejected the call itself. */
  failure: Error | null | undefined;
}

/** The result of a test in the provider's own text; the exchange can be opened. */
export function TestResult({ result, failure }: Props) {
  if (failure) return <Problem>{failure.message}</Problem>;
  return (
    <div aria-live="polite" className="empty:hidden">
      {result && <Shown result={result} />}
    </div>
  );
}

function Shown({
  result: { outcome, message, kind, providerStatus, providerCode, exchange, durationMs },
}: {
  result: TrialResult;
}) {
  const { state, label } = styles[outcome];
  const facts = [
    kind?.replaceAll('_', ' '),
    providerStatus && `status ${providerStatus}`,
    providerCode && `code ${providerCode}`,
    `${durationMs} ms`,
  ];
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StateMark state={state} label={label} show="badge" />
        <span className="text-xs text-faint">{facts.filter(Boolean).join(' · ')}</span>
      </p>
      <p className="break-words">{message}</p>
      {exchange && (
        <details className="text-xs">
          <summary className="cursor-pointer text-muted">Exchange with the provider</summary>
          <CodeBlock className="mt-2 max-h-64">{exchange.request}</CodeBlock>
          {exchange.response !== undefined && <CodeBlock className="mt-2 max-h-64">{exchange.response}</CodeBlock>}
        </details>
      )}
    </div>
  );
}
