import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { mailDocument } from '#components/messages/mail-document.ts';
import { cn } from '#components/ui/cn.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { layoutQueries } from '#lib/layouts/client.ts';
import type { Layout } from '#lib/layouts/schema.ts';

/** The size of the preview in pixels: the usual width of emails with a margin, and the visible part of the height. */
const PAGE = { width: 660, height: 440 } as const;

/**
 * A small picture of the stored layout around an example email, rendered by the server. It loads once it is in view.
 * Its box has a fixed size, and nothing in it can be focused or clicked.
 */
export function LayoutThumbnail({ layout }: { layout: Layout }) {
  const { id } = useEnvironment();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidthInView(box);
  const [loaded, setLoaded] = useState(false);
  const preview = useQuery({ ...layoutQueries.stored(id, layout), enabled: width !== undefined });
  const body = preview.data?.result.preview.body;
  const failed = preview.isError || body === '';
  return (
    <div
      ref={box}
      inert
      className="relative aspect-3/2 w-full overflow-hidden rounded-md border border-line bg-sunken text-faint"
    >
      {body && width !== undefined && (
        <iframe
          title={`Preview of ${layout.name}`}
          sandbox=""
          srcDoc={mailDocument(body)}
          style={{ ...PAGE, transform: `scale(${width / PAGE.width})`, colorScheme: 'light' }}
          onLoad={() => setLoaded(true)}
          // A white page until it is loaded, so it is hidden before.
          className={cn('block origin-top-left bg-white', !loaded && 'opacity-0')}
        />
      )}
      {!loaded && !failed && <Skeleton className="absolute inset-0 h-auto rounded-none" />}
      {failed && (
        <span className="absolute inset-0 grid place-items-center bg-sunken">
          <ImageOff aria-hidden className="size-5" />
        </span>
      )}
    </div>
  );
}

/** Returns the width of an element in pixels, once it has been near the visible part of the page. */
function useWidthInView(box: { current: HTMLElement | null }): number | undefined {
  const [width, setWidth] = useState<number>();
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const resized = new ResizeObserver(() => setWidth(element.clientWidth));
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        seen.disconnect();
        resized.observe(element);
      },
      { rootMargin: '200px' },
    );
    seen.observe(element);
    return () => {
      seen.disconnect();
      resized.disconnect();
    };
  }, [box]);
  return width;
}
