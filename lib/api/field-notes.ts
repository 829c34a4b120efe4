import { EXAMPLE_PROVIDER } from '#lib/providers/example-provider.ts';
import type { JsonSchema } from './openapi-document.ts';

/** Descriptions for OpenAPI, of fields and parameters whose schema has no description. */

/** Descriptions by field name, for names that mean the same in every operation. */
const ANYWHERE: Record<string, string> = {
  _id: 'The ID assigned by Belfry.',
  active:
    'Whether the workflow or integration is in use. An inactive workflow ignores triggers; an inactive integration sends nothing.',
  actor: 'The subscriber who caused the event: an ID, or a subscriber to create or update.',
  after: 'Only items created at or after this time (ISO 8601).',
  archived: 'Only archived notifications, or only notifications that are not archived.',
  avatar: 'The address of a picture.',
  before: 'Only items created before this time (ISO 8601).',
  channel: 'The channel: `in_app`, `email`, `sms`, `chat` or `push`.',
  channels: 'One value for each channel: `in_app`, `email`, `sms`, `chat`, `push`.',
  condition: 'A rule in JSON Logic. The preference applies only if the rule is true.',
  context: 'The contexts of the event, such as the shop: by type, an ID or an ID with data.',
  contextKeys: 'Only items of one of these contexts, each as `type:id`.',
  controlValues: 'The content and settings of the step type, or of the layout.',
  credentials: 'The access data of the provider. “List the providers” shows the fields of each provider.',
  data: 'Your own data, available in templates.',
  description: 'A text for people, up to two lines.',
  deviceTokens: 'The tokens of the subscriber’s devices.',
  editorType: '`html` for source code, `block` for the visual editor.',
  email: 'The email address.',
  emails: 'Only runs of subscribers with one of these email addresses.',
  enabled: 'Whether notifications are sent.',
  environmentId: 'The environment to read from. Default: the environment of the key.',
  failIfExists:
    'Whether the request fails with 409 if the resource exists. Otherwise the existing resource is changed.',
  firstName: 'The first name.',
  includeCursor: 'Whether the page begins with the entry of the cursor.',
  integrationId: 'The ID of the integration, `_id` of “List the integrations”.',
  integrationIdentifier: 'The identifier of the integration. Default: the primary one of the channel.',
  resendWithinHours:
    'The number of hours after the trigger in which a run may be retried, sent again or recovered. Null removes the limit.',
  isSensitive:
    'Whether the content of its messages is withheld from members until someone with the permission reveals it, and always from keys that may only read or trigger.',
  isTracked:
    'Whether openings and clicks of its emails are tracked, if the environment tracks. Never for critical workflows.',
  isTranslationEnabled: 'Stored for clients. Belfry does not translate.',
  jobId: 'The ID of the step in the run, `_id` of `jobs`.',
  lastName: 'The last name.',
  layoutId: 'The identifier of the layout. Chosen by you, unique in the environment.',
  limit: 'The maximum number of entries of one page.',
  locale: 'The language and region, for example `en-US`. Dates and numbers follow it.',
  messageId: 'The ID of the message.',
  credentialsEndOn: 'The day on which the credentials end, for example `2027-03-31`. Belfry warns from 30 days before.',
  certificateEndsAt: 'When the client certificate in `tlsOptions` ends.',
  messagesPerDay: 'The maximum number of messages per day (UTC) through this integration. Absent: no quota.',
  messagesPerSecond: 'The maximum number of messages per second through this integration. Absent: no limit.',
  notificationId: 'The ID of the run or of the inbox notification.',
  notificationIds: 'The IDs of the notifications.',
  origin: 'Stored for clients.',
  orderBy: 'The field that the list is sorted by.',
  orderDirection: '`ASC` or `DESC`.',
  overrides: 'Values that replace the workflow’s values for this trigger: by channel, provider or step.',
  payload: 'The data of the event, available in templates and conditions as `payload`. Up to 512 KiB.',
  payloadSchema: 'A JSON schema of the payload, for validation and suggestions.',
  phone: 'The phone number in international form: `+14155550123`.',
  preferences: 'The subscriber’s choices by workflow and channel.',
  previewPayload: 'The values available in templates: subscriber, payload, step results, contexts.',
  providerId: `The provider’s ID, for example \`${EXAMPLE_PROVIDER}\`.`,
  read: 'Only read notifications, or only unread ones.',
  reveal: 'Whether to include withheld content. The audit log records the access.',
  sandbox: 'Whether messages are accepted and recorded but not sent.',
  schedule: 'The times at which the subscriber accepts notifications.',
  scheduledAt: 'The start of the runs (ISO 8601). A past time means immediately.',
  seen: 'Only seen notifications, or only unseen ones.',
  severity: 'The importance: `high`, `medium`, `low` or `none`.',
  snoozed: 'Only snoozed notifications, or only notifications that are not snoozed.',
  snoozeUntil: 'The time at which the notification returns (ISO 8601).',
  stepId: 'The identifier of the step in its workflow.',
  steps: 'The steps in the order of execution, at most 50.',
  subscriberId: 'Your ID for the person, for example the primary key of your users.',
  subscriberIds: 'Your IDs for the people.',
  subscriptionId: 'The ID or identifier of the subscription.',
  tags: 'Words that group workflows.',
  targetEnvironmentId: 'The target environment of the copy.',
  templates: 'Only items of one of these workflows, by `_id`.',
  tenant: 'The tenant of the event: an identifier, or an object with an identifier.',
  timezone: 'The IANA time zone, for example `America/New_York`.',
  topicKey: 'The key of the topic.',
  transactionId:
    'The ID of the trigger. Chosen by you, unique in the environment: a trigger with a repeated ID sends nothing.',
  validatePayload: 'Whether a trigger whose payload does not match the schema is rejected.',
  variableKey: 'The key of the variable.',
  version: 'The number of the version.',
  workflowId: 'The identifier of the workflow. Chosen by you, unique in the environment.',
  workflowIds: 'The identifiers of workflows.',
};

