import { createHash, randomBytes } from 'node:crypto';
import { sealRecipient } from '#lib/alerts/recipient.ts';
import { encrypt } from '#lib/crypto.ts';
import { storedValue } from '#lib/environment-variables/values.ts';
import { sealSigningSecret } from '#lib/environments/signing-secret.ts';
import { newId } from '#lib/id.ts';
import { sealCredentials } from '#lib/integrations/credentials.ts';
import { secretOwner as clientSecretOwner } from '#lib/sign-in-providers/secret.ts';
import { secretOwner } from '#lib/two-step/check.ts';
import { database, insertRow } from './database.ts';
import { createJobStep, createSnapshot, insertRows, messageRow, notificationRow } from './history-rows.ts';
import { createIntegration } from './rows.ts';
import { signedIn } from './session.ts';
import { createApiKey, type Tenant } from './tenant.ts';
import { createWorkflow } from './workflow-rows.ts';

/** IDs and values of one record of every kind, by the names of path and query parameters. A new parameter must be added here. */
export type Known = Record<string, string>;

/** A secret in an integration of every populated environment, and the secret that signs its requests. */
export const CANARY = 'canary-4d1f0c7be2a94f5e';

/** Creates one record of every kind in the tenant's environment. */
export async function populate(tenant: Tenant): Promise<Known> {
  const { environmentId } = tenant;
  const tag = randomBytes(6).toString('hex');
  const at = new Date();
  const subscriber = newId(at);
  const [subscriberId, email, transactionId] = [`sub-${tag}`, `sub-${tag}@example.com`, `transaction-${tag}`];
  const [topicKey, subscriptionId, contextKey] = [`topic-${tag}`, `topic-${tag}:sub-${tag}`, `tenant:${tag}`];
  const stamps = { created_at: at, updated_at: at };
  await insertRow('subscribers', {
    id: subscriber,
    environment_id: environmentId,
    subscriber_id: subscriberId,
    first_name: 'Jane',
    last_name: tag,
    email,
    phone: `+49${Number.parseInt(tag, 16)}`,
    ...stamps,
  });
  await database().query('UPDATE environments SET signing_secret = $2 WHERE id = $1', [
    environmentId,
    sealSigningSecret(environmentId, CANARY),
  ]);
  const logoId = newId(at);
  const logo = { content_type: 'image/png', content: '\\x89504e470d0a1a0a' };
  await insertRow('recipient_page_logos', { id: logoId, environment_id: environmentId, ...logo });
  const variableKey = `KEY_${tag}`;
  const variableId = newId(at);
  await insertRow('environment_variables', {
    ...{ id: variableId, organization_id: tenant.organizationId, key: variableKey, is_secret: true },
    values: { [environmentId]: storedValue(true, CANARY, environmentId, variableId) },
    ...stamps,
  });
  const integrationId = newId(at);
  const credentials = { apiKey: CANARY, webhookUrl: `https://hooks.example.com/${CANARY}`, from: 'a@example.com' };
  const identifier = `mail-${tag}`;
  await createIntegration(tenant, {
    id: integrationId,
    provider_id: 'sendgrid',
    channel: 'email',
    identifier,
    credentials: sealCredentials(credentials, { environmentId, integrationId }),
  });
  await createIntegration(tenant, { provider_id: 'fcm', channel: 'push', identifier: `push-${tag}` });
  const workflowIdentifier = `workflow-${tag}`;
  const workflowId = await createWorkflow(tenant, { identifier: workflowIdentifier, tags: [`tag-${tag}`], version: 1 });
  const { rows: steps } = await database().query('SELECT id FROM workflow_steps WHERE workflow_id = $1', [workflowId]);
  const layoutId = `layout-${tag}`;
  const layout = newId(at);
  await insertRow('layouts', {
    id: layout,
    environment_id: environmentId,
    identifier: layoutId,
    name: 'House style',
    editor_type: 'html',
    body: `{{ content }} ${tag}`,
    is_default: true,
    version: 1,
    ...stamps,
  });
  await insertRow('layout_versions', {
    id: newId(at),
    environment_id: environmentId,
    layout_id: layout,
    version: 1,
    cause: 'create',
    actor_label: 'Test',
    definition: { name: 'House', editorType: 'html', body: `{{ content }} ${tag}`, isTranslationEnabled: false },
    created_at: at,
  });
  await insertRow('contexts', { environment_id: environmentId, type: 'tenant', key: tag, data: { tag }, ...stamps });
  const topicId = newId(at);
  await insertRow('topics', { id: topicId, environment_id: environmentId, key: topicKey, ...stamps });
  await insertRow('topic_subscriptions', {
    id: newId(at),
    environment_id: environmentId,
    topic_id: topicId,
    subscriber_id: subscriber,
    identifier: subscriptionId,
    ...stamps,
  });
  await insertRow('preferences', {
    id: newId(at),
    environment_id: environmentId,
    subscriber_id: subscriber,
    context_keys: [contextKey],
    ...stamps,
  });
  const snapshot = await createSnapshot(tenant, { workflow_id: workflowId, severity: 'high' });
  const event = notificationRow(tenant, at, {
    snapshot_id: snapshot,
    subscriber_id: subscriber,
    transaction_id: transactionId,
    context_keys: [contextKey],
    payload: { tag },
  });
  await insertRows('notifications', [event]);
  await insertRow('notification_topics', {
    notification_id: event.id,
    environment_id: environmentId,
    topic_key: topicKey,
    subscriber_id: subscriber,
    snapshot_id: snapshot,
    context_keys: [contextKey],
    subscription_id: subscriptionId,
  });
  const jobId = newId(at);
  const ofRun = { environment_id: environmentId, notification_id: event.id, subscriber_id: subscriber };
  const { key: step_key } = await createJobStep(tenant, { id: steps[0].id });
  const sentBy = { provider_id: 'sendgrid', integration_id: integrationId };
  const job = { id: jobId, ...ofRun, type: 'email', status: 'failed', ...sentBy, step_key, ...stamps };
  await insertRows('jobs', [job]);
  const message = messageRow(tenant, at, {
    notification_id: event.id,
    job_id: jobId,
    subscriber_id: subscriber,
    workflow_id: workflowId,
    transaction_id: transactionId,
    context_keys: [contextKey],
    integration_id: integrationId,
    email,
  });
  const pushed = { channel: 'push', provider_id: 'fcm', title: `${tag} jane` };
  await insertRows('messages', [message]);
  await insertRows('messages', [{ ...message, ...pushed, id: newId(at) }]);
  const named = await people(tenant, tag);
  const viewId = newId(at);
  await insertRow('saved_views', {
    id: viewId,
    environment_id: environmentId,
    page: 'activity',
    name: `View ${tag}`,
    query: `search=${tag}`,
    shared: true,
    created_by_id: named.userId,
    ...stamps,
  });
  const { rows: suppressed } = await database().query<{ id: string }>(
    `INSERT INTO suppressions (environment_id, channel, address, event, created_at, message_id, notification_id, words)
     VALUES ($1, 'email', $2, 'bounced', $3, $4, $5, $6) RETURNING id`,
    [environmentId, email, at, message.id, event.id, `550 ${tag}`],
  );
  await insertRow('outages', {
    ...{ environment_id: environmentId, opened_at: at, integration_id: integrationId, channel: 'email' },
    ...{ closed_at: at, words: `Refused ${tag}`, late: 0, failed: 0 },
  });
  const recoveryId = newId(at);
  await insertRow('recoveries', {
    ...{ environment_id: environmentId, id: recoveryId, status: 'done', filter: {}, reason: `Outage ${tag}` },
    ...{ actor_type: 'user', actor_id: named.userId, actor_label: email, total: 2, retried: 1, skipped: 1 },
    ...{ floor: event.id, ...stamps, ended_at: at },
  });
  await insertRow('recovery_runs', {
    environment_id: environmentId,
    recovery_id: recoveryId,
    notification_id: event.id,
  });
  const erasureId = newId(at);
  await insertRow('erasures', {
    ...{ environment_id: environmentId, id: erasureId, status: 'done', subject: tag, stage: 'payloads' },
    ...{ counts: { messages: 1 }, ...stamps, ended_at: at },
  });
  const alertRuleId = newId(at);
  const watching = { environment_id: environmentId, id: alertRuleId };
  await insertRow('alert_rules', {
    ...{ ...watching, name: `Rule ${tag}`, condition: { kind: 'no_worker', minutes: 60 }, active: true, ...stamps },
    integration_id: integrationId,
    recipient: sealRecipient(email, { environmentId, id: alertRuleId }),
  });
  await insertRow('alerts', {
    ...{
      environment_id: environmentId,
      id: newId(at),
      rule_id: alertRuleId,
      rule_name: `Rule ${tag}`,
      kind: 'no_worker',
    },
    ...{ words: `No worker ${tag}`, raised_at: at, held_at: at, ended_at: at, end_cause: 'resolved', next_try_at: at },
  });
  const publicationId = newId(at);
  await insertRow('publications', {
    id: publicationId,
    environment_id: tenant.productionId,
    source_environment_id: environmentId,
    actor_label: 'jane@example.com',
    items: { workflows: [], layouts: [] },
    created_at: at,
  });
  const signInProviderId = newId(at);
  await insertRow('sign_in_providers', {
    ...{ id: signInProviderId, organization_id: tenant.organizationId, name: `Login ${tag}` },
    ...{
      issuer: 'https://login.example.com',
      client_id: tag,
      client_secret: encrypt(CANARY, clientSecretOwner(signInProviderId)),
    },
    ...{ scopes: ['openid', 'email'], email_domains: ['example.com'], creates_members: true, default_role: 'support' },
    // Inactive, because no server responds at the issuer's address.
    ...{ owners_allowed: false, active: false, ...stamps },
  });
  return {
    signInProviderId,
    subscriberId,
    integrationId,
    workflowId,
    publicationId,
    suppressionId: suppressed[0]?.id ?? '',
    recoveryId,
    erasureId,
    openedAt: at.toISOString(),
    alertRuleId,
    ruleId: alertRuleId,
    stepId: steps[0].id,
    layoutId,
    variableKey,
    version: '1',
    targetEnvironmentId: tenant.productionId,
    notificationId: event.id,
    messageId: message.id,
    jobId,
    environmentId,
    ...named,
    viewId,
    transactionId,
    logoId,
    topicKey,
    key: topicKey,
    subscriptionId,
    contextKeys: contextKey,
    contextKey,
    subscriberIds: subscriberId,
    templates: workflowId,
    emails: email,
    email,
    search: email,
    name: tag,
    phone: String(Number.parseInt(tag, 16)),
    query: workflowIdentifier,
    guide: 'concepts',
    subscriber: subscriberId,
    workflow: workflowIdentifier,
    at: at.toISOString(),
    q: `${tag} jane`,
    after: subscriber,
    before: subscriber,
    actorId: subscriber,
    resourceId: integrationId,
    requestId: `request-${tag}`,
    tags: `tag-${tag}`,
    type: 'tenant',
    id: tag,
    actionType: 'primary',
    data: JSON.stringify({ tag }),
    // Responses repeat these values, although they are not IDs of records.
    filters: '[{"read":false}]',
    providerId: 'fcm',
    integrationIdentifier: `push-${tag}`,
  };
}

