-- Each filter of the audit log, and who with what, reads its own entries only, newest first.
CREATE INDEX "audit_log_organization_id_actor_id_id_idx" ON "audit_log"("organization_id", "actor_id", "id");
CREATE INDEX "audit_log_organization_id_action_id_idx" ON "audit_log"("organization_id", "action", "id");
CREATE INDEX "audit_log_organization_id_resource_type_id_idx" ON "audit_log"("organization_id", "resource_type", "id");
CREATE INDEX "audit_log_organization_id_environment_id_id_idx" ON "audit_log"("organization_id", "environment_id", "id");
CREATE INDEX "audit_log_organization_id_actor_id_action_id_idx" ON "audit_log"("organization_id", "actor_id", "action", "id");
CREATE INDEX "audit_log_organization_id_actor_id_resource_type_id_idx" ON "audit_log"("organization_id", "actor_id", "resource_type", "id");
-- A thing is one of few with its id: its kind need not come first.
CREATE INDEX "audit_log_organization_id_resource_id_id_idx" ON "audit_log"("organization_id", "resource_id", "id");
DROP INDEX "audit_log_organization_id_resource_type_resource_id_id_idx";
-- One plan serves every value. Were a column taken to hold one value only, as in the log of a single person, the plan would
-- walk the whole log for another.
ALTER TABLE "audit_log"
    ALTER COLUMN "actor_id" SET (n_distinct = 100),
    ALTER COLUMN "action" SET (n_distinct = 100),
    ALTER COLUMN "resource_type" SET (n_distinct = 20),
    ALTER COLUMN "resource_id" SET (n_distinct = -0.1),
    ALTER COLUMN "environment_id" SET (n_distinct = 10);
