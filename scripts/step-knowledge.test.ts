import { expect, test } from 'vitest';
import { stepKnowledge } from './step-knowledge.ts';

test.each([
  "if (step.type === 'delay') wait();",
  "if (step.type === 'custom') wait();",
  "switch (type) { case 'digest': break; }",
  "const waiting = ['delay', 'digest'].includes(type);",
  'const labels = { digest: 1, delay: 2 };',
  'const labels = {\n  throttle: 1,\n  email: 2,\n  custom: 3,\n};',
  "const shown = { DELAY_AMOUNT: 'DELAY_TYPE' };",
  "const isBody = component === 'SMS_BODY';",
  'const icons: Record<StepType, Icon> = { email: Mail };',
  'const icons: Partial<Record<WorkflowStepType, Icon>> = {\n  email: Mail,\n};',
  'const icons = { email: Mail } as const satisfies Record<StepType, Icon>;',
])('%s is found', (text) => expect(stepKnowledge(text)).toBeDefined());

test.each([
  'const { digest } = job;',
  '  digest: DigestMetadata.optional(),',
  "context.addIssue({ code: 'custom', message });",
  'const channels: Record<Channel, string> = { email: label };',
  "const liquid = '{{ events | digest: 2 }}';",
  'stepType(type).label',
])('%s is not found', (text) => expect(stepKnowledge(text)).toBeUndefined());
