/** Wire shapes of the system report, an extension of the interface. */
import { z } from 'zod';
import { Timestamp } from '#lib/api/wire.ts';

export const FindingLevel = z.enum(['warn', 'bad']);
export type FindingLevel = z.infer<typeof FindingLevel>;

/** The parts of the report, in the order of the page. A finding belongs to one of them. */
export const SYSTEM_PARTS = [
  'workers',
  'queue',
  'outages',
  'requests',
  'database',
  'history',
  'maintenance',
  'versions',
  'encryption',
] as const;
export type SystemPart = (typeof SYSTEM_PARTS)[number];

export const Finding = z.strictObject({
  /** The stable code of the kind of finding. Several findings may share a code. */
  code: z.string(),
  level: FindingLevel,
  part: z.enum(SYSTEM_PARTS),
  title: z.string(),
  /** The fix. Users type the text between backticks. */
  action: z.string(),
  /** The outage that the finding reports. Absent for other findings. */
  outage: z.strictObject({ _integrationId: z.string() }).optional(),
});
export type Finding = z.infer<typeof Finding>;

const Worker = z.strictObject({
  _id: z.string(),
  startedAt: Timestamp,
  seenAt: Timestamp,
  /** Whether the worker reported within the last 15 s. */
  alive: z.boolean(),
});

const Lane = z.strictObject({
  lane: z.enum(['urgent', 'normal', 'fanout']),
  /** Due jobs that no worker holds, counted up to 10,000 for each environment. */
  ready: z.int(),
  /** The age of the oldest of these jobs, in seconds since it became due. Omitted if there are none. */
  oldestSeconds: z.number().optional(),
});

const DelayHour = z.strictObject({
  hour: Timestamp,
  /** Jobs whose first attempt began in this hour. */
  jobs: z.int(),
  /**
   * The median start delay in seconds, estimated within the bucket of a histogram. 60 means a minute or more. Omitted
   * without jobs.
   */
  p50: z.number().optional(),
  p95: z.number().optional(),
  p99: z.number().optional(),
});
export type DelayHour = z.infer<typeof DelayHour>;

const Outage = z.strictObject({
  /** What is unreachable: the provider of an integration, or the host of an HTTP step. */
  kind: z.enum(['integration', 'host']),
  /** The name of the integration, or the host. */
  name: z.string(),
  _integrationId: z.string().optional(),
  /** Whether the integration is the primary one. Absent for a host, and for channels without a primary integration. */
  primary: z.boolean().optional(),
  environment: z.strictObject({ _id: z.string(), name: z.string(), slug: z.string() }),
  openedAt: Timestamp,
  /** The time of the next attempt to send a message or request. */
  probeAt: Timestamp,
});

const Retrying = z.strictObject({
  _integrationId: z.string(),
  name: z.string(),
  environment: z.strictObject({ _id: z.string(), name: z.string(), slug: z.string() }),
});

const TableSize = z.strictObject({
  name: z.string(),
  /** Includes indexes, long values and partitions. */
  bytes: z.number(),
  /** An estimate of the last vacuum. */
  rows: z.number(),
  /** Omitted until sizes of two days are stored. */
  growth: z.strictObject({ bytes: z.number(), since: Timestamp }).optional(),
});

const Capped = { count: z.int(), /** Whether there may be more than the count. */ capped: z.boolean() };

const Maintenance = z.strictObject({
  finishedAt: Timestamp,
  durationMs: z.number(),
  partitionsMade: z.int(),
  partitionsDropped: z.int(),
  rowsDeleted: z.int(),
  workRestored: z.int(),
});

/** The measurements of the report, without the findings. */
export const SystemFacts = z.strictObject({
  /** The time of the database. */
  at: Timestamp,
  /** The address of the links in messages, unless an environment has its own. */
  address: z.string(),
  versions: z.strictObject({ belfry: z.string(), postgresql: z.string(), node: z.string() }),
  workers: z.array(Worker),
  queue: z.array(Lane),
  /** The hours of the last day in which jobs were started, the earliest first. */
  delays: z.array(DelayHour),
  /** The open outages in the organization’s environments, at most 50. */
  outages: z.array(Outage),
  /**
   * The integrations outside an outage whose newest attempts of the last 24 hours failed temporarily, at most 50. Their
   * messages are retried.
   */
  retrying: z.array(Retrying),
  database: z.strictObject({
    bytes: z.number(),
    readOnly: z.boolean(),
    /** The time by which the clock of the reporting process is ahead of the database's. */
    clockAheadMs: z.number(),
    replication: z.strictObject({
      /** The number of connected standbys. */
      standbys: z.int(),
      /** Whether a commit waits for a standby. */
      synchronous: z.boolean(),
      /** The replica of DATABASE_READ_URL. Absent without one. */
      readReplica: z
        .strictObject({
          /** Why lists are read on the primary at present. Absent if the replica is usable. */
          problem: z.string().optional(),
          /** Bytes of the primary's log that the replica has not replayed. */
          behindBytes: z.number().optional(),
        })
        .optional(),
    }),
    tables: z.array(TableSize),
  }),
  history: z.strictObject({
    /** The months for which every history table has a partition: `2027-03`. */
    months: z.array(z.string()),
    /** Rows in the default partitions, because their month has no partition. */
    strayRows: z.strictObject(Capped),
  }),
  migrations: z.strictObject({
    pending: z.array(z.string()),
    /** Migrations that are applied in the database but are not part of this version. */
    unknown: z.array(z.string()),
  }),
  encryption: z.strictObject({
    /** The IDs of the keys in ENCRYPTION_KEYS. The first key encrypts new values. */
    keys: z.array(z.string()),
    /** The number of values by encryption key, up to a limit and without the connections of subscribers. */
    values: z.array(z.strictObject({ key: z.string(), count: z.int() })),
    /**
     * The last complete `npm run keys:rotate`. After it, all values except the `unreadable` ones were encrypted with
     * `key`.
     */
    rotation: z.strictObject({ key: z.string(), unreadable: z.int(), finishedAt: Timestamp }).optional(),
  }),
  maintenance: z.strictObject({
    last: Maintenance.optional(),
    failure: z.strictObject({ failedAt: Timestamp, message: z.string() }).optional(),
  }),
  /**
   * Requests by API key in the last 24 hours that failed with a status of 500 or more, in the environments of the
   * organization.
   */
  requestErrors: z.strictObject({
    ...Capped,
    lastHour: z.int(),
    operations: z.array(z.strictObject({ operationId: z.string(), count: z.int(), lastAt: Timestamp })),
  }),
});
export type SystemFacts = z.infer<typeof SystemFacts>;

export const SystemReport = SystemFacts.extend({
  /** The level of the worst finding. */
  level: z.enum(['ok', 'warn', 'bad']),
  /** Sorted by level, the worst first. */
  findings: z.array(Finding),
});
export type SystemReport = z.infer<typeof SystemReport>;
