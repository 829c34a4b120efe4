-- Only closed windows have an age, so the index needs no condition of its own.
DROP INDEX "digest_windows_by_age";
CREATE INDEX "digest_windows_by_age" ON "digest_windows" ("environment_id", "kept_until");
