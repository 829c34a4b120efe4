-- Figures of all workers together, ended ones too: what each has counted is added every few seconds.
CREATE TABLE "worker_totals" (
    "name" TEXT COLLATE "C" NOT NULL,
    "labels" TEXT COLLATE "C" NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "worker_totals_pkey" PRIMARY KEY ("name", "labels")
);
