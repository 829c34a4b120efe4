import { workflowBody } from '#e2e/authoring.ts';
import { database } from '#e2e/database.ts';
import { type CallApi, expect, parsed, test } from '#e2e/fixtures.ts';
import { type HostileProvider, startHostileProvider } from '#e2e/identity-provider.ts';
import { createInbox } from '#e2e/inbox.ts';
import { createOwnInbox, createReader } from '#e2e/inbox-session.ts';
import { filled, type ListedOperation, listOperations, neededQuery } from '#e2e/operations.ts';
import { ownAddress } from '#e2e/own-address.ts';
import { createPerson } from '#e2e/person.ts';
import { type Known, populate } from '#e2e/populated.ts';
import { createIntegration } from '#e2e/rows.ts';
import { signedIn } from '#e2e/session.ts';
import { sideBySide } from '#e2e/side-by-side.ts';
import { createTenant, type Tenant } from '#e2e/tenant.ts';
import { currentCode, startTwoStep, turnOnTwoStep } from '#e2e/two-step.ts';
import { SessionList } from '#lib/auth/schema.ts';
import { EventAddress } from '#lib/delivery-events/schema.ts';
import { PREVIEW_TOKEN } from '#lib/recipient-page/links.ts';
import { OPERATION_RULES } from '#testing/operation-rules.ts';

const preferences = { user: null, workflow: null };
const step = {
  stepId: 'mail',
  name: 'Mail',
  type: 'email',
  controlValues: { subject: 'A', body: 'B', editorType: 'html' },
};
const call = {
  stepId: 'call',
  name: 'Call',
  type: 'http_request',
  // A restricted address: nothing is sent.
  controlValues: { method: 'GET', url: 'http://192.0.2.1/' },
};
const mail = {
  ...{ name: 'Mail', providerId: 'sendgrid', channel: 'email' },
  credentials: { apiKey: 'k', from: 'a@b.example', senderName: 'B' },
};

let provider: HostileProvider;
test.beforeAll(async () => {
  provider = await startHostileProvider();
});
test.afterAll(() => provider.close());

