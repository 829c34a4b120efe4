/** The commands of the README's "First delivery". A test compares both. */

/** An email integration from which nothing leaves. Its provider needs no credentials in sandbox mode. */
export const SANDBOX_EMAIL = {
  name: 'Sandbox mail',
  identifier: 'sandbox-mail',
  providerId: 'sendgrid',
  channel: 'email',
  active: true,
  sandbox: true,
  credentials: {},
} as const;

const headers = `\\
  -H "Authorization: ApiKey $KEY" -H 'Content-Type: application/json'`;

const integration = (origin: string) => `curl ${origin}/api/v1/integrations ${headers} -d '{
    "name": "Sandbox mail", "identifier": "sandbox-mail", "providerId": "sendgrid",
    "channel": "email", "active": true, "sandbox": true, "credentials": {} }'`;

const workflow = (origin: string) => `curl ${origin}/api/v2/workflows ${headers} -d '{
    "name": "First delivery", "workflowId": "first-delivery", "active": true,
    "steps": [
      { "name": "Greet", "type": "email", "controlValues": {
          "subject": "Hello {{ subscriber.firstName }}",
          "body": "<p>Welcome.</p>", "editorType": "html", "layoutId": null } },
      { "name": "Text", "type": "sms", "controlValues": { "body": "Welcome" } } ] }'`;

const trigger = (origin: string, workflowId: string) => `curl ${origin}/api/v1/events/trigger ${headers} -d '{
    "name": "${workflowId}",
    "to": { "subscriberId": "jane", "firstName": "Jane", "lastName": "Cooper",
            "email": "jane@example.com" } }'`;

/** Returns commands that create an email provider in sandbox mode and a workflow, and trigger it. With `workflowId`, only the trigger. */
export function firstDelivery(origin: string, workflowId?: string): string[] {
  if (workflowId !== undefined) return [trigger(origin, workflowId)];
  return [integration(origin), workflow(origin), trigger(origin, 'first-delivery')];
}
