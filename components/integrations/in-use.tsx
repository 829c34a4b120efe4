import { useWhyNot } from '#components/layout/session.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { newestInUse } from '#lib/integrations/primary.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { useUnseen } from './integration-health.tsx';
import { useIntegrationActions } from './use-integration-actions.tsx';

interface Props {
  integration: Integration;
  /** The integrations of the same channel. */
  siblings: readonly Integration[];
}

/**
 * Shows whether messages of a channel without a primary integration use this integration. If not, a button can switch
 * to it.
 */
export function InUse({ integration, siblings }: Props) {
  const { replace } = useIntegrationActions(siblings);
  const denied = useWhyNot('integrations:write');
  const used = newestInUse(integration.channel, siblings);
  const isUnseen = useUnseen(used ?? integration);
  if (!used || !integration.active || siblings.length === 1) return null;
  if (used._id === integration._id) {
    return (
      <Badge tone="accent" data-tip="New messages go to the newest active one">
        In use
      </Badge>
    );
  }
  const next = newestInUse(
    integration.channel,
    siblings.filter(({ _id }) => _id !== used._id),
  );
  if (isUnseen && integration.connected && next?._id === integration._id) {
    return (
      <Button
        size="sm"
        className="relative z-10"
        disabledReason={denied}
        data-tip={`New messages go to ${integration.name} once ${used.name} is inactive`}
        onClick={() => void replace(used, integration)}
      >
        Use instead
      </Button>
    );
  }
  if (isUnseen === undefined) return <Skeleton className="h-4 w-16" />;
  return (
    <span className="relative z-10 text-xs text-faint" data-tip={`Messages go to ${used.name}, which is newer`}>
      Not in use
    </span>
  );
}
