-- Why runs were skipped, with their numbers: {"the workflow was deleted": 12}.
ALTER TABLE "recoveries" ADD COLUMN "causes" JSONB NOT NULL DEFAULT '{}';
