import pino from 'pino';
import { env } from './env.ts';

const secrets = ['authorization', 'cookie', '["set-cookie"]', 'credentials', 'password', 'token', 'apiKey', 'secret'];

/** Where secrets may be in a log entry: at the top, and up to two levels down. */
const paths = secrets.flatMap((name) => {
  const dotted = name.startsWith('[') ? name : `.${name}`;
  return [name, `*${dotted}`, `*.*${dotted}`];
});

let instance: pino.Logger | undefined;

/** Writes one JSON line per event to standard output, with secrets replaced. Level: `LOG_LEVEL`. */
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
    serializers: { error: pino.stdSerializers.err },
  };
  return destination ? pino(options, destination) : pino(options);
}
