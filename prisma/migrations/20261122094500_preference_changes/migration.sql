-- AlterTable
ALTER TABLE "preferences" ADD COLUMN "changes" JSONB NOT NULL DEFAULT '{}';
