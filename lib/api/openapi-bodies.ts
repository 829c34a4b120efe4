/** Examples for the API reference, for operations whose generated example would not show how to use them. */

import { EXAMPLE_PROVIDER, EXAMPLE_PUSH_PROVIDER } from '#lib/providers/example-provider.ts';

const trigger = {
  name: 'order-shipped',
  to: { subscriberId: 'jane', firstName: 'Jane', email: 'jane@example.com' },
  payload: { orderId: '1042', carrier: 'DHL' },
  transactionId: 'order-1042-shipped',
};

const { to: _to, transactionId: _transaction, ...broadcast } = trigger;

const workflow = {
  name: 'Order shipped',
  workflowId: 'order-shipped',
  active: true,
  steps: [
    {
      name: 'Email',
      type: 'email',
      controlValues: {
        subject: 'Order {{ payload.orderId }} is on its way',
        body: '<p>Hello {{ subscriber.firstName }}</p>',
        editorType: 'html',
      },
    },
  ],
};

const integration = {
  name: 'SendGrid EU',
  identifier: 'mail-eu',
  providerId: EXAMPLE_PROVIDER,
  channel: 'email',
  active: true,
  credentials: { apiKey: 'SG.example', from: 'orders@example.com', senderName: 'Example Shop' },
};

const signInProvider = {
  name: 'Acme login',
  issuer: 'https://login.example.com',
  clientId: 'belfry',
  clientSecret: 'secret-of-the-client',
  emailDomains: ['example.com'],
  createsMembers: true,
  defaultRole: 'support',
};

const layoutContent = { email: { body: '<main>{{ content }}</main>', editorType: 'html' } };
const topicRecipient = { type: 'Topic', topicKey: 'vip-customers' };
const deviceTokens = { providerId: EXAMPLE_PUSH_PROVIDER, credentials: { deviceTokens: ['dGVzdC1kZXZpY2UtdG9rZW4'] } };
const preview = { subscriber: { firstName: 'Jane' }, payload: { orderId: '1042' } };
const jane = { subscriberId: 'jane', firstName: 'Jane', lastName: 'Cooper', email: 'jane@example.com' };

