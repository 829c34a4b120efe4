import { SandboxBadge } from '#components/status/sandbox-note.tsx';
import type { MeEnvironment } from '#lib/me/schema.ts';

interface Props {
  environment: MeEnvironment;
  className?: string;
}

/** Marks an environment in which no message is sent. */
export function SandboxMark({ environment: { name, sandboxed }, className }: Props) {
  if (!sandboxed) return null;
  return <SandboxBadge why={`All integrations of ${name} accept messages and send nothing`} className={className} />;
}
