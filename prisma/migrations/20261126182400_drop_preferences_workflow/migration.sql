-- No statement reads it. The foreign key to workflows would, but Belfry only marks workflows as deleted.
DROP INDEX "preferences_workflow";
