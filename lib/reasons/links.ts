/** The pages of the dashboard where fixes are made, relative to the environment's address. */
import { CHANNELS } from '#lib/providers/channel-names.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import type { Destination, Places } from './definition.ts';

/** Links to the workflow, or to the list of workflows if the workflow is unknown. */
export function workflowPage(_: unknown, { workflow }: Places): Destination {
  return workflow === undefined ? WORKFLOWS : { link: inWorkflow(workflow), label: 'Open the workflow' };
}

/**
 * Links to the step in its workflow, with the cursor in one of its controls.
 *
 * @param label "Open the skip rule". Default: "Open the step".
 */
export function stepControl(control?: string, label = 'Open the step') {
  return (_: unknown, { workflow, step }: Places): Destination => {
    if (workflow === undefined) return WORKFLOWS;
    if (step === undefined) return { link: inWorkflow(workflow), label: 'Open the workflow' };
    return { link: inWorkflow(workflow, { step, control }), label };
  };
}

/** Links to the run in the activity feed. Undefined if the run is unknown. */
export function runPage(_: unknown, { run }: Places): Destination | undefined {
  return run === undefined ? undefined : { link: `activity?run=${run}`, label: 'Open the run' };
}

/** Links to the suppressed addresses of the subscriber. Each has a button that removes it from the list. */
export function suppressedAddresses(_: unknown, { subscriber }: Places): Destination {
  const search = subscriber === undefined ? '' : `?${new URLSearchParams({ subscriber })}`;
  return { link: `suppressions${search}`, label: 'Remove from the suppression list' };
}

/** Links to a tab of the subscriber's profile. On `preferences`, the row of the workflow is marked. */
export function subscriberTab(tab: 'preferences' | 'channels' | 'topics', label: string) {
  return (_: unknown, { subscriber, workflow }: Places): Destination => {
    if (subscriber === undefined) return SUBSCRIBERS;
    const search = new URLSearchParams({ tab, ...(tab === 'preferences' && workflow !== undefined && { workflow }) });
    return { link: `${profile(subscriber)}?${search}`, label };
  };
}

/** Links to the subscriber's address for the channel: its field, or the connections of chat and push. */
export function subscriberAddress(verb: 'Add' | 'Correct' | 'Open') {
  return (_: unknown, { subscriber, channel }: Places): Destination => {
    if (subscriber === undefined) return SUBSCRIBERS;
    const field = addressField(channel);
    if (field)
      return {
        link: `${profile(subscriber)}?dialog=edit&field=${field}`,
        label: `${verb} the ${addressName(channel)}`,
      };
    if (channel === 'in_app') return { link: profile(subscriber), label: 'Open the subscriber' };
    return { link: `${profile(subscriber)}?tab=channels`, label: `Open the subscriber’s ${addressName(channel)}s` };
  };
}

/** Returns the subscriber and the field that a link of `subscriberAddress` opens. Undefined for other links. */
export function editedAddress(link: string): { subscriberId: string; field: 'email' | 'phone' } | undefined {
  const { pathname, searchParams } = new URL(link, 'https://belfry.example/');
  const [noun, subscriberId, ...rest] = pathname.slice(1).split('/');
  const field = searchParams.get('field');
  if (noun !== 'subscribers' || !subscriberId || rest.length > 0) return undefined;
  return field === 'email' || field === 'phone' ? { subscriberId: decodeURIComponent(subscriberId), field } : undefined;
}

/**
 * Links to the chosen integration, or to the list of integrations if the integration is unknown. With `edit`, the form
 * for its credentials is open.
 */
export function integrationPage(edit?: 'credentials') {
  return (_: unknown, { integration }: Places): Destination => {
    if (integration === undefined) return INTEGRATIONS;
    const search = new URLSearchParams({ open: integration, ...(edit && { edit }) });
    return {
      link: `integrations?${search}`,
      label: edit ? 'Renew the credentials' : 'Open the integration',
    };
  };
}

export function integrationList(): Destination {
  return INTEGRATIONS;
}

/** Links to the providers of the channel that can be added, or to the list if the channel is unknown. */
export function newIntegration({ channel }: { channel?: string | undefined }): Destination {
  if (!CHANNELS.some((each) => each === channel)) return INTEGRATIONS;
  return { link: `integrations?add=${channel}`, label: 'Add an integration' };
}

/** Returns the kind of address of a channel: "email address", "phone number", "chat connection" or "push device". */
export function addressName(channel: string | undefined): string {
  return (channel && ADDRESSES[channel]) ?? 'address';
}

/** Returns the subscriber's field with the address for a channel. Undefined for chat and push, which have connections. */
export function addressField(channel: string | undefined): 'email' | 'phone' | undefined {
  return channel === undefined ? undefined : FIELDS[channel];
}

const SUBSCRIBERS: Destination = { link: 'subscribers', label: 'Search subscribers' };
const WORKFLOWS: Destination = { link: 'workflows', label: 'Open the workflows' };
const INTEGRATIONS: Destination = { link: 'integrations', label: 'Open the integrations' };

const FIELDS: Readonly<Record<string, 'email' | 'phone' | undefined>> = { email: 'email', sms: 'phone' };
const ADDRESSES: Readonly<Record<string, string | undefined>> = {
  email: 'email address',
  sms: 'phone number',
  chat: 'chat connection',
  push: 'push device',
};

function profile(subscriberId: string): string {
  return `subscribers/${encodeURIComponent(subscriberId)}`;
}

function inWorkflow(workflow: string, place?: Parameters<typeof workflowAddress>[2]): string {
  return workflowAddress('', workflow, place).slice(1);
}