const EVENTS = {
  name: 'The identifier of the workflow to trigger.',
  to: 'The recipients: a subscriber’s ID, a subscriber to create or update, a topic, or a list of up to 100 of these.',
};
const INBOX_SESSION = {
  applicationIdentifier: 'The identifier of the environment.',
  subscriber: 'The subscriber: an ID, or an object with the ID and a profile for a new subscriber.',
  subscriberHash: 'HMAC-SHA256 of the subscriber’s ID in hexadecimal, with an API key as the secret.',
  contextHash: 'HMAC-SHA256 of the canonical JSON of the context in hexadecimal, with an API key as the secret.',
  context:
    'The context of the session: by type, an ID or an ID with data. The inbox shows messages with exactly this context.',
  defaultSchedule: 'The hours for a subscriber who never chose any.',
};
const WORKFLOW = {
  name: 'The name that people see.',
  preferences: 'The defaults of the workflow, and what subscribers may change.',
};
const INTEGRATION = {
  name: 'The name that people see.',
  identifier: 'The identifier, for overrides of a trigger. Unique in the environment.',
  _environmentId: 'The environment. Default: the environment of the key.',
  check: 'Whether the credentials are tried before they are stored.',
  conditions: 'The conditions under which the integration is used. Without conditions, it is a candidate for primary.',
  configurations: 'Settings of incoming webhooks and of the bounce mailbox.',
  kind: '`delivery` for sending.',
};
const SOURCE_ENVIRONMENT = 'The ID of the environment to publish from. Default: the environment of the key.';
const FORMAT = '`csv` or `ndjson`.';
const SUBSCRIBERS = {
  q: 'Only subscribers whose name, address or ID contains every word.',
  name: 'Only subscribers whose name contains this text.',
  topicKey: 'Only subscribers of the topic with this key.',
  contextKey: 'Only subscribers with a preference or a subscription in exactly this context, such as `tenant:acme`.',
  language: 'Only subscribers with this language: `de` also finds `de-AT` and `de_CH`.',
  missing: 'Only subscribers without an address or connection for each of these channels.',
};

