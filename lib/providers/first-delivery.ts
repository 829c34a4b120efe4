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

const trigger = (origin: string) => `curl ${origin}/api/v1/events/trigger ${headers} -d '{
    "name": "first-delivery",
    "to": { "subscriberId": "jane", "firstName": "Jane", "lastName": "Cooper",
            "email": "jane@example.com" } }'`;

/** Returns commands that create a sandbox email integration and a workflow, and trigger the workflow. */
export function firstDelivery(origin: string): string[] {
  return [integration(origin), workflow(origin), trigger(origin)];
}
