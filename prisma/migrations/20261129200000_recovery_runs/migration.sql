-- The runs that a recovery retried, for its result and for the filter of the list of runs.
CREATE TABLE "recovery_runs" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "recovery_id" TEXT COLLATE "C" NOT NULL,
    "notification_id" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "recovery_runs_pkey" PRIMARY KEY ("environment_id", "recovery_id", "notification_id")
);

-- The erasure of a subscriber deletes by run.
CREATE INDEX "recovery_runs_by_run" ON "recovery_runs" ("environment_id", "notification_id");