const MESSAGES = {
  status: 'Only messages with this state.',
  outcome: 'Only messages with this result.',
  delivery:
    'Only messages about which the provider, or a tracked link, reported this. Bounced ones include rejected ones.',
  slowerThan: 'Only messages that the provider received more than this time after their trigger.',
  q: 'Only messages whose recipient, subject or provider ID contains this text.',
};
const COUNTED_RUNS = {
  channels: 'Only runs with a step of one of these channels.',
  search: 'Only runs whose transaction, workflow or subscriber contains this text.',
  status: 'Only runs with one of these states. `partly`: sent, but not in full, among the newest 20,000 sent runs.',
  integrationId: 'Only runs that sent through one of these integrations, among the newest 20,000.',
  slowerThan: 'Only runs that ended later than this after their trigger.',
  subscriptionId: 'Only runs that this topic subscription caused.',
  recoveryId: 'Only runs that this recovery retried.',
};
const RUNS = {
  ...COUNTED_RUNS,
  reason: 'Only runs that end with this reason.',
  side: 'Only runs whose reason is on this side: `provider`, `recipient`, `workflow`, `choice` (of the recipient) or `belfry`.',
};
const LIST = { name: 'Only entries whose name contains this text.', key: 'Only entries whose key contains this text.' };
const INBOX = {
  tags: 'Only notifications of workflows with one of these tags, or with a tag of every group.',
  data: 'Only notifications with this data, as JSON: one value or a list of values for each key.',
};
const PREFERENCES = { workflowId: 'The identifier of the workflow. Without one, the choice applies to all workflows.' };
const SUBSCRIPTIONS = {
  name: 'The name of the subscriptions, shown to people.',
  subscriptions: 'Subscriptions with identifiers of your own, as an alternative to `subscriberIds`.',
};
const SUPPRESSED = {
  q: 'Only addresses that begin with this text, or addresses of a domain: `@example.com`.',
  cause: 'Only addresses with one of these causes.',
  channel: 'Only addresses of one of these channels: `email` or `sms`.',
};
const OUTAGE = {
  openedAt: 'The start of the outage, as in the integration’s list of outages.',
  effect:
    'Only messages that are `waiting` for an attempt, were sent `late`, `failed`, or were `recovered` by a retry.',
  several: 'Whether to return only messages that may have arrived several times.',
};
const LAYOUT = { name: 'The name that people see.' };
const VARIABLE = {
  key: 'The name in templates, as in `env.SHOP_URL`.',
  type: 'Always `string`.',
  isSecret: 'Whether the value is encrypted and never returned.',
  values: 'The value in each environment.',
};
const NAMED = 'Only entries whose name or identifier contains this text.';
const CONTEXT = { type: 'The type of the context, for example `shop`.', id: 'Your ID for the context.' };

const RECOVERED =
  'The filters of the list of runs, except `status`, `notificationId` and the parameters of pages. `{}` means all failed runs.';

