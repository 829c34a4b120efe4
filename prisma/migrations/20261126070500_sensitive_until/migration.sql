-- Unmarking a workflow does not open what it was triggered with until then: runs with smaller ids stay withheld.
ALTER TABLE "workflows" ADD COLUMN "sensitive_until" TEXT COLLATE "C";
