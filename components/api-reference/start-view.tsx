'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { GuideLink } from '#components/guides/guide-link.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Code } from '#components/ui/code.tsx';
import { Copied } from '#components/ui/copied.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { KEY } from '#lib/api-reference/shell-key.ts';
import { CodePanel } from './code-panel.tsx';
import { useReference } from './reference-state.tsx';

/** The beginning of the reference: address, key, first call, and the rules of all operations. */
export function StartView() {
  const { groups } = useReference();
  const { id, name, base } = useEnvironment();
  const trigger = groups
    .flatMap(({ operations }) => operations)
    .find(({ operationId }) => operationId === 'triggerEvent');
  return (
    <div className="gap-x-8 xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,440px)]">
      <div className="min-w-0">
        <h2 tabIndex={-1} className="text-xl font-semibold outline-none">
          Call {name} from your code
        </h2>
        <p className="mt-2 max-w-prose text-pretty text-muted">
          Your code sends JSON over HTTP. A key belongs to one environment, so the same code works in each of them.
        </p>
        <Facts className="mt-4">
          <Fact label="Address">
            <Copied value={`${location.origin}/api`} what="address" mono whole />
          </Fact>
          <Fact label="Header">
            <Copied value={`Authorization: ApiKey ${KEY}`} what="header" mono whole />
          </Fact>
          <Fact label="Environment">
            <Copied value={id} what="environment ID" mono whole />
          </Fact>
        </Facts>
        <p className="mt-2">
          <Link href={`${base}/api-keys`} className="rounded-sm text-accent-text underline-offset-2 hover:underline">
            API keys of {name}
          </Link>
        </p>
        <Rules />
      </div>
      <aside aria-label="Examples" className="min-w-0 self-start max-xl:mt-6">
        <h3 className="mb-1.5 text-xs font-medium text-muted">
          The first call:{' '}
          <a className="text-accent-text hover:underline" href="#triggerEvent">
            trigger a workflow
          </a>
        </h3>
        {trigger && <CodePanel operation={trigger} />}
      </aside>
      <Contents />
    </div>
  );
}

function Rules() {
  return (
    <>
      <Rule title="Errors">
        Every failure has the same fields: <Code>statusCode</Code>, <Code>code</Code>, <Code>message</Code> and{' '}
        <Code>requestId</Code>. A 422 also has <Code>errors</Code>, with the problem of each field. Repeat a call after
        429 and 503, but first wait the number of seconds in <Code>Retry-After</Code>. Do not repeat a call after any
        other 4xx status. <GuideLink path="errors">All error codes</GuideLink>
      </Rule>
      <Rule title="Safe repetition">
        Send <Code>Idempotency-Key</Code> with a POST or PATCH: within 24 hours, a repeated call returns the first
        response. A trigger also accepts a <Code>transactionId</Code> of your choice: a repeated trigger with the same
        ID starts no further runs.
      </Rule>
      <Rule title="Clients">
        The official TypeScript client <Code>@novu/api</Code> works with this address as its <Code>serverURL</Code>.
      </Rule>
    </>
  );
}

function Rule({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-5">
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-1 max-w-prose text-pretty text-muted">{children}</p>
    </section>
  );
}

function Contents() {
  const { groups } = useReference();
  return (
    <section aria-label="Groups" className="col-span-full mt-8">
      <h3 className="mb-2 text-base font-semibold">Operations by subject</h3>
      <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-4">
        {groups
          .filter(({ isForPeople }) => !isForPeople)
          .map(({ id, name, operations }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="control flex items-center justify-between rounded-md border border-line bg-surface px-3 hover:bg-hover"
              >
                <span className="truncate font-medium">{name}</span>
                <span className="text-xs text-faint">{operations.length}</span>
              </a>
            </li>
          ))}
      </ul>
    </section>
  );
}
