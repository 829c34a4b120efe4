'use client';

import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useEffect, useMemo, useRef, useState } from 'react';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { failure } from '#components/table/read-error.ts';
import { buttonClass } from '#components/ui/button-class.ts';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { OpenApiDocument } from '#lib/api/openapi-document.ts';
import { referenceQueries } from '#lib/api-reference/client.ts';
import { LANGUAGES } from '#lib/api-reference/code-samples.ts';
import { groupsOf } from '#lib/api-reference/operations.ts';
import { GroupView } from './group-view.tsx';
import { OperationView } from './operation-view.tsx';
import { ReferenceNavigation } from './reference-navigation.tsx';
import { ReferenceProvider } from './reference-state.tsx';
import { StartView } from './start-view.tsx';
import { UnknownPlace } from './unknown-place.tsx';
import { usePlace } from './use-place.ts';

const parsers = {
  q: parseAsString.withDefault(''),
  lang: parseAsStringLiteral(LANGUAGES).withDefault('curl'),
};

/** The API reference of this installation, one operation at a time. The URL's hash identifies the operation. */
export function ReferencePage() {
  const { data, error, refetch } = useQuery(referenceQueries.document());
  return (
    <PageFrame
      title="API reference"
      actions={
        <a href="/api/openapi.json" download="belfry-openapi.json" className={buttonClass({ size: 'sm' })}>
          <Download aria-hidden />
          OpenAPI
        </a>
      }
    >
      {data ? (
        <Reference document={data} />
      ) : error ? (
        <ErrorState title="The API reference could not be loaded" {...failure(error)} onRetry={() => void refetch()} />
      ) : (
        <Placeholder />
      )}
    </PageFrame>
  );
}

function Reference({ document }: { document: OpenApiDocument }) {
  const [{ q, lang }, setQuery] = useQueryStates(parsers);
  const [key, setKey] = useState('');
  const place = usePlace();
  const main = useRef<HTMLDivElement>(null);
  const shown = useRef(place);
  const groups = useMemo(() => groupsOf(document), [document]);
  const setLanguage = (language: typeof lang) => void setQuery({ lang: language });
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    scrollTo({ top: 0 });
    main.current?.querySelector('h2')?.focus({ preventScroll: true });
  }, [place]);
  return (
    <ReferenceProvider value={{ document, groups, language: lang, setLanguage, key, setKey }}>
      <div className="lg:grid lg:grid-cols-[256px_minmax(0,1fr)]">
        <ReferenceNavigation place={place} search={q} onSearch={(text) => void setQuery({ q: text || null })} />
        <div ref={main} className="min-w-0 page-x py-6">
          <Place place={place} groups={groups} />
        </div>
      </div>
    </ReferenceProvider>
  );
}

function Place({ place, groups }: { place: string; groups: ReturnType<typeof groupsOf> }) {
  if (place === 'start') return <StartView />;
  const group = groups.find(({ id }) => id === place);
  if (group) return <GroupView group={group} />;
  const operation = groups.flatMap(({ operations }) => operations).find(({ operationId }) => operationId === place);
  return operation ? <OperationView key={place} operation={operation} /> : <UnknownPlace place={place} />;
}

function Placeholder() {
  return (
    <div role="status" className="flex flex-col gap-4 page-x py-6">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-6 w-56" />
      <Skeleton className="w-2/3" />
      <Skeleton className="h-64 max-w-3xl rounded-lg" />
    </div>
  );
}
