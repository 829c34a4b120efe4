import { useRouter } from 'next/navigation';
import type { MouseEvent } from 'react';
import { CodePieces } from '#components/code/code-pieces.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { CodeBlock } from '#components/ui/code.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { inEnvironment } from '#lib/guides/page-links.ts';
import type { GuidePart } from '#lib/guides/schema.ts';

/** The address and the environment that the guides in the repository name. */
const WRITTEN_ORIGIN = 'http://127.0.0.1:3000';
const WRITTEN_ENVIRONMENT = '6650f1c2a4b3d2e1f0a9b801';

/** The parts of a guide. Code blocks have the address of the installation and the reader’s environment, and a copy button. */
export function GuideBody({ parts }: { parts: readonly GuidePart[] }) {
  const router = useRouter();
  const { id, base } = useEnvironment();
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : undefined;
    const href = link?.getAttribute('href');
    const isOther = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (!href?.startsWith('/') || isOther) return;
    event.preventDefault();
    router.push(href);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: Enter on a link is a click
    <div className="flex flex-col gap-3" onClick={follow}>
      {parts.map((part, at) =>
        part.kind === 'html' ? (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no identity but their place
            key={at}
            className="guide"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitised it (lib/guides/render.ts)
            dangerouslySetInnerHTML={{ __html: inEnvironment(part.html, base) }}
          />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no identity but their place
          <GuideCode key={at} language={part.language} code={ownCode(part.code, location.origin, id)} />
        ),
      )}
    </div>
  );
}

/** Returns code of the repository with the address of an installation, also for web sockets, and with an environment. */
export function ownCode(code: string, origin: string, environmentId: string): string {
  return code
    .replaceAll(WRITTEN_ORIGIN, origin)
    .replaceAll(WRITTEN_ORIGIN.replace('http', 'ws'), origin.replace('http', 'ws'))
    .replaceAll(WRITTEN_ENVIRONMENT, environmentId);
}

/** The languages whose strings and keywords have colours. In others, an apostrophe is text. */
const COLOURED = ['sh', 'sh fails', 'ts', 'json', 'js', 'html'];

function GuideCode({ code, language }: { code: string; language: string }) {
  return (
    // The button has its own column, because above the code it would cover text that scrolls under it.
    <div className="flex max-w-3xl items-start rounded-lg border border-line bg-sunken">
      <CodeBlock aria-label="Code" className="min-w-0 flex-1 rounded-r-none border-0 pr-1">
        {COLOURED.includes(language) ? <CodePieces code={code} /> : code}
      </CodeBlock>
      <CopyButton value={code} what="code" className="mx-1.5 my-1.5" />
    </div>
  );
}
