-- Failed runs of a filter that are retried together, newest first.
CREATE TABLE "recoveries" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "status" TEXT NOT NULL,
    "filter" JSONB NOT NULL,
    "reason" TEXT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor_label" TEXT NOT NULL,
    "total" INTEGER NOT NULL,
    "retried" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "floor" TEXT COLLATE "C" NOT NULL,
    "cursor" TEXT COLLATE "C",
    "address_allowed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "recoveries_pkey" PRIMARY KEY ("environment_id", "id")
);

-- At most one running recovery per environment. Workers find the environments with one in this index.
CREATE UNIQUE INDEX "recoveries_running" ON "recoveries" ("environment_id") WHERE "status" = 'running';
