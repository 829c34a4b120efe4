'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { useEnvironment, useSession, useWhyNot } from '#components/layout/session.tsx';
import { Code } from '#components/ui/code.tsx';
import { Copied } from '#components/ui/copied.tsx';
import { FoldButton } from '#components/ui/fold-button.tsx';
import { Step, Steps } from '#components/ui/steps.tsx';
import { guideAddress } from '#lib/guides/address.ts';
import { integrationQueries } from '#lib/integrations/client.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { CodeChoice } from './code-choice.tsx';
import { embedCode } from './embed-code.ts';
import { InboxPreview } from './inbox-preview.tsx';
import { usePreviewSubscriber } from './preview-subscriber.ts';
import { requiresHash } from './requires-hash.ts';
import { SIGN_CODE } from './sign-code.ts';

/** Milliseconds between two checks whether a page has started the first session. */
const LOOK_MS = 5_000;

interface Props {
  integration: Integration;
  /** Whether code and preview are shown although a page is connected. */
  startsOpen?: boolean;
}

/** Explains how the product's pages embed the inbox, and shows whether a page has opened it. */
export function ConnectInbox({ integration, startsOpen = false }: Props) {
  const { id } = useEnvironment();
  const isConnected = integration.connected === true;
  const [isOpen, open] = useState(startsOpen || !isConnected);
  useQuery({ ...integrationQueries.list(id), refetchInterval: isConnected ? false : LOOK_MS });
  return (
    <section aria-labelledby="connect-inbox">
      <h3 id="connect-inbox" className="mb-2 text-base font-semibold">
        Connect an inbox
      </h3>
      <div className="rounded-lg border border-line">
        <Connection isConnected={isConnected} />
        <FoldButton
          open={isOpen}
          onFold={open}
          className="focus-inset flex w-full items-center gap-1.5 border-t border-line px-3 py-2.5 text-left font-medium hover:bg-hover"
        >
          Code for your product, and a preview
        </FoldButton>
        {isOpen && (
          <div className="border-t border-line p-4">
            <Instructions integration={integration} />
          </div>
        )}
      </div>
    </section>
  );
}

function Connection({ isConnected }: { isConnected: boolean }) {
  const Icon = isConnected ? CircleCheck : TriangleAlert;
  return (
    <p role="status" className="flex items-start gap-2 px-3 py-2.5 text-pretty">
      <Icon
        aria-hidden
        className={isConnected ? 'mt-0.5 size-4 shrink-0 text-ok' : 'mt-0.5 size-4 shrink-0 text-warn'}
      />
      {isConnected
        ? 'Connected: a page has opened the inbox, and shows its messages.'
        : 'No page has opened the inbox yet. In-app messages are stored, and no subscriber sees them.'}
    </p>
  );
}

function Instructions({ integration }: { integration: Integration }) {
  const { id, name } = useEnvironment();
  const isSigned = requiresHash(integration, useSession().environment.type);
  const choice = usePreviewSubscriber();
  const subscriberId = choice.chosen ?? 'jane';
  const embedding = { origin: window.location.origin, applicationIdentifier: id, subscriberId };
  const sign = (
    <Step
      key="sign"
      title={isSigned ? 'Sign the subscriber ID on your server' : 'Sign the subscriber ID before you go live'}
    >
      <p className="text-pretty">
        {isSigned
          ? `Anyone can read the code of a page. The hash proves who the subscriber is, and ${name} requires it.`
          : `Anyone can read the code of a page. The hash proves who the subscriber is. ${name} accepts any hash; production environments require the correct hash.`}
      </p>
      <CodeChoice label="Code that signs the subscriber ID" codes={SIGN_CODE} />
      <KeyNote />
    </Step>
  );
  const embed = (
    <Step key="embed" title="Show the bell in your page">
      <p className="flex max-w-full flex-wrap items-center gap-x-1.5">
        Application identifier of {name}: <Copied value={id} what="application identifier" mono />
      </p>
      <CodeChoice label="Code that shows the inbox" codes={embedCode(embedding)} />
      <p className="text-xs text-pretty text-faint">
        Your server fills in the ID and the hash of the person who is signed in. The tag needs no package. React, Vue
        and JavaScript use the packages of Novu, unmodified.{' '}
        <Link href={guideAddress('inbox')} className={linkClass}>
          Contexts, policies and origins
        </Link>
      </p>
    </Step>
  );
  return (
    <Steps>
      {isSigned ? [sign, embed] : [embed, sign]}
      <Step title="Try it here">
        <InboxPreview {...choice} />
      </Step>
    </Steps>
  );
}

/** Shows where to get the API key. This page never shows a key. */
function KeyNote() {
  const { name } = useEnvironment();
  const mayRead = useWhyNot('api-keys:read') === undefined;
  return (
    <p className="text-xs text-pretty text-faint">
      <Code>BELFRY_KEY</Code> holds{' '}
      {mayRead ? (
        <Link href="/settings/api-keys" className={linkClass}>
          an API key
        </Link>
      ) : (
        'an API key'
      )}{' '}
      of {name} with all rights. It starts with <Code>bf_</Code>, followed by 64 characters. Older, shorter keys cannot
      sign: create a new key. Keep the key on your server.
    </p>
  );
}

const linkClass = 'rounded-sm font-medium text-accent-text hover:underline';
