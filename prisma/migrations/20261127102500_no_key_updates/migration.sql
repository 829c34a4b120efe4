-- Keys of tenant tables never change, and a distributed database refuses foreign keys that change with them.
ALTER TABLE "topic_subscriptions"
    DROP CONSTRAINT "topic_subscriptions_environment_id_subscriber_id_fkey",
    ADD CONSTRAINT "topic_subscriptions_environment_id_subscriber_id_fkey" FOREIGN KEY ("environment_id", "subscriber_id")
      REFERENCES "subscribers" ("environment_id", "id") ON DELETE CASCADE NOT VALID;
ALTER TABLE "topic_subscriptions"
    DROP CONSTRAINT "topic_subscriptions_environment_id_topic_id_fkey",
    ADD CONSTRAINT "topic_subscriptions_environment_id_topic_id_fkey" FOREIGN KEY ("environment_id", "topic_id")
      REFERENCES "topics" ("environment_id", "id") ON DELETE CASCADE NOT VALID;
ALTER TABLE "circuit_breakers"
    DROP CONSTRAINT "circuit_breakers_integration_fkey",
    ADD CONSTRAINT "circuit_breakers_integration_fkey" FOREIGN KEY ("environment_id", "integration_id")
      REFERENCES "integrations" ("environment_id", "id") ON DELETE CASCADE NOT VALID;
ALTER TABLE "send_rates"
    DROP CONSTRAINT "send_rates_integration_fkey",
    ADD CONSTRAINT "send_rates_integration_fkey" FOREIGN KEY ("environment_id", "integration_id")
      REFERENCES "integrations" ("environment_id", "id") ON DELETE CASCADE NOT VALID;
ALTER TABLE "subscriber_channels"
    DROP CONSTRAINT "subscriber_channels_environment_id_integration_id_fkey",
    ADD CONSTRAINT "subscriber_channels_environment_id_integration_id_fkey" FOREIGN KEY ("environment_id", "integration_id")
      REFERENCES "integrations" ("environment_id", "id") ON DELETE CASCADE NOT VALID;
ALTER TABLE "subscriber_channels"
    DROP CONSTRAINT "subscriber_channels_environment_id_subscriber_id_fkey",
    ADD CONSTRAINT "subscriber_channels_environment_id_subscriber_id_fkey" FOREIGN KEY ("environment_id", "subscriber_id")
      REFERENCES "subscribers" ("environment_id", "id") ON DELETE CASCADE NOT VALID;
ALTER TABLE "workflows"
    DROP CONSTRAINT "workflows_environment_id_notification_group_id_fkey",
    ADD CONSTRAINT "workflows_environment_id_notification_group_id_fkey" FOREIGN KEY ("environment_id", "notification_group_id")
      REFERENCES "notification_groups" ("environment_id", "id") ON DELETE RESTRICT NOT VALID;
ALTER TABLE "workflow_steps"
    DROP CONSTRAINT "workflow_steps_environment_id_workflow_id_fkey",
    ADD CONSTRAINT "workflow_steps_environment_id_workflow_id_fkey" FOREIGN KEY ("environment_id", "workflow_id")
      REFERENCES "workflows" ("environment_id", "id") ON DELETE CASCADE NOT VALID;
ALTER TABLE "workflow_versions"
    DROP CONSTRAINT "workflow_versions_environment_id_workflow_id_fkey",
    ADD CONSTRAINT "workflow_versions_environment_id_workflow_id_fkey" FOREIGN KEY ("environment_id", "workflow_id")
      REFERENCES "workflows" ("environment_id", "id") ON DELETE CASCADE NOT VALID;
ALTER TABLE "preferences"
    DROP CONSTRAINT "preferences_environment_id_subscriber_id_fkey",
    ADD CONSTRAINT "preferences_environment_id_subscriber_id_fkey" FOREIGN KEY ("environment_id", "subscriber_id")
      REFERENCES "subscribers" ("environment_id", "id") ON DELETE CASCADE NOT VALID;
ALTER TABLE "preferences"
    DROP CONSTRAINT "preferences_environment_id_workflow_id_fkey",
    ADD CONSTRAINT "preferences_environment_id_workflow_id_fkey" FOREIGN KEY ("environment_id", "workflow_id")
      REFERENCES "workflows" ("environment_id", "id") ON DELETE CASCADE NOT VALID;
ALTER TABLE "integration_tests"
    DROP CONSTRAINT "integration_tests_integration_fkey",
    ADD CONSTRAINT "integration_tests_integration_fkey" FOREIGN KEY ("environment_id", "integration_id")
      REFERENCES "integrations" ("environment_id", "id") ON DELETE CASCADE NOT VALID;
