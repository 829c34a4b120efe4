-- Windows that runs of one step and one subscriber share: how many a throttle let through.
CREATE TABLE "throttle_windows" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "count" INTEGER NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "throttle_windows_pkey" PRIMARY KEY ("environment_id", "id")
);

CREATE INDEX "throttle_windows_by_end" ON "throttle_windows" ("environment_id", "ends_at");

-- What a digest step collects. A window without an opener is closed: it only remembers when its last event was.
CREATE TABLE "digest_windows" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "opener_job_id" TEXT COLLATE "C",
    "opener_notification_id" TEXT COLLATE "C",
    "closes_at" TIMESTAMPTZ(3),
    "last_event_at" TIMESTAMPTZ(3),
    "kept_until" TIMESTAMPTZ(3),

    CONSTRAINT "digest_windows_pkey" PRIMARY KEY ("environment_id", "id")
);

CREATE INDEX "digest_windows_by_age" ON "digest_windows" ("environment_id", "kept_until") WHERE "opener_job_id" IS NULL;

CREATE TABLE "digest_events" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "job_id" TEXT COLLATE "C" NOT NULL,
    "window_id" TEXT COLLATE "C" NOT NULL,
    "notification_id" TEXT COLLATE "C" NOT NULL,
    "payload" JSONB,

    CONSTRAINT "digest_events_pkey" PRIMARY KEY ("environment_id", "job_id")
);

CREATE INDEX "digest_events_by_window" ON "digest_events" ("environment_id", "window_id", "notification_id", "job_id");
CREATE INDEX "digest_events_by_notification" ON "digest_events" ("environment_id", "notification_id");