/** Accepted bodies by operation. Without an entry, an operation gets `{}`. */
const BODIES: Record<string, (known: Known) => object> = {
  acceptInvitation: () => ({ firstName: 'Robin', lastName: 'Fox', password: 'a long enough one' }),
  analyseWorkflowDraft: () => ({ ...workflowBody(), preferences }),
  appendSubscriberCredentials: () => ({ providerId: 'fcm', credentials: { deviceTokens: ['another'] } }),
  broadcastEvent: ({ query: name }) => ({ name, payload: {} }),
  bulkCreateSubscribers: () => ({ subscribers: [{ subscriberId: 'new', firstName: 'New' }] }),
  bulkUpdateSubscriberPreferences: ({ workflowId }) => ({ preferences: [{ workflowId, channels: { email: false } }] }),
  changePassword: ({ password }) => ({ currentPassword: password, newPassword: 'another good password' }),
  completeInboxNotificationAction: () => ({ actionType: 'primary' }),
  confirmTwoStep: ({ code }) => ({ code }),
  createAlertRule: ({ integrationId }) => ({
    ...{ name: 'New', condition: { kind: 'no_worker', minutes: 2 } },
    ...{ integrationId, to: 'ops@example.com' },
  }),
  createApiKey: () => ({ name: 'New' }),
  createContext: () => ({ type: 'shop', id: 'new', data: {} }),
  createEnvironment: () => ({ name: 'Staging', slug: 'staging' }),
  createEnvironmentVariable: () => ({ key: 'NEW', isSecret: true }),
  createInboxSession: ({ environmentId }) => ({ applicationIdentifier: environmentId, subscriber: 'new' }),
  createIntegration: () => mail,
  createInvitation: () => ({ email: `new-${Date.now()}-${Math.random()}@example.com`, role: 'support' }),
  createLayout: () => ({ name: 'New', layoutId: 'new' }),
  createSavedView: () => ({ name: 'New', query: 'status=failed', shared: true }),
  createSignInProvider: () => ({
    ...{ name: 'New', issuer: 'https://login.example.com', clientId: 'c', clientSecret: 's', active: false },
  }),
  createSubscriber: () => ({ subscriberId: 'new', firstName: 'New' }),
  createSuppression: () => ({ address: 'new@example.com' }),
  createTopic: () => ({ key: 'new' }),
  createTopicSubscriptions: () => ({ subscriberIds: ['s0'] }),
  createWorkflow: () => workflowBody(),
  deleteTopicSubscriptions: ({ subscriberId }) => ({ subscriberIds: [subscriberId] }),
  dryRunEvent: ({ query: name, subscriberId: to }) => ({ name, to, payload: {} }),
  duplicateLayout: () => ({ name: 'Copy' }),
  importSuppressions: () => ({ suppressions: [{ address: 'more@example.com' }] }),
  orderIntegrations: ({ integrationOrder = '' }) => ({ channel: 'email', integrationIds: integrationOrder.split(' ') }),
  patchSubscriber: () => ({ firstName: 'Changed' }),
  patchWorkflow: () => ({ name: 'Changed' }),
  sampleWorkflowDraftPayload: () => ({ ...workflowBody(), preferences }),
  previewWorkflowDraft: () => ({ workflow: { ...workflowBody({ steps: [step] }), preferences }, stepId: 'mail' }),
  publishEnvironment: ({ environmentId: sourceEnvironmentId, workflowId: resourceId }) => ({
    sourceEnvironmentId,
    resources: [{ resourceType: 'REGULAR', resourceId }],
  }),
  removeSuppression: () => ({ reason: 'The mailbox works again' }),
  renameApiKey: () => ({ name: 'Changed' }),
  replaceRecoveryCodes: ({ password, code }) => ({ password, code }),
  replayWorkflow: () => ({ workflow: { ...workflowBody({ steps: [step] }), preferences } }),
  resetPassword: () => ({ password: 'another good password' }),
  revertInboxNotificationAction: () => ({ actionType: 'primary' }),
  revokeSession: ({ sessionId }) => ({ sessionId }),
  rotateApiKey: () => ({ oldKeyEnds: '24h' }),
  setGradualSwitch: () => ({ share: 5 }),
  sendIntegrationTest: () => ({ to: 'a@sandbox.example' }),
  testUnsavedConnection: () => ({ providerId: 'sendgrid', credentials: {} }),
  testWorkflowRequest: () => ({ workflow: { ...workflowBody({ steps: [call] }), preferences }, stepId: 'call' }),
  startProviderSignIn: ({ signInProviderId }) => ({ signInProviderId }),
  startTwoStep: ({ password }) => ({ password }),
  signIn: ({ ownEmail: email, password }) => ({ email, password }),
  snoozeInboxNotification: () => ({ snoozeUntil: new Date(Date.now() + 3_600_000).toISOString() }),
  snoozeSubscriberNotification: () => ({ snoozeUntil: new Date(Date.now() + 3_600_000).toISOString() }),
  syncWorkflow: ({ targetEnvironmentId }) => ({ targetEnvironmentId }),
  triggerEvent: ({ query: name }) => ({ name, to: 'someone' }),
  triggerEventsInBulk: ({ query: name }) => ({ events: [{ name, to: 'someone' }] }),
  turnOffTwoStep: ({ password, code }) => ({ password, code }),
  previewRecovery: () => ({ filter: {} }),
  updateAlertRule: () => ({ name: 'Changed' }),
  updateContext: () => ({ data: { changed: true } }),
  updateEnvironment: () => ({ name: 'Changed' }),
  updateEnvironmentVariable: () => ({ key: 'CHANGED' }),
  updateInboxGlobalPreference: () => ({ email: false }),
  updateInboxPreferences: ({ workflowId }) => ({ preferences: [{ workflowId, email: false }] }),
  updateInboxSubscription: () => ({ name: 'Changed' }),
  updateInboxSubscriptionPreference: () => ({ enabled: false }),
  updateInboxWorkflowPreference: () => ({ email: false }),
  updateIntegration: () => ({ name: 'Changed' }),
  updateLayout: () => ({ name: 'Changed' }),
  updateMe: () => ({ name: 'Robin Fox' }),
  updateOrganization: () => ({ name: 'Renamed' }),
  updateMember: () => ({ role: 'developer' }),
  updateRecipientPageSettings: () => ({ color: '#1f75fe' }),
  updateSavedView: () => ({ name: 'Changed' }),
  updateSignInProvider: () => ({ name: 'Changed' }),
  updateSubscriberCredentials: () => ({ providerId: 'fcm', credentials: { deviceTokens: ['another'] } }),
  updateSubscriberOnlineStatus: () => ({ isOnline: true }),
  updateSubscriberPreferences: ({ workflowId }) => ({ workflowId, channels: { email: false } }),
  updateTopic: () => ({ name: 'Changed' }),
  updateTopicSubscription: () => ({ name: 'Changed' }),
  updateWorkflow: () => ({ ...workflowBody(), preferences, workflowId: undefined, name: 'Changed' }),
};

/** Headers that an operation requires. */
const HEADERS: Record<string, Record<string, string>> = {
  receiveSignedEvents: { authorization: `Basic ${Buffer.from('user:password').toString('base64')}` },
};

