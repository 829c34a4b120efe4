'use client';

import { Terminal } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { copyAndNotify } from '#components/ui/copy-button.tsx';
import { codeOf } from '#lib/api-reference/code-samples.ts';
import type { RequestLogDetails } from '#lib/request-log/schema.ts';

/** A button that copies the call as a curl command. The reader fills in the key and the masked secrets. */
export function CopyAsCurl({ call }: { call: RequestLogDetails }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      <Button onClick={() => void copyAndNotify('command', curlOf(call, window.location.origin))}>
        <Terminal aria-hidden />
        Copy as curl
      </Button>
      {call.omitted ? 'The command lacks the withheld parts of the body.' : 'With your API key in $KEY.'}
    </p>
  );
}

/** Returns the call as a command with the key `$KEY`. */
export function curlOf({ method, path, query, body, omitted }: RequestLogDetails, origin: string): string {
  const hasBody = body !== undefined || omitted !== undefined;
  const code = codeOf(
    {
      method,
      url: `${origin}${path}${query === undefined ? '' : `?${query}`}`,
      headers: { Authorization: 'ApiKey $KEY', ...(hasBody && { 'Content-Type': 'application/json' }) },
      ...(hasBody && { body: body ?? {} }),
      isAnswered: true,
    },
    'curl',
  );
  return code;
}
