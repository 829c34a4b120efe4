-- Searches for a provider read the newest messages of its channel instead: an index would cost every delivery.
DROP INDEX "messages_by_provider";