/** Queries that no schema describes. */
const QUERIES: Record<string, string> = {
  receiveSignedEventsByGet: '?hub.mode=subscribe&hub.challenge=1&hub.verify_token=verify-token',
};

function withProvider(providerId: string, integrationId: string): Promise<unknown> {
  return database().query('UPDATE integrations SET provider_id = $1 WHERE id = $2', [providerId, integrationId]);
}

async function withEventAddress(providerId: string, call: CallApi, known: Known): Promise<void> {
  await withProvider(providerId, known.integrationId ?? '');
  const { address = '' } = parsed(
    EventAddress,
    await call('POST', `/v1/integrations/${known.integrationId}/event-address`),
  );
  known.token = address.split('/').at(-1) ?? '';
}

/** Preparations without which an operation would find nothing to do. */
const PREPARED: Record<string, (call: CallApi, known: Known) => Promise<unknown>> = {
  // Without a public address, nothing is registered, which is audited too.
  autoConfigureIntegration: (_call, { integrationId = '' }) => withProvider('postmark', integrationId),
  receiveEvents: (call, known) => withEventAddress('postmark', call, known),
  receiveEventsByGet: (call, known) => withEventAddress('messagebird', call, known),
  receiveSignedEventsByGet: async (call, { integrationId = '' }) => {
    await withProvider('whatsapp-business', integrationId);
    const body = { active: false, credentials: { token: 'verify-token' } };
    await call('PUT', `/v1/integrations/${integrationId}`, { body });
  },
  followTrackedLink: withPreviewToken,
  getTrackingPicture: withPreviewToken,
  getRecipientPage: withPreviewToken,
  postRecipientChoice: withPreviewToken,
  receiveSignedEvents: async (call, known) => {
    await database().query(`UPDATE integrations SET provider_id = 'postmark' WHERE id = $1`, [known.integrationId]);
    const configurations = { inboundWebhookSigningKey: 'user:password' };
    await call('PUT', `/v1/integrations/${known.integrationId}`, { body: { configurations } });
  },
  cancelEvent: async (call, known) => {
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    const body = { name: known.query, to: 'someone', transactionId: 'scheduled', scheduledAt };
    await call('POST', '/v1/events/trigger', { body });
    known.transactionId = 'scheduled';
  },
  createInboxSession: (_call, { environmentId = '' }) =>
    createIntegration({ environmentId } as Tenant, { provider_id: 'svc', channel: 'in_app' }),
  endInboxSessions: async (_call, { environmentId = '', subscriberId }) => {
    const text = 'SELECT id FROM subscribers WHERE environment_id = $1 AND subscriber_id = $2';
    const { rows } = await database().query(text, [environmentId, subscriberId]);
    await createReader({ environmentId }, rows[0].id);
  },
  confirmTwoStep: async (call, known) => {
    const { secret } = await startTwoStep(call, known.password ?? '');
    known.code = await currentCode(secret);
  },
  replaceRecoveryCodes: withTwoStep,
  turnOffTwoStep: withTwoStep,
  revokeSession: async (call, known) => {
    known.sessionId = parsed(SessionList, await call('GET', '/auth/list-sessions'))[0]?._id ?? '';
  },
  restoreLayoutVersion: (call, { layoutId }) => call('PUT', `/v2/layouts/${layoutId}`, { body: { name: 'Changed' } }),
  restoreWorkflowVersion: (call, { workflowId }) =>
    call('PATCH', `/v2/workflows/${workflowId}`, { body: { name: 'Changed' } }),
  // Nothing listens on port 9: a failed test is audited too.
  testBounceMailbox: async (call, { integrationId }) => {
    await database().query(`UPDATE integrations SET provider_id = 'nodemailer' WHERE id = $1`, [integrationId]);
    const account = { mailboxUser: 'bounces', mailboxPassword: 'secret' };
    const configurations = { mailboxHost: '127.0.0.1', mailboxPort: '9', ...account };
    await call('PUT', `/v1/integrations/${integrationId}`, { body: { configurations } });
  },
  setDefaultLayout: (_call, { layoutId }) =>
    database().query('UPDATE layouts SET is_default = false WHERE identifier = $1', [layoutId]),
  setGradualSwitch: withPrimary,
  endGradualSwitch: async (call, known) => {
    await withPrimary(call);
    await call('PUT', `/v1/integrations/${known.integrationId}/gradual-switch`, { body: { share: 5 } });
  },
  orderIntegrations: async (call, known) => {
    await withPrimary(call);
    const { rows } = await database().query<{ id: string }>(
      `SELECT i.id FROM integrations i JOIN integrations own USING (environment_id)
       WHERE own.id = $1 AND i.channel = 'email' AND i.active AND i.deleted_at IS NULL ORDER BY i.priority`,
      [known.integrationId],
    );
    known.integrationOrder = rows.map(({ id }) => id).join(' ');
  },
  setIntegrationAsPrimary: (_call, { integrationId }) =>
    database().query('UPDATE integrations SET sandbox = true, "primary" = false WHERE id = $1', [integrationId]),
  startProviderSignIn: (_call, { signInProviderId }) =>
    database().query('UPDATE sign_in_providers SET active = true, issuer = $2 WHERE id = $1', [
      signInProviderId,
      provider.issuer,
    ]),
  undoIntegrationAsPrimary: async (call, { integrationId }) => {
    await database().query('UPDATE integrations SET sandbox = true, "primary" = false WHERE id = $1', [integrationId]);
    await call('POST', `/v1/integrations/${integrationId}/set-primary`);
  },
};

