import { type Env, env } from '#lib/env.ts';
import { setTracing } from './tracing.ts';

/** Starts tracing if the variables name a collector. The packages of OpenTelemetry are loaded only then. */
export async function startTracing(role: 'web' | 'worker', settings = env()): Promise<void> {
  const url = collectorUrl(settings);
  if (url === undefined) return;
  const { openTelemetry } = await import('./open-telemetry.ts');
  setTracing(openTelemetry({ url, serviceName: settings.OTEL_SERVICE_NAME ?? `belfry-${role}`, settings }));
}

/** Returns the address for spans. Undefined if tracing is off. */
export function collectorUrl(settings: Env): string | undefined {
  const { OTEL_SDK_DISABLED, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_EXPORTER_OTLP_ENDPOINT } = settings;
  if (OTEL_SDK_DISABLED) return undefined;
  if (OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  return OTEL_EXPORTER_OTLP_ENDPOINT && `${OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`;
}
