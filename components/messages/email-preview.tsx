'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';
import { CodeBlock } from '#components/ui/code.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/tabs.tsx';
import type { EmailBlock, Message } from '#lib/messages/schema.ts';
import { mailDocument } from './mail-document.ts';

interface Props {
  message: Message;
  /** Whether the address is already shown next to the preview. */
  isAddressed?: boolean;
}

/** An email with its envelope. The body is shown in a frame without scripts, forms or access to this page. */
export function EmailPreview({ message, isAddressed = false }: Props) {
  const html = typeof message.content === 'string' ? message.content : blocksToHtml(message.content ?? []);
  return (
    <Tabs defaultValue="rendered">
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        <div className="border-b border-line px-4 py-3">
          <p className="text-base font-semibold text-pretty break-words">
            {message.subject || <Missing label="No subject" />}
          </p>
          {message.sentFrom && <p className="text-xs wrap-anywhere text-muted">From {message.sentFrom}</p>}
          {!isAddressed && <p className="text-xs wrap-anywhere text-faint">To {message.email ?? 'no address'}</p>}
        </div>
        <TabsList aria-label="Body" className="mx-0 px-2">
          <TabsTrigger value="rendered">Rendered</TabsTrigger>
          <TabsTrigger value="source">Source</TabsTrigger>
        </TabsList>
        <TabsContent value="rendered" className="p-0">
          <MailFrame html={html} />
        </TabsContent>
        <TabsContent value="source" className="p-3">
          <CodeBlock className="max-h-[70vh]">{html}</CodeBlock>
        </TabsContent>
      </div>
    </Tabs>
  );
}

interface MailFrameProps {
  html: string;
  /** Shows the dark version of the email. */
  dark?: boolean;
  /**
   * The layout width of the email in pixels. The email is scaled down when there is less room. @default the available
   * width, or the width of the content if the content is wider
   */
  width?: number;
}

/**
 * The frame of an email. Emails are made for white paper, so the frame is white in the dark theme too, unless `dark` is set.
 * `allow-same-origin` without `allow-scripts` lets this page measure the email, and prevents all actions of the email.
 */
export function MailFrame({ html, dark = false, width: layoutWidth }: MailFrameProps) {
  const [height, setHeight] = useState(320);
  const [contentWidth, setContentWidth] = useState<number>();
  const width = layoutWidth ?? contentWidth;
  const room = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const scale = useScale(room, width);
  const measure = () => {
    if (!frame.current) return;
    setHeight(heightOf(frame.current));
    setContentWidth((known) => known ?? overflowingWidth(frame.current));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scale changes the width and so the height
  useEffect(() => void measure(), [scale]);
  return (
    <div ref={room} className="overflow-hidden" style={{ height: height * scale }}>
      <iframe
        ref={frame}
        title="Rendered email"
        sandbox="allow-same-origin"
        srcDoc={mailDocument(html, dark)}
        style={{
          height,
          width: scale < 1 ? width : '100%',
          transform: scale < 1 ? `scale(${scale})` : undefined,
          colorScheme: dark ? 'dark' : 'light',
        }}
        onLoad={measure}
        className="block origin-top-left bg-white"
      />
    </div>
  );
}

/** Returns the factor that scales `width` down to fit into the element. */
function useScale(room: RefObject<HTMLElement | null>, width: number | undefined): number {
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const element = room.current;
    if (!element || width === undefined) return setScale(1);
    const observer = new ResizeObserver(() => setScale(Math.min(1, element.clientWidth / width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [room, width]);
  return scale;
}

/** Returns the height of the email in pixels, within limits. */
function heightOf(frame: HTMLIFrameElement): number {
  const root = frame.contentDocument?.documentElement;
  return Math.min(Math.max(root?.offsetHeight ?? 0, 64), 6000);
}

/** Returns the width of an email's content in pixels if it is wider than its frame. */
function overflowingWidth(frame: HTMLIFrameElement | null): number | undefined {
  const root = frame?.contentDocument?.documentElement;
  return root && root.scrollWidth > root.clientWidth ? root.scrollWidth : undefined;
}

function blocksToHtml(blocks: readonly EmailBlock[]): string {
  return blocks
    .map(({ type, content, url, styles }) => {
      const align = `style="text-align:${styles?.textAlign ?? 'left'}"`;
      if (type === 'text') return `<p ${align}>${content}</p>`;
      return `<p ${align}><a href="${escapeAttribute(url ?? '#')}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#3d3df5;color:#fff;text-decoration:none">${content}</a></p>`;
    })
    .join('\n');
}

function escapeAttribute(value: string): string {
  return value.replace(/[&"<>]/g, (char) => `&#${char.charCodeAt(0)};`);
}