/** Makes another integration of the channel primary. */
async function withPrimary(call: CallApi): Promise<void> {
  const body = { ...mail, name: 'Primary', sandbox: false, active: true };
  await call('POST', '/v1/integrations', { body });
}

async function withPreviewToken(_call: CallApi, known: Known): Promise<void> {
  known.token = PREVIEW_TOKEN;
}

/** Turns on the caller's two-step sign-in. */
async function withTwoStep(call: CallApi, known: Known): Promise<void> {
  known.code = await currentCode((await turnOnTwoStep(call, known.password ?? '')).secret);
}

/**
 * Operations that need a run by the engine, and a provider: `retry.spec.ts`, `fate.spec.ts` and the tests of recoveries check their
 * entries.
 */
const RETRIES = ['fetchMessageFate', 'retryMessage', 'retryStep', 'resendStep', 'createRecovery', 'stopRecovery'];

/** Actions on messages, which have no name, and on several resources. */
const UNNAMED = /^messages\.|\.export$|^(?:sessions\.revoke|integrations\.revealCredentials)$/;

/** Returns the audited actions in order, marked if an entry lacks the name of its resource. */
async function actionsOf({ organizationId }: Tenant): Promise<string> {
  const text = 'SELECT action, resource_label FROM audit_log WHERE organization_id = $1 ORDER BY id';
  const { rows } = await database().query<{ action: string; resource_label: string | null }>(text, [organizationId]);
  const named = rows.map(({ action, resource_label: label }) =>
    label || UNNAMED.test(action) ? action : `${action} without name`,
  );
  return named.join(' ') || '-';
}

/** Returns the status and the audit log's actions of a call by an owner in a separate tenant. */
async function audited({ method, path, operation }: ListedOperation): Promise<[number, string]> {
  const tenant = await createTenant();
  const known = await populate(tenant);
  const account = operation.tag === 'Sessions' ? await createPerson(tenant, 'owner') : undefined;
  const person = account ?? (await signedIn(tenant, 'owner'));
  if (account) Object.assign(known, { ownEmail: account.email, password: account.password });
  if (operation.permission === 'public') known.invitation = known.invitationToken ?? '';
  const reader = operation.permission === 'subscriber' ? await createOwnInbox(tenant, known.topicKey ?? '') : undefined;
  if (reader) Object.assign(known, { notificationId: reader.ids[0], identifier: reader.identifier });
  if (operation.tag === 'Inbox') {
    const [notificationId = ''] = await createInbox(tenant, 1);
    Object.assign(known, { notificationId, subscriberId: 's0' });
  }
  await PREPARED[operation.operationId]?.(person.call, known);
  await database().query('DELETE FROM audit_log WHERE organization_id = $1', [tenant.organizationId]);
  const given = {
    ...(operation.body && { body: BODIES[operation.operationId]?.(known) ?? {} }),
    headers: { ...ownAddress(), ...HEADERS[operation.operationId] },
  };
  const query = QUERIES[operation.operationId] ?? neededQuery({ method, path, operation } as ListedOperation, known);
  const { status } = await (reader?.reader ?? person).call(method, filled(path, known) + query, given);
  return [status, await actionsOf(tenant)];
}

test('every operation leaves the audit entries of the table', async () => {
  test.setTimeout(180_000);
  const listed = (await listOperations()).filter(({ operation }) => !RETRIES.includes(operation.operationId));
  const found: Record<string, string> = {};
  await sideBySide(listed, async (each) => {
    const [status, actions] = await audited(each);
    found[each.operation.operationId] = status < 400 ? actions : `answered ${status}`;
  });
  const expected = OPERATION_RULES.filter(([operationId]) => !RETRIES.includes(operationId));
  expect(found).toEqual(Object.fromEntries(expected.map(([operationId, , , , actions]) => [operationId, actions])));
});
