/** The commands of the README's "First delivery". A test compares them with the README. */

/** An email integration that sends nothing. Its provider needs no credentials in sandbox mode. */
export const SANDBOX_EMAIL = {
  name: 'Sandbox mail',
  identifier: 'sandbox-mail',
  providerId: 'sendgrid',
  channel: 'email',
  active: true,
  sandbox: true,
  credentials: {},
} as const;

const SANDBOX = { active: true, sandbox: true, credentials: {} } as const;

/**
 * The integrations that the dashboard adds with one click, by channel. In sandbox mode, their providers need no
 * credentials. The inbox never needs credentials, so its integration is not a sandbox. Provider IDs are neutral names.
 */
export const SANDBOXES = {
  in_app: { ...SANDBOX, name: 'Inbox', providerId: 'svc', sandbox: false },
  email: { ...SANDBOX, name: SANDBOX_EMAIL.name, providerId: SANDBOX_EMAIL.providerId },
  sms: { ...SANDBOX, name: 'Sandbox SMS', providerId: 'twilio' },
  chat: { ...SANDBOX, name: 'Sandbox chat', providerId: 'slack' },
  push: { ...SANDBOX, name: 'Sandbox push', providerId: 'expo' },
} as const;

const headers = `\\
  -H "Authorization: ApiKey $KEY" -H 'Content-Type: application/json'`;

const integration = (origin: string) => `curl ${origin}/api/v1/integrations ${headers} -d '{
    "name": "Sandbox mail", "identifier": "sandbox-mail", "providerId": "sendgrid",
    "channel": "email", "active": true, "sandbox": true, "credentials": {} }'`;

const workflow = (origin: string) => `curl ${origin}/api/v2/workflows ${headers} -d '{
    "name": "First delivery", "workflowId": "first-delivery", "active": true, "steps": [
      { "name": "Greet", "type": "email", "controlValues": {
          "subject": "Hello {{ subscriber.firstName }}",
          "body": "<p>Welcome.</p>", "editorType": "html", "layoutId": null } },
      { "name": "Text", "type": "sms", "controlValues": { "body": "Welcome" } } ] }'`;

const trigger = (origin: string) => `curl ${origin}/api/v1/events/trigger ${headers} -d '{
    "name": "first-delivery", "to": { "subscriberId": "jane", "firstName": "Jane",
      "lastName": "Cooper", "email": "jane@example.com" } }'`;

/** Returns commands that create a sandbox email integration and a workflow, and trigger the workflow. */
export function firstDelivery(origin: string): string[] {
  return [integration(origin), workflow(origin), trigger(origin)];
}
