/** Reasons of steps that make an HTTP request. */
import { define } from './definition.ts';
import { stepControl } from './links.ts';
import { joined, problemText } from './problem-text.ts';

export const REQUEST_REASONS = {
  request_failed: define({
    layer: 'step',
    needs: ['problem'],
    may: ['status', 'host', 'attempt', 'since'],
    summary: ({ problem, status, host = 'The server', since }, words) =>
      joined(
        ': ',
        since !== undefined
          ? `No request was sent, because ${host} has not responded since ${words.time(since)}`
          : status === undefined
            ? `The request to ${host} failed`
            : `${host} answered ${status}`,
        problem,
      ).replace(/\.$/, ''),
    why: ({ problem, status, host = 'the server', since }, words) => {
      if (since !== undefined) return `${host} has not responded since ${words.time(since)}`;
      return status === undefined
        ? (problemText(problem) ?? 'no response arrived')
        : joined(', ', `${host} answered ${status}`, problem).replace(/\.$/, '');
    },
    fix: {
      text: ({ host = 'the server' }) =>
        `Ask the administrator of ${host} to look into it, and retry once it works. If the address is wrong, correct it in the step.`,
      to: stepControl('url', 'Open the request’s address'),
      permission: 'workflows:write',
      action: 'retry',
    },
    detail: 'Action step execution failed',
    status: 'Failed',
    outcome: 'failed',
  }),
  host_unavailable: define({
    layer: 'provider',
    needs: ['host', 'since', 'problem'],
    summary: ({ host, since, problem }, words) =>
      joined(': ', `${host} has not responded since ${words.time(since)}`, problem).replace(/\.$/, ''),
    fix: {
      text: ({ host }) =>
        `Belfry retries automatically once ${host} responds. The step fails after a minute without a response. If the address is wrong, correct it in the step.`,
      to: stepControl('url', 'Open the request’s address'),
      permission: 'workflows:write',
      action: 'retry',
    },
    detail: 'Action step execution failed',
    status: 'Warning',
    outcome: 'waiting',
  }),
  response_invalid: define({
    layer: 'step',
    needs: ['problem'],
    summary: ({ problem }) => `The response does not match its schema: ${problem}`,
    fix: {
      text: 'Correct the server’s response, then retry. If the schema is wrong, correct it in the step and trigger again.',
      to: stepControl('responseBodySchema', 'Open the response schema'),
      permission: 'workflows:write',
      action: 'retry',
    },
    detail: 'Response body schema validation failed',
    status: 'Failed',
    outcome: 'failed',
  }),
  requested: define({
    layer: 'step',
    needs: ['host', 'status', 'attempt'],
    summary: ({ host, status }) => `${host} answered ${status}`,
    detail: 'Step completed',
    status: 'Success',
    outcome: 'done',
  }),
  not_requested: define({
    layer: 'step',
    needs: ['host'],
    summary: ({ host }) =>
      `The step would call ${host}. A dry run calls no server, so later steps read an empty response`,
    detail: 'Step completed',
    status: 'Success',
    outcome: 'done',
  }),
  response_ignored: define({
    layer: 'step',
    summary: () => 'The response is not a JSON object, so later steps cannot read it',
    fix: { text: 'Later steps can read the response once the server sends a JSON object.' },
    detail: 'HTTP request step received a non-object response',
    status: 'Warning',
  }),
} as const;
