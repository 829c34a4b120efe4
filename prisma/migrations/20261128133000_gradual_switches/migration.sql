-- The gradual switch of a channel's primary integration that runs, or the last one that ended.
CREATE TABLE "gradual_switches" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "channel" TEXT NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "former_id" TEXT COLLATE "C" NOT NULL,
    "share" INTEGER NOT NULL,
    "margin" INTEGER NOT NULL,
    "min_messages" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "ending" TEXT,
    "why" TEXT,

    CONSTRAINT "gradual_switches_pkey" PRIMARY KEY ("environment_id", "channel")
);
