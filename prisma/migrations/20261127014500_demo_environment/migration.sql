-- Whether the environment contains the demo data's invented company. The dashboard says so, and offers to remove it.
ALTER TABLE "environments" ADD COLUMN "is_demo" BOOLEAN NOT NULL DEFAULT false;
