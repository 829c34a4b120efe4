-- What each publication wrote into its target environment, so that it can be undone.
CREATE TABLE "publications" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "source_environment_id" TEXT COLLATE "C" NOT NULL,
    "actor_label" TEXT NOT NULL,
    "items" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "publications_pkey" PRIMARY KEY ("environment_id", "id")
);
