-- How many messages an integration took and refused, by minute; how many runs of a workflow ended how, by hour.
CREATE TABLE "integration_stats" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "sent" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "retried" INTEGER NOT NULL,

    CONSTRAINT "integration_stats_pkey" PRIMARY KEY ("environment_id", "minute", "integration_id")
);

CREATE TABLE "outcome_counts" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "workflow_id" TEXT COLLATE "C" NOT NULL,
    "outcome" TEXT COLLATE "C" NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "outcome_counts_pkey" PRIMARY KEY ("environment_id", "hour", "workflow_id", "outcome")
);