/** Creates a member, an open invitation, an open password reset and a key. */
async function people(tenant: Tenant, tag: string): Promise<Known> {
  const { userId } = await signedIn(tenant, 'support');
  const { rows } = await database().query<{ id: string }>('SELECT id FROM members WHERE user_id = $1', [userId]);
  const sessions = await database().query<{ id: string }>('SELECT id FROM sessions WHERE user_id = $1', [userId]);
  const invitation = newId();
  await insertRow('invitations', {
    id: invitation,
    organization_id: tenant.organizationId,
    email: `invited-${tag}@example.com`,
    role: 'support',
    token_hash: createHash('sha256').update(tag).digest('hex'),
    invited_by_id: userId,
    expires_at: new Date(Date.now() + 86_400_000),
  });
  await insertRow('two_step_secrets', {
    user_id: userId,
    secret: encrypt(CANARY, secretOwner(userId)),
    confirmed_at: new Date(),
    created_at: new Date(),
  });
  await insertRow('password_resets', {
    id: newId(),
    organization_id: tenant.organizationId,
    user_id: userId,
    token_hash: createHash('sha256').update(`reset-${tag}`).digest('hex'),
    expires_at: new Date(Date.now() + 86_400_000),
  });
  const apiKeyId = newId();
  await createApiKey(tenant.environmentId, { id: apiKeyId });
  const requestLogId = newId();
  await insertRow('request_log', {
    id: requestLogId,
    environment_id: tenant.environmentId,
    api_key_id: apiKeyId,
    method: 'GET',
    path: '/api/v1/me',
    status: 200,
    duration_ms: 1,
    request_id: `request-${tag}`,
    created_at: new Date(),
  });
  return {
    memberId: rows[0]?.id ?? '',
    sessionId: sessions.rows[0]?.id ?? '',
    userId,
    invitation,
    invitationToken: tag,
    passwordReset: `reset-${tag}`,
    apiKeyId,
    requestLogId,
  };
}
