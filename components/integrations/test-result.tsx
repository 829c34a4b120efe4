import { StateMark } from '#components/status/state-mark.tsx';
import type { State } from '#components/status/states.ts';
import { CodeBlock } from '#components/ui/code.tsx';
import type { TrialResult } from '#lib/integrations/trial-schema.ts';
import { Problem } from './form-problem.tsx';

/** The results of tests as states. */
export const testStyles = {
  succeeded: { state: 'done', label: 'It works' },
  failed: { state: 'failed', label: 'It failed' },
  sandboxed: { state: 'sandboxed', label: 'Sandbox' },
  untestable: { state: 'warning', label: 'Cannot be tested' },
} as const satisfies Record<TrialResult['outcome'], { state: State; label: string }>;

interface Props {
  result: TrialResult | undefined;
  /** The error, if the API rejected the call itself. */
  failure: Error | null | undefined;
}

/** The result of a test in the provider's own text. The exchange can be opened. */
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
  const { state, label } = testStyles[outcome];
  const said = isQuoted(message, exchange?.response) ? undefined : saidIn(exchange?.response);
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
      {outcome === 'succeeded' && said && (
        <p className="break-words text-muted">
          The provider responded: <q>{said}</q>
        </p>
      )}
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

/** Whether a message already contains a line of the response. */
function isQuoted(message: string, response = ''): boolean {
  return response.split('\n').some((line) => line.length > 3 && message.includes(line));
}

/** The maximum length of a response in the summary line. The exchange shows the full text. */
const MAX_SAID = 200;

/** Returns the provider's response in one line: a server's text, or an HTTP status with the body. */
export function saidIn(response: string | undefined): string | undefined {
  if (!response) return undefined;
  const [head = '', ...body] = response.split('\n\n');
  const text = /^\d{3}(\n|$)/.test(head) ? [head.slice(0, 3), ...body].join(' ') : response;
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_SAID ? `${line.slice(0, MAX_SAID)}…` : line;
}
