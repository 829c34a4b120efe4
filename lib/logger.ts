import pino from 'pino';
import { env } from './env.ts';
import { spanIds } from './tracing/tracing.ts';

const secrets = ['authorization', 'cookie', '["set-cookie"]', 'credentials', 'password', 'token', 'apiKey', 'secret'];

/** Possible places of secrets in a log entry: at the top, and up to two levels down. */
const paths = secrets.flatMap((name) => {
  const dotted = name.startsWith('[') ? name : `.${name}`;
  return [name, `*${dotted}`, `*.*${dotted}`];
});

let instance: pino.Logger | undefined;

/** Returns the logger. It writes one JSON line per event to standard output, with secrets replaced. Level: `LOG_LEVEL`. */
export function logger(): pino.Logger {
  instance ??= createLogger();
  return instance;
}

/** @param destination for tests; standard output by default. */
export function createLogger(destination?: pino.DestinationStream): pino.Logger {
  const options: pino.LoggerOptions = {
    level: env().LOG_LEVEL,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths, censor: '[redacted]' },
    serializers: { error: errorEntry },
    mixin: () => spanIds() ?? {},
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Returns an error's texts and numbers only. Drivers and clients attach objects to their errors: PostgreSQL's contain the
 * connection, with the key that cancels its statements.
 */
function errorEntry(error: Error): object {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, ...rest } = pino.stdSerializers.err(error);
  const details = Object.entries(rest).filter(([, value]) => typeof value !== 'object' && typeof value !== 'function');
  return { type, message, stack, ...Object.fromEntries(details) };
}