/** Descriptions by component or operation, then by field name. */
const SOMEWHERE: Record<string, Record<string, string>> = {
  ...shared(EVENTS, 'TriggerBody', 'BroadcastBody'),
  CreateInboxSessionBody: INBOX_SESSION,
  ...shared(WORKFLOW, 'CreateWorkflowBody', 'UpdateWorkflowBody', 'PatchWorkflowBody', 'DuplicateWorkflowBody'),
  ...shared(INTEGRATION, 'CreateIntegrationBody', 'UpdateIntegrationBody'),
  OrderIntegrationsBody: {
    channel: '`email` or `sms`.',
    integrationIds: 'The `_id` of each active integration of the channel, the highest priority first.',
  },
  SetGradualSwitchBody: {
    share: 'The percentage of subscribers who get their messages through the integration. 100 makes it primary.',
    margin:
      'The percentage points by which more attempts may fail, or more messages may bounce, than through the primary integration. Default: 5.',
    minMessages: 'The number of messages after which the integration is judged. Default: 20.',
  },
  ...shared(LIST, 'listSubscriberSubscriptions'),
  listTopics: {
    ...LIST,
    q: 'Only topics whose key or name contains this text.',
    includeSubscriptionCount: 'Whether to return the number of subscriptions of each topic, at most 10,000.',
  },
  ...shared(OUTAGE, 'getOutage', 'listOutageMessages'),
  exportOutageMessages: { ...OUTAGE, format: FORMAT },
  exportRequestLog: { format: FORMAT },
  exportSuppressions: { ...SUPPRESSED, format: FORMAT },
  ...shared({ suppressionId: 'The `_id` of the suppressed address.' }, 'getSuppression', 'removeSuppression'),
  listSuppressions: { ...SUPPRESSED, subscriberId: 'Only the addresses of this subscriber.' },
  CreateSuppressionBody: {
    address: 'The email address or the phone number.',
    note: 'The reason for adding the address, shown in the dashboard.',
  },
  RetryStepBody: {
    reason: 'Why the step is retried, for the run and the audit log.',
    updatedAt: 'The `updatedAt` of the step that you saw. If the step was retried later, the response is a conflict.',
  },
  ResendStepBody: { reason: 'Why the message is sent again, for the run and the audit log.' },
  ...shared({ recoveryId: 'The `_id` of the recovery.' }, 'getRecovery', 'stopRecovery'),
  PreviewRecoveryBody: { filter: RECOVERED },
  CreateRecoveryBody: { filter: RECOVERED, reason: 'Why the runs are retried, for the audit log.' },
  RemoveSuppressionBody: { reason: 'Why the address is removed, for the audit log.' },
  BulkSuppressionsBody: {
    suppressions:
      'Addresses, each optionally with `channel`, `cause` and `note`. Invalid addresses are reported in the response.',
  },
  importSuppressions: { dryRun: 'Whether nothing is stored: the response is the same as for a real import.' },
  createTopicSubscriptions: {
    dryRun: 'Whether nothing is stored: the response lists existing subscriptions and failures.',
  },
  unsnoozeInboxNotification: {
    undo: 'Whether the message keeps its state and its delivery times, as if it had never been snoozed.',
  },
  ...shared(
    INBOX,
    'OwnBulkBody',
    'OwnSeenBody',
    'listInboxNotifications',
    'InboxBulkBody',
    'InboxSeenBody',
    'listSubscriberNotifications',
  ),
  ...shared(PREFERENCES, 'UpdatePreferencesBody', 'BulkUpdatePreferencesBody'),
  ...shared(SUBSCRIPTIONS, 'CreateSubscriptionsBody', 'DeleteSubscriptionsBody', 'UpdateSubscriptionBody'),
  ...shared(LAYOUT, 'CreateLayoutBody', 'UpdateLayoutBody', 'DuplicateLayoutBody'),
  ...shared(VARIABLE, 'CreateEnvironmentVariableBody', 'UpdateEnvironmentVariableBody'),
  ...shared(CONTEXT, 'CreateContextBody', 'getContext', 'getContextUsage', 'updateContext', 'deleteContext'),
  ...shared(
    { actionType: '`primary` or `secondary`.' },
    'completeSubscriberNotificationAction',
    'revertSubscriberNotificationAction',
  ),
  ...shared(
    { credentials: '`masked` hides the credentials in the response.' },
    'getIntegration',
    'updateIntegration',
    'deleteIntegration',
    'orderIntegrations',
    'setIntegrationAsPrimary',
    'listIntegrations',
    'listActiveIntegrations',
    'createIntegration',
  ),
  DryRunEventBody: {
    ...EVENTS,
    workflow:
      'A draft of the workflow, to run instead of the stored workflow. A draft requires the right to read workflows.',
  },
  listEnvironmentVariables: {
    search: 'Only variables whose key contains this text.',
    readers: 'Whether to return the workflows and layouts that read each variable.',
  },
  explain: {
    workflow: 'Only runs of this workflow.',
    channel: 'Only steps of this channel.',
    at: 'The time when the message was expected (ISO 8601). Default: the time of the newest run.',
    twice: 'Whether the question is why the same message came several times.',
  },
  exportMessages: { ...MESSAGES, format: FORMAT },
  getMessageVolume: { ...MESSAGES, zone: 'The IANA time zone that defines the days.' },
  listMessages: MESSAGES,
  deleteSubscriber: {
    erase: 'Whether to remove the person from the history and all logs too. It needs the right to erase.',
  },
  getErasure: { erasureId: 'The `erasureId` of the response to the request to erase.' },
  exportSubscribers: { ...SUBSCRIBERS, format: FORMAT },
  searchSubscribers: {
    ...SUBSCRIBERS,
    includeLastMessage: 'Whether to return the time of the last message of each subscriber.',
  },
  exportNotifications: { ...RUNS, format: FORMAT },
  listNotifications: { ...RUNS, view: '`summary` leaves out the steps’ details.' },
  UpdateRecipientPageBody: {
    address: 'The origin of the links in messages, one of `addresses`. `null`: `usualAddress`.',
    name: 'The sender’s name on the page. `null`: the organization’s name.',
    color: 'The colour of buttons and links, such as `#1f75fe`. `null`: Belfry’s colour.',
    logo: 'A PNG, JPEG or WebP image of at most 64 KiB, in base64. `null`: no logo.',
    tracking: 'Whether openings and clicks of emails are tracked, of workflows with `isTracked`.',
  },
  DiffBody: { sourceEnvironmentId: SOURCE_ENVIRONMENT },
  PublishBody: {
    sourceEnvironmentId: SOURCE_ENVIRONMENT,
    dryRun: 'Whether only the result is computed, and nothing is changed.',
    resources: 'The workflows to publish. Absent: all workflows.',
    layouts: 'The identifiers of layouts to publish, in addition to the layouts that workflows need.',
  },
  getIntegrationUsage: { zone: 'The IANA time zone that defines the days.' },
  countNotificationReasons: COUNTED_RUNS,
  getNotificationVolume: { ...RUNS, zone: 'The IANA time zone that defines the days.' },
  countNotificationFailures: { workflowId: 'The ID of the workflow, `_id`.' },
  bulkCreateSubscribers: { dryRun: 'Whether the subscribers are checked and nothing is stored.' },
  countSubscriberNotifications: { filters: 'Up to 30 filters as a JSON list. The response has one number for each.' },
  getSubscriberPreferences: { criticality: 'Only critical workflows, only other workflows, or all workflows.' },
  listLayouts: { query: NAMED },
  listWorkflows: {
    query: NAMED,
    status: 'Only workflows with one of these states.',
    issueType: 'Only workflows with an issue of one of these types.',
  },
  listContexts: {
    ...CONTEXT,
    type: 'Only contexts of this type.',
    search: 'Only contexts whose type or ID contains this text.',
  },
  PreviewWorkflowDraftBody: { workflow: 'The workflow to render from, saved or not.' },
  BulkSubscribersBody: { subscribers: 'The subscribers, at most 500.' },
  BulkTriggerBody: { events: 'The triggers, at most 100. An invalid trigger affects only its own result.' },
  CreateTopicBody: { key: 'The key, chosen by you. Unique in the environment.', name: 'The name that people see.' },
  UpdateTopicBody: { name: 'The name that people see.' },
  OnlineStatusBody: { isOnline: 'Whether the subscriber is using your application now.' },
  SendIntegrationTestBody: {
    to: 'The recipient: an address, a number, a token or a webhook.',
    content: 'The text of the message.',
    apiToken: 'The token of the recipient, for providers that need one.',
  },
  UpdateCredentialsBody: { credentials: 'The addresses of the subscriber at this provider.' },
};

function shared(notes: Record<string, string>, ...owners: string[]): Record<string, Record<string, string>> {
  return Object.fromEntries(owners.map((owner) => [owner, notes]));
}

/** Returns the description of a field of a component, or of a parameter of an operation. */
export function noteOf(owner: string, name: string): string | undefined {
  return SOMEWHERE[owner]?.[name] ?? ANYWHERE[name];
}

/** Adds the descriptions of this file to all fields of a component, at any depth, that have none. */
export function describeFields(owner: string, schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema).map(([key, value]) => {
    if (key === 'properties') return [key, describeProperties(owner, value as Record<string, JsonSchema>)];
    if (Array.isArray(value)) return [key, value.map((one) => (isObject(one) ? describeFields(owner, one) : one))];
    return [key, isObject(value) ? describeFields(owner, value) : value];
  });
  return Object.fromEntries(entries) as JsonSchema;
}

function describeProperties(owner: string, properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const entries = Object.entries(properties).map(([name, field]) => {
    const inner = describeFields(owner, field);
    const description = inner.description ?? noteOf(owner, name);
    return [name, description === undefined ? inner : { ...inner, description }] as const;
  });
  return Object.fromEntries(entries);
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
