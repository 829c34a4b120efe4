import { z } from 'zod';
import { ALERT_KIND_NAMES, AlertCondition, type AlertKindName, alertKindOf } from '#lib/alerts/kinds/registry.ts';
import { type AlertRule, CreateAlertRuleBody, QuietHours } from '#lib/alerts/schema.ts';

/** The fields of the form. Numbers are text, as people type them. */
export interface AlertRuleValues {
  name: string;
  kind: AlertKindName;
  /** The ID of the watched integration. */
  watched: string;
  percent: string;
  minutes: string;
  messages: string;
  integrationId: string;
  to: string;
  isQuiet: boolean;
  from: string;
  until: string;
  timezone: string;
}

const MISSING = 'Choose an integration';

/** Validates with the schemas of the API, so that each problem is shown at its field. */
export const alertRuleForm = z
  .object({
    name: CreateAlertRuleBody.shape.name,
    kind: z.enum(ALERT_KIND_NAMES),
    ...{ watched: z.string(), percent: z.string(), minutes: z.string(), messages: z.string() },
    integrationId: z.string().min(1, MISSING),
    to: CreateAlertRuleBody.shape.to,
    isQuiet: z.boolean(),
    ...{ from: z.string(), until: z.string(), timezone: z.string() },
  })
  .superRefine((values, ctx) => {
    const report = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if (alertKindOf(values.kind).watchesIntegration && values.watched === '') report('watched', MISSING);
    for (const { path, message } of AlertCondition.safeParse(conditionOf(values)).error?.issues ?? [])
      if (path[0] !== 'integrationId') report(String(path[0]), message);
    if (values.isQuiet)
      for (const { path, message } of QuietHours.safeParse(quietOf(values)).error?.issues ?? [])
        report(path[0] === 'to' ? 'until' : String(path[0]), message);
  }) as unknown as z.ZodType<AlertRuleValues, AlertRuleValues>;

/** Returns the body of a new rule, or of a change. */
export function bodyOf(values: AlertRuleValues): CreateAlertRuleBody {
  const { name, integrationId, to, isQuiet } = values;
  return {
    ...{ name, integrationId, to },
    condition: conditionOf(values) as AlertCondition,
    quietHours: isQuiet ? quietOf(values) : null,
    active: true,
  };
}

/** Returns the values of a rule, or the values of a new rule for a reader in `timezone`. */
export function valuesOf(rule: AlertRule | undefined, timezone: string, email: string): AlertRuleValues {
  const condition = rule?.condition ?? { kind: 'integration_failures' as const };
  const { from = '22:00', to: until = '07:00', timezone: zone = timezone } = rule?.quietHours ?? {};
  return {
    name: rule?.name ?? '',
    kind: condition.kind,
    watched: 'integrationId' in condition ? condition.integrationId : '',
    ...{ ...numbersOf(condition.kind), ...textsOf(condition) },
    ...{ integrationId: rule?.integrationId ?? '', to: rule?.to ?? email },
    ...{ isQuiet: rule?.quietHours !== undefined, from, until, timezone: zone },
  };
}

type Numbers = Pick<AlertRuleValues, 'percent' | 'minutes' | 'messages'>;

/** Returns the usual numbers of a kind. */
export function numbersOf(kind: AlertKindName): Numbers {
  return { percent: '', minutes: '', messages: '', ...textsOf(alertKindOf(kind).defaults) };
}

function textsOf(values: object): Partial<Numbers> {
  const numbers = Object.entries(values).filter(([, value]) => typeof value === 'number');
  return Object.fromEntries(numbers.map(([key, value]) => [key, String(value)]));
}

function conditionOf(values: AlertRuleValues): object {
  const { numbers, watchesIntegration } = alertKindOf(values.kind);
  const keys = Object.keys(numbers) as (keyof Numbers)[];
  return {
    kind: values.kind,
    ...(watchesIntegration && { integrationId: values.watched }),
    ...Object.fromEntries(keys.map((key) => [key, numberOf(values[key])])),
  };
}

/** Returns NaN for a text that is empty or not a number. */
function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

function quietOf({ from, until, timezone }: AlertRuleValues): QuietHours {
  return { from, to: until, timezone };
}
