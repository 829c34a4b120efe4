import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { KEY } from '#lib/api-reference/shell-key.ts';
import { SettingsSection } from './settings-page.tsx';

const HEADER = `Authorization: ApiKey ${KEY}`;

/** An example of an API call: the header, and a `curl` command that works once it contains the key. */
export function CallExample() {
  const { name, base } = useEnvironment();
  const call = `curl '${location.origin}/api/v2/subscribers?limit=1' \\\n  -H "${HEADER}"`;
  return (
    <SettingsSection
      id="call-example"
      title="Calling the API"
      intro={`Replace ${KEY} with the key, which determines the environment. The response contains one subscriber of ${name}.`}
    >
      <dl className="divide-y divide-line rounded-lg border border-line bg-surface">
        <Example label="Header of every call" text={HEADER} what="header" />
        <Example label="Try it in a terminal" text={call} what="curl example" />
      </dl>
      <Link
        href={`${base}/api-reference`}
        className="mt-3 inline-flex control items-center gap-1.5 rounded-sm text-accent-text underline-offset-2 hover:underline"
      >
        API reference, with code in four languages
      </Link>
    </SettingsSection>
  );
}

function Example({ label, text, what }: { label: string; text: string; what: string }) {
  return (
    <div className="px-3 py-2">
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="flex items-start gap-2">
        <code className="min-w-0 flex-1 py-[3px] font-mono text-xs whitespace-pre-wrap wrap-anywhere select-all">
          {text}
        </code>
        <CopyButton value={text} what={what} />
      </dd>
    </div>
  );
}
