'use client';

import { useQuery } from '@tanstack/react-query';
import { Monitor, Moon, Smartphone, Sun } from 'lucide-react';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { MailFrame } from '#components/messages/email-preview.tsx';
import { Button } from '#components/ui/button.tsx';
import { CodeBlock } from '#components/ui/code.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/tabs.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';
import { asObject, type JsonObject } from '#lib/json/values.ts';
import { textOf } from './preview-values.ts';
import type { PreviewProps } from './stage.tsx';

const PHONE_WIDTH = 375;
/** The usual width of emails in pixels, with a margin. */
const DESK_WIDTH = 660;

interface Props extends PreviewProps {
  /** For layouts, which have neither subject nor recipient. */
  bodyOnly?: boolean;
}

/**
 * An email as a mail client shows it: wide or on a phone, light or dark, and as plain text. On a phone, it starts with
 * the phone view.
 */
export function MailPreview({ preview, subscriber, bodyOnly }: Props) {
  const [phone, setPhone] = useState(() => matchMedia('(max-width: 639px)').matches);
  const [dark, setDark] = useState(false);
  const html = textOf(preview.body);
  const to = textOf(subscriber?.email);
  return (
    <Tabs defaultValue="rendered">
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        {!bodyOnly && (
          <div className="border-b border-line px-4 py-2.5">
            <p className="text-base font-semibold break-words">
              {textOf(preview.subject) || <Missing label="No subject" />}
            </p>
            <Envelope to={to} preview={preview} />
          </div>
        )}
        <div className="flex items-center justify-between gap-3 border-b border-line pr-2 pl-4">
          <TabsList aria-label="Format of the email" className="shadow-none">
            <TabsTrigger value="rendered">Rendered</TabsTrigger>
            <TabsTrigger value="text">Plain text</TabsTrigger>
            <TabsTrigger value="source">Source</TabsTrigger>
          </TabsList>
          <div className="flex">
            <LookButton on={phone} onChange={setPhone} label="Phone width" icon={phone ? Smartphone : Monitor} />
            <LookButton on={dark} onChange={setDark} label="Dark mode" icon={dark ? Moon : Sun} />
          </div>
        </div>
        <TabsContent value="rendered" className="bg-sunken p-0">
          <div className="mx-auto transition-[max-width]" style={{ maxWidth: phone ? PHONE_WIDTH : undefined }}>
            <MailFrame key={`${dark} ${phone}`} html={html} dark={dark} width={phone ? PHONE_WIDTH : DESK_WIDTH} />
          </div>
        </TabsContent>
        <TabsContent value="text" className="p-3">
          <CodeBlock className="max-h-[60vh]" aria-label="Plain text">
            {textOf(preview.text) || 'No text'}
          </CodeBlock>
        </TabsContent>
        <TabsContent value="source" className="p-3">
          <CodeBlock className="max-h-[60vh]" aria-label="Source">
            {html || 'No body'}
          </CodeBlock>
        </TabsContent>
      </div>
    </Tabs>
  );
}

/** Sender and recipient. The sender is configured in the primary email integration. */
function Envelope({ to, preview }: { to: string; preview: JsonObject }) {
  const { id } = useEnvironment();
  const { data: integrations = [] } = useQuery(integrationQueries.list(id));
  const sender = integrations.find(({ channel, primary, active }) => channel === 'email' && primary && active);
  const name = textOf(sender?.credentials?.senderName);
  const address = textOf(sender?.credentials?.from);
  const from = address && (name ? `${name} <${address}>` : address);
  const replyTo = textOf(preview.replyTo);
  const [copies, hidden] = [listOf(preview.cc), listOf(preview.bcc)];
  return (
    <div className="mt-0.5 text-xs break-words text-faint">
      {from && <p>From {from}</p>}
      <p>
        To {to || 'no address'}
        {copies && `, copies to ${copies}`}
        {hidden && `, hidden copies to ${hidden}`}
        {replyTo && `, replies to ${replyTo}`}
      </p>
      {Object.entries(asObject(preview.headers)).map(([name, value]) => (
        <p key={name}>
          {name}: {textOf(value)}
        </p>
      ))}
    </div>
  );
}

function listOf(addresses: unknown): string {
  return Array.isArray(addresses) ? addresses.map(textOf).join(', ') : '';
}

interface LookButtonProps {
  on: boolean;
  onChange: (on: boolean) => void;
  label: string;
  icon: typeof Monitor;
}

function LookButton({ on, onChange, label, icon: Icon }: LookButtonProps) {
  return (
    <Button
      size="icon"
      variant="ghost"
      aria-label={label}
      aria-pressed={on}
      data-tip={label}
      onClick={() => onChange(!on)}
      className={on ? 'text-accent-text' : ''}
    >
      <Icon aria-hidden />
    </Button>
  );
}