/** Request bodies by operation ID. Each is valid for its operation. */
export const EXAMPLE_BODIES: Record<string, object> = {
  triggerEvent: trigger,
  triggerEventsInBulk: { events: [trigger, { ...broadcast, to: topicRecipient }] },
  broadcastEvent: broadcast,
  dryRunEvent: { name: trigger.name, to: 'jane', payload: trigger.payload },
  createSignInProvider: signInProvider,
  updateSignInProvider: { emailDomains: ['example.com', 'example.org'], defaultRole: 'developer' },
  createSubscriber: {
    ...jane,
    phone: '+14155550123',
    locale: 'en-US',
    timezone: 'America/New_York',
    data: { plan: 'pro' },
  },
  patchSubscriber: { email: 'jane.cooper@example.com', data: { plan: 'enterprise' } },
  bulkCreateSubscribers: {
    subscribers: [jane, { subscriberId: 'omar', firstName: 'Omar', email: 'omar@example.com' }],
  },
  updateSubscriberCredentials: deviceTokens,
  appendSubscriberCredentials: deviceTokens,
  updateSubscriberPreferences: { workflowId: 'order-shipped', channels: { email: true, sms: false } },
  bulkUpdateSubscriberPreferences: { preferences: [{ workflowId: 'order-shipped', channels: { sms: false } }] },
  createTopic: { key: 'vip-customers', name: 'VIP customers' },
  updateTopic: { name: 'Best customers' },
  createTopicSubscriptions: { subscriberIds: ['jane', 'omar'] },
  deleteTopicSubscriptions: { subscriberIds: ['omar'] },
  updateTopicSubscription: { name: 'Order news', preferences: [{ workflowId: 'order-shipped', enabled: true }] },
  createContext: { type: 'shop', id: 'berlin', data: { name: 'Shop Berlin' } },
  updateContext: { data: { name: 'Shop Berlin West' } },
  createIntegration: integration,
  updateIntegration: { name: 'SendGrid US', active: true },
  sendIntegrationTest: { to: 'you@example.com' },
  createLayout: { name: 'House style', layoutId: 'house-style', controlValues: layoutContent },
  updateLayout: { name: 'House style', controlValues: layoutContent },
  duplicateLayout: { name: 'House style, winter' },
  previewLayout: { controlValues: layoutContent, previewPayload: { subscriber: { firstName: 'Jane' } } },
  createWorkflow: workflow,
  updateWorkflow: {
    name: workflow.name,
    active: true,
    steps: workflow.steps,
    preferences: { user: null, workflow: null },
  },
  patchWorkflow: { active: false },
  duplicateWorkflow: { name: 'Order shipped, winter', workflowId: 'order-shipped-winter' },
  previewWorkflowStep: { controlValues: workflow.steps[0]?.controlValues, previewPayload: preview },
  previewWorkflowStepByClient: { controlValues: workflow.steps[0]?.controlValues, previewPayload: preview },
  analyseWorkflowDraft: { ...workflow, preferences: { user: null, workflow: null } },
  sampleWorkflowDraftPayload: { ...workflow, preferences: { user: null, workflow: null } },
  previewWorkflowDraft: {
    workflow: {
      ...workflow,
      steps: workflow.steps.map((step) => ({ ...step, stepId: 'email' })),
      preferences: { user: null, workflow: null },
    },
    stepId: 'email',
    previewPayload: preview,
  },
  createInboxSession: { applicationIdentifier: '6650f1c2a4b3d2e1f0a9b801', subscriber: jane },
  snoozeInboxNotification: { snoozeUntil: tomorrow() },
  archiveAllInboxNotifications: { tags: ['orders'] },
  archiveReadInboxNotifications: { tags: ['orders'] },
  deleteAllInboxNotifications: { tags: ['orders'] },
  markAllInboxNotificationsRead: { tags: ['orders'] },
  markInboxNotificationsSeen: { notificationIds: ['6650f1c2a4b3d2e1f0a9b8c7'] },
  updateInboxGlobalPreference: { email: true, sms: false },
  updateInboxWorkflowPreference: { email: true, sms: false },
  updateInboxPreferences: { preferences: [{ workflowId: 'order-shipped', sms: false }] },
  createInboxSubscription: { identifier: '', preferences: ['order-shipped'] },
  updateInboxSubscription: { name: 'Order news' },
  updateInboxSubscriptionPreference: { enabled: false },
  snoozeSubscriberNotification: { snoozeUntil: tomorrow() },
  archiveAllSubscriberNotifications: { tags: ['orders'] },
  archiveReadSubscriberNotifications: { tags: ['orders'] },
  deleteAllSubscriberNotifications: { tags: ['orders'] },
  markAllSubscriberNotificationsRead: { tags: ['orders'] },
  markSubscriberNotificationsSeen: { notificationIds: ['6650f1c2a4b3d2e1f0a9b8c7'] },
  createEnvironmentVariable: { key: 'SHOP_URL', isSecret: false },
  updateEnvironmentVariable: { key: 'SHOP_ADDRESS' },
};

const processed = { acknowledged: true, status: 'processed', transactionId: trigger.transactionId };

/** Bodies of successful responses by operation ID. Each is valid for its operation. */
export const EXAMPLE_ANSWERS: Record<string, unknown> = {
  triggerEvent: processed,
  broadcastEvent: processed,
  triggerEventsInBulk: [processed, { ...processed, transactionId: '6650f1c2a4b3d2e1f0a9b8c7' }],
};

/** Returns a time of tomorrow. A fixed time would soon be in the past, or would be too far in the future. */
function tomorrow(): string {
  return `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T09:00:00.000Z`;
}
