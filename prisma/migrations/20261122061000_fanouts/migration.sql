-- Triggers to topics and broadcasts whose runs are not all made yet: one row each, which goes when they are.
CREATE TABLE "fanouts" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "transaction_id" TEXT NOT NULL,
    "workflow_id" TEXT COLLATE "C" NOT NULL,
    "event" JSONB NOT NULL,
    "topics" JSONB,
    "excluded" TEXT[] COLLATE "C" NOT NULL,
    "cursor" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "ceiling" TEXT COLLATE "C" NOT NULL,
    "reached" INTEGER NOT NULL DEFAULT 0,
    "ready_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "fanouts_pkey" PRIMARY KEY ("environment_id", "id")
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

CREATE INDEX "fanouts_ready" ON "fanouts" ("environment_id", "ready_at", "id");
CREATE INDEX "fanouts_by_transaction" ON "fanouts" ("environment_id", "transaction_id");
CREATE INDEX "fanouts_by_workflow" ON "fanouts" ("environment_id", "workflow_id");
