-- For the System page: how long jobs waited for a worker, by hour. One row per bucket of the histogram, cumulative.
CREATE TABLE "start_delays" (
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "at_most_seconds" DOUBLE PRECISION NOT NULL,
    "jobs" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "start_delays_pkey" PRIMARY KEY ("hour", "at_most_seconds")
);

-- The size of each table on each day, to know its growth.
CREATE TABLE "table_sizes" (
    "day" TIMESTAMPTZ(3) NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "table_sizes_pkey" PRIMARY KEY ("day", "name")
);

-- Requests that failed through a fault of Belfry. Usually empty.
CREATE INDEX "request_log_failed" ON "request_log" ("environment_id", "id") WHERE "status" >= 500;
