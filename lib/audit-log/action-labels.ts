/**
 * The texts of an action in the audit log: a label for the filter, and a phrase for the summary. `{}` in a phrase is replaced
 * by the name of the resource.
 */
interface ActionLabel {
  label: string;
  phrase: string;
}

const says = (label: string, phrase: string): ActionLabel => ({ label, phrase });

const subscriberCredentials = (verb: string) =>
  says(`${verb} channel credentials`, `${verb.toLowerCase()} channel credentials of {}`);

export const actionLabels: Readonly<Record<string, ActionLabel>> = {
  'integrations.create': says('Added an integration', 'added the integration {}'),
  'integrations.update': says('Changed an integration', 'changed {}'),
  'integrations.delete': says('Deleted an integration', 'deleted the integration {}'),
  'integrations.setPrimary': says('Made an integration primary', 'made {} primary'),
  'integrations.undoSetPrimary': says('Undid a primary integration', 'undid that {} is primary'),
  'integrations.revealCredentials': says('Looked at credentials', 'looked at the credentials of {}'),
  'integrations.testConnection': says('Tested a connection', 'tested the connection of {}'),
  'integrations.sendTest': says('Sent a test message', 'sent a test message through {}'),
  'workflows.create': says('Created a workflow', 'created the workflow {}'),
  'workflows.update': says('Changed a workflow', 'changed the workflow {}'),
  'workflows.patch': says('Switched a workflow', 'changed the workflow {}'),
  'workflows.restore': says('Restored a version', 'restored an older version of {}'),
  'workflows.sync': says('Copied a workflow here', 'copied the workflow {} from another environment'),
  'workflows.duplicate': says('Duplicated a workflow', 'created the workflow {} as a copy of another'),
  'workflows.delete': says('Deleted a workflow', 'deleted the workflow {}'),
  'workflows.markSensitive': says('Marked content as sensitive', 'marked the content of {} as sensitive'),
  'workflows.unmarkSensitive': says('Unmarked sensitive content', 'marked the content of {} as not sensitive'),
  'environment-variables.create': says('Created an environment variable', 'created the environment variable {}'),
  'environment-variables.update': says('Changed an environment variable', 'changed the environment variable {}'),
  'environment-variables.delete': says('Deleted an environment variable', 'deleted the environment variable {}'),
  'layouts.create': says('Created a layout', 'created the layout {}'),
  'layouts.update': says('Changed a layout', 'changed the layout {}'),
  'layouts.setDefault': says('Made a layout the default', 'made {} the default layout'),
  'layouts.duplicate': says('Duplicated a layout', 'created the layout {} as a copy of another'),
  'layouts.delete': says('Deleted a layout', 'deleted the layout {}'),
  'environments.create': says('Created an environment', 'created the environment {}'),
  'environments.update': says('Changed an environment', 'changed the environment {}'),
  'environments.delete': says('Deleted an environment', 'deleted the environment {}'),
  'environments.publish': says('Published to an environment', 'published to {}'),
  'environments.undoPublish': says('Undid a publication', 'undid a publication to {}'),
  'environments.revealSigningSecret': says('Looked at a signing secret', 'looked at the signing secret of {}'),
  'environments.renewSigningSecret': says('Replaced a signing secret', 'replaced the signing secret of {}'),
  'members.update': says('Changed a role', 'changed the role of {}'),
  'members.delete': says('Removed a member', 'removed the member {}'),
  'members.createPasswordReset': says('Created a password reset link', 'created a link that resets the password of {}'),
  'invitations.create': says('Invited a member', 'invited {}'),
  'invitations.revoke': says('Revoked an invitation', 'revoked the invitation of {}'),
  'invitations.accept': says('Accepted an invitation', 'accepted the invitation of {}'),
  'api-keys.create': says('Created an API key', 'created the API key {}'),
  'api-keys.rotate': says('Rotated an API key', 'rotated the API key {}'),
  'api-keys.revoke': says('Revoked an API key', 'revoked the API key {}'),
  'users.changePassword': says('Changed a password', 'changed their password'),
  'users.resetPassword': says('Reset a password', 'chose a new password through a link'),
  'users.denied': says('Was denied an operation', 'was denied {}'),
  'sessions.signIn': says('Signed in', 'signed in'),
  'sessions.signOut': says('Signed out', 'signed out'),
  'sessions.reject': says('Rejected a sign-in', 'rejected sign-ins of {}'),
  'sessions.revoke': says('Ended a session', 'ended one of their sessions'),
  'sessions.revokeOthers': says('Ended other sessions', 'ended all their other sessions'),
  'subscribers.createOrUpdate': says('Saved a subscriber', 'saved the subscriber {}'),
  'subscribers.update': says('Changed a subscriber', 'changed the subscriber {}'),
  'subscribers.delete': says('Deleted a subscriber', 'deleted the subscriber {}'),
  'subscribers.updateOnlineStatus': says('Changed who is online', 'changed whether {} is online'),
  'subscribers.bulk': says('Imported subscribers', 'imported {}'),
  'subscribers.updateCredentials': subscriberCredentials('Changed'),
  'subscribers.appendCredentials': subscriberCredentials('Added'),
  'subscribers.deleteCredentials': subscriberCredentials('Deleted'),
  'topics.create': says('Created a topic', 'created the topic {}'),
  'topics.update': says('Changed a topic', 'changed the topic {}'),
  'topics.delete': says('Deleted a topic', 'deleted the topic {}'),
  'topics.subscribe': says('Subscribed to a topic', 'added a subscription to the topic {}'),
  'topics.updateSubscription': says('Changed a subscription', 'changed a subscription to the topic {}'),
  'topics.unsubscribe': says('Unsubscribed from a topic', 'removed a subscription from the topic {}'),
  'contexts.create': says('Created a context', 'created the context {}'),
  'contexts.update': says('Changed a context', 'changed the context {}'),
  'contexts.delete': says('Deleted a context', 'deleted the context {}'),
  'preferences.update': says('Changed preferences', 'changed the preferences of {}'),
  'messages.retry': says('Retried a step', 'retried a step of {}'),
  'messages.reveal': says('Looked at a sensitive message', 'looked at the sensitive content of {}'),
  'messages.delete': says('Deleted a message', 'deleted {}'),
  'messages.deleteTransaction': says('Deleted messages', 'deleted the messages of the transaction {}'),
  'messages.read': says('Marked a message as read', 'marked {} as read'),
  'messages.unread': says('Marked a message as unread', 'marked {} as unread'),
  'messages.seen': says('Marked a message as seen', 'marked {} as seen'),
  'messages.archive': says('Archived a message', 'archived {}'),
  'messages.unarchive': says('Took a message out of the archive', 'took {} out of the archive'),
  'messages.snooze': says('Snoozed a message', 'snoozed {}'),
  'messages.unsnooze': says('Ended a snooze', 'ended the snooze of {}'),
  'messages.completeAction': says('Completed a button', 'completed a button of {}'),
  'messages.revertAction': says('Took back a button', 'took back a button of {}'),
  'messages.readAll': says('Marked all messages as read', 'marked all messages of {} as read'),
  'messages.seenAll': says('Marked all messages as seen', 'marked all messages of {} as seen'),
  'messages.archiveAll': says('Archived all messages', 'archived all messages of {}'),
  'messages.archiveReadAll': says('Archived all read messages', 'archived all read messages of {}'),
  'messages.deleteAll': says('Deleted all messages', 'deleted all messages of {}'),
  'notifications.reveal': says('Looked at a sensitive run', 'looked at the sensitive content of {}'),
  'notifications.export': says('Exported runs', 'exported runs'),
  'events.trigger': says('Triggered a workflow', 'triggered {}'),
  'events.broadcast': says('Triggered a workflow for every subscriber', 'triggered {} for every subscriber'),
  'events.cancel': says('Cancelled a trigger', 'cancelled the trigger {}'),
  'saved-views.create': says('Saved a view', 'saved the view {}'),
  'saved-views.update': says('Changed a view', 'changed the view {}'),
  'saved-views.delete': says('Deleted a view', 'deleted the view {}'),
};

export const allActions = Object.keys(actionLabels);

/** Returns the label of an action for selection lists. */
export function actionLabel(action: string): string {
  return actionLabels[action]?.label ?? action;
}
