'use client';

import { useMutation } from '@tanstack/react-query';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { notifyUndoable } from '#components/form/notify-undoable.ts';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { SettingsSection } from '#components/settings/settings-page.tsx';
import { Select } from '#components/ui/select.tsx';
import { recipientPageMutations } from '#lib/recipient-page/client.ts';
import { isLocalAddress } from '#lib/recipient-page/local-address.ts';
import type { RecipientPageSettings } from '#lib/recipient-page/schema.ts';

const USUAL = 'usual';

/**
 * The address of the links in messages, chosen from the addresses that the administrator of the installation allows.
 */
export function AddressSection({
  settings: { address, usualAddress, addresses },
}: {
  settings: RecipientPageSettings;
}) {
  const environment = useEnvironment();
  const denied = useWhyNot('environments:write');
  const update = useMutation(recipientPageMutations.update(environment.id));
  const options = [
    { value: USUAL, label: `The address of Belfry: ${usualAddress}` },
    ...addresses.map((each) => ({ value: each, label: each })),
  ];
  const change = async (next: string) => {
    try {
      await update.mutateAsync({ address: next === USUAL ? null : next });
    } catch (error) {
      return notifyFailure(error, 'The address was not changed');
    }
    notifyUndoable('Address of links changed', {
      description: 'Links in earlier messages keep the previous address, and still work.',
      undo: () => update.mutateAsync({ address: address ?? null }),
      undone: 'Address of links restored',
    });
  };
  return (
    <SettingsSection
      id="address"
      title="Address"
      intro="The address of the links in messages. Addresses other than Belfry’s serve only the pages for recipients."
    >
      <div className="rounded-lg border border-line bg-surface px-3 py-2">
        {addresses.length > 0 ? (
          <Select
            label="Address of the links"
            value={address ?? USUAL}
            options={options}
            disabled={denied !== undefined}
            onChange={(next) => void change(next)}
          />
        ) : (
          <p className="text-pretty text-muted">
            Links use the address of Belfry, {usualAddress}. Your Belfry administrator can allow your own domain with
            PAGE_URLS.
          </p>
        )}
        {!address && isLocalAddress(usualAddress) && (
          <p className="mt-1 text-pretty text-warn">
            Recipients elsewhere cannot open these links: they work only on this machine until your Belfry administrator
            sets PUBLIC_URL.
          </p>
        )}
        {denied && addresses.length > 0 && <p className="mt-1 text-xs text-faint">{denied}</p>}
      </div>
    </SettingsSection>
  );
}
