-- Checks the keys that the migration before added, without blocking writes.
ALTER TABLE "topic_subscriptions" VALIDATE CONSTRAINT "topic_subscriptions_environment_id_subscriber_id_fkey";
ALTER TABLE "topic_subscriptions" VALIDATE CONSTRAINT "topic_subscriptions_environment_id_topic_id_fkey";
ALTER TABLE "circuit_breakers" VALIDATE CONSTRAINT "circuit_breakers_integration_fkey";
ALTER TABLE "send_rates" VALIDATE CONSTRAINT "send_rates_integration_fkey";
ALTER TABLE "subscriber_channels" VALIDATE CONSTRAINT "subscriber_channels_environment_id_integration_id_fkey";
ALTER TABLE "subscriber_channels" VALIDATE CONSTRAINT "subscriber_channels_environment_id_subscriber_id_fkey";
ALTER TABLE "workflows" VALIDATE CONSTRAINT "workflows_environment_id_notification_group_id_fkey";
ALTER TABLE "workflow_steps" VALIDATE CONSTRAINT "workflow_steps_environment_id_workflow_id_fkey";
ALTER TABLE "workflow_versions" VALIDATE CONSTRAINT "workflow_versions_environment_id_workflow_id_fkey";
ALTER TABLE "preferences" VALIDATE CONSTRAINT "preferences_environment_id_subscriber_id_fkey";
ALTER TABLE "preferences" VALIDATE CONSTRAINT "preferences_environment_id_workflow_id_fkey";
ALTER TABLE "integration_tests" VALIDATE CONSTRAINT "integration_tests_integration_fkey";
