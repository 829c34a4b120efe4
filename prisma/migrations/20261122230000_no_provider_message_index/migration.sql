-- Nothing looks a message up by its provider's id yet, and an index would cost every delivery.
DROP INDEX "messages_by_provider_message";
