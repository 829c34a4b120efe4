/**
 * The only list of what an erasure does with each table. `erasure-table.test.ts` compares the list with the schema, so
 * a new table, or a new column of a table whose rows stay, needs an entry. Columns of numbers, times and flags need no
 * entry.
 */
type TableErasure =
  | { rows: 'deleted'; how: string }
  | {
      rows: 'kept';
      why: string;
      /** The columns that contain no data about a subscriber, or only data by which no one can be identified. */
      kept: string;
      /** What an erasure does with the other columns. */
      erased?: Record<string, string>;
    };

export const ERASURE_TABLE: Readonly<Record<string, TableErasure>> = {
  settings: { rows: 'kept', why: 'Facts of the installation.', kept: 'key value' },
  organizations: { rows: 'kept', why: 'The operator.', kept: 'id name' },
  environments: {
    rows: 'kept',
    why: 'The operator.',
    kept: 'id organization_id name slug type color reply_to signing_secret page_url page_name page_color page_logo_id inbox_origins',
  },
  recipient_page_logos: { rows: 'kept', why: 'The operator.', kept: 'environment_id id content_type content' },
  deleted_environments: { rows: 'kept', why: 'The operator.', kept: 'id organization_id name' },
  environment_variables: {
    rows: 'kept',
    why: 'Values that members set for templates.',
    kept: 'id organization_id key values',
  },
  users: { rows: 'kept', why: 'Members, not subscribers.', kept: 'id name first_name last_name email image' },
  two_step_secrets: { rows: 'kept', why: 'Members.', kept: 'user_id secret' },
  recovery_codes: { rows: 'kept', why: 'Members.', kept: 'user_id code_hash' },
  sessions: { rows: 'kept', why: 'Members.', kept: 'id user_id token ip_address user_agent sign_in_provider_id' },
  sign_in_providers: {
    rows: 'kept',
    why: 'The operator.',
    kept: 'id organization_id name issuer client_id client_secret scopes email_domains default_role',
  },
  accounts: {
    rows: 'kept',
    why: 'Members.',
    kept: 'id account_id provider_id user_id access_token refresh_token id_token scope password',
  },
  verifications: { rows: 'kept', why: 'Members.', kept: 'id identifier value' },
  members: { rows: 'kept', why: 'Members.', kept: 'id organization_id user_id role' },
  invitations: { rows: 'kept', why: 'Members.', kept: 'id organization_id email role token_hash invited_by_id' },
  password_resets: { rows: 'kept', why: 'Members.', kept: 'id organization_id user_id token_hash created_by_id' },
  api_keys: {
    rows: 'kept',
    why: 'The operator.',
    kept: 'id environment_id name hash hint scope replaced_by_id created_by_id revoked_by_id',
  },
  sign_in_failures: { rows: 'kept', why: 'Members. Kept for two days.', kept: 'key' },
  idempotency_records: {
    rows: 'deleted',
    how: 'If the stored response names the person. Others expire within 24 hours.',
  },
  rate_limit_buckets: {
    rows: 'kept',
    why: 'Keys of API keys, environments and hashes of addresses. Deleted after a day without use.',
    kept: 'key',
  },
  audit_log: {
    rows: 'kept',
    why: 'Proof of who did what. What was changed of the person goes.',
    kept: 'id organization_id environment_id actor_type action resource_type request_id',
    erased: {
      before: 'Null in entries that name the person.',
      after: 'As `before`.',
      actor_id: 'Replaced if it names the person, who acted in an inbox or on the recipient’s page.',
      actor_label: 'As `actor_id`.',
      resource_id: 'Replaced if it names the person.',
      resource_label: 'Replaced if it names the person.',
      address: 'Null if the person acted.',
    },
  },
  api_key_calls: { rows: 'kept', why: 'Counts.', kept: 'environment_id api_key_id' },
  request_log: {
    rows: 'kept',
    why: 'Proof of which calls came. Their content goes.',
    kept: 'id environment_id api_key_id user_id method operation_id request_id address',
    erased: { path: 'Parts that name the person are replaced.', details: 'Null if path or details name the person.' },
  },
  subscribers: { rows: 'deleted', how: 'At the request, with the subscriber.' },
  inbox_sessions: { rows: 'deleted', how: 'By its foreign key, with the subscriber.' },
  online_subscribers: { rows: 'deleted', how: 'By its foreign key, with the subscriber.' },
  subscriber_search: { rows: 'deleted', how: 'At the request, with the subscriber.' },
  deleted_subscribers: {
    rows: 'deleted',
    how: 'At the request, also rows of earlier deletions with the same subscriberId.',
  },
  subscriber_channels: { rows: 'deleted', how: 'By its foreign key, with the subscriber.' },
  topics: {
    rows: 'deleted',
    how: 'If the topic names the person and has no other subscription. Other topics are shared.',
  },
  topic_subscriptions: { rows: 'deleted', how: 'By its foreign key, with the subscriber.' },
  contexts: { rows: 'deleted', how: 'If the key or the data name the person. Other contexts are shared.' },
  integrations: {
    rows: 'kept',
    why: 'Configuration.',
    kept: 'id environment_id name identifier provider_id channel kind credentials configurations conditions deleted_by_id',
  },
  primary_switches: {
    rows: 'kept',
    why: 'Configuration.',
    kept: 'environment_id channel integration_id former_id before after',
  },
  gradual_switches: {
    rows: 'kept',
    why: 'Configuration.',
    kept: 'environment_id channel integration_id former_id ending',
    erased: { why: 'Replaced if it names the person.' },
  },
  integration_tests: {
    rows: 'kept',
    why: 'The last test of an integration.',
    kept: 'environment_id integration_id kind outcome tested_by',
    erased: { message: 'Replaced if it names the person.' },
  },
  circuit_breakers: {
    rows: 'kept',
    why: 'Outages.',
    kept: 'environment_id integration_id',
    erased: { words: 'Replaced if they name the person.' },
  },
  outages: {
    rows: 'kept',
    why: 'Outages. Their words are network errors, which name no recipient.',
    kept: 'environment_id integration_id channel words release_job_id',
  },
  host_breakers: {
    rows: 'kept',
    why: 'Outages.',
    kept: 'environment_id host',
    erased: { words: 'Replaced if they name the person.' },
  },
  send_rates: { rows: 'kept', why: 'Counts.', kept: 'environment_id integration_id' },
  send_quotas: { rows: 'kept', why: 'Counts.', kept: 'environment_id integration_id' },
  notification_groups: { rows: 'kept', why: 'Configuration.', kept: 'id environment_id name' },
  workflows: {
    rows: 'kept',
    why: 'Configuration.',
    kept: 'id environment_id identifier name description tags payload_schema origin severity default_preferences user_preferences issues notification_group_id created_by_id updated_by_id last_published_by_id deleted_by_id sensitive_until',
  },
  workflow_steps: {
    rows: 'kept',
    why: 'Configuration.',
    kept: 'id environment_id workflow_id step_id name type control_values control_issues filters',
  },
  workflow_versions: {
    rows: 'kept',
    why: 'Configuration, written by members.',
    kept: 'id environment_id workflow_id cause actor_label user_id definition',
  },
  publications: {
    rows: 'kept',
    why: 'Configuration.',
    kept: 'id environment_id source_environment_id actor_label items',
  },
  layouts: {
    rows: 'kept',
    why: 'Configuration.',
    kept: 'id environment_id identifier name editor_type body created_by_id updated_by_id',
  },
  layout_versions: {
    rows: 'kept',
    why: 'Configuration, written by members.',
    kept: 'id environment_id layout_id cause actor_label user_id definition',
  },
  preferences: {
    rows: 'deleted',
    how: 'By its foreign key, with the subscriber. Their changes are columns of the row.',
  },
  triggers: { rows: 'deleted', how: 'If no other run has the transaction ID. It can then be used again.' },
  workflow_snapshots: {
    rows: 'kept',
    why: 'Configuration at the time of a trigger.',
    kept: 'environment_id workflow_id severity channels tags template settings',
  },
  payloads: {
    rows: 'deleted',
    how: 'If no other run refers to the payload: payloads are shared by the runs of one trigger. Otherwise only the reference goes, with the run, and the person is replaced as actor and as address in copy.',
  },
  notifications: {
    rows: 'deleted',
    how: 'By subscriber. In runs of others, the person is replaced as actor and as address in copy.',
  },
  notification_topics: { rows: 'deleted', how: 'By run.' },
  jobs: { rows: 'deleted', how: 'By run.' },
  job_steps: { rows: 'kept', why: 'Configuration at the time of a trigger.', kept: 'environment_id content' },
  work: { rows: 'deleted', how: 'By run, first of all, so that no waiting step begins.' },
  integration_stats: { rows: 'kept', why: 'Counts.', kept: 'environment_id integration_id' },
  outcome_counts: { rows: 'kept', why: 'Counts.', kept: 'environment_id workflow_id outcome' },
  throttle_windows: {
    rows: 'kept',
    why: 'Hashes of step, subscriber and key, until the window ends.',
    kept: 'environment_id id',
  },
  digest_windows: { rows: 'deleted', how: 'By the digest events of the runs.' },
  digest_events: { rows: 'deleted', how: 'By run.' },
  fanouts: {
    rows: 'kept',
    why: 'A trigger to many, until its runs exist: shared data and IDs of the recipients.',
    kept: 'environment_id id transaction_id workflow_id event topics excluded cursor ceiling payload_id',
  },
  workers: { rows: 'kept', why: 'Processes.', kept: 'id' },
  web_processes: { rows: 'kept', why: 'Processes.', kept: 'id' },
  worker_totals: { rows: 'kept', why: 'Counts.', kept: 'name labels' },
  start_delays: { rows: 'kept', why: 'Counts.', kept: '' },
  table_sizes: { rows: 'kept', why: 'Counts.', kept: 'name' },
  notification_outcomes: { rows: 'deleted', how: 'By run. The counts of outcomes stay.' },
  saved_views: { rows: 'deleted', how: 'If the filters or the name name the person.' },
  alert_rules: {
    rows: 'kept',
    why: 'Configuration: recipients are members.',
    kept: 'id environment_id name condition integration_id recipient quiet_hours',
  },
  alerts: {
    rows: 'kept',
    why: 'Facts about the system.',
    kept: 'id environment_id rule_id rule_name kind end_cause pending',
    erased: {
      words: 'Replaced if they name the person.',
      end_words: 'As `words`.',
      problem: 'As `words`.',
      notices: 'As `words`.',
    },
  },
  trigger_refusals: {
    rows: 'deleted',
    how: 'If the reason or no one else is named. Otherwise the person is taken out of the recipients.',
  },
  recoveries: {
    rows: 'kept',
    why: 'Proof of who retried failed runs.',
    kept: 'environment_id id actor_type actor_id actor_label causes floor cursor',
    erased: {
      filter: 'Values that name the person are replaced. A running recovery is stopped.',
      reason: 'Replaced if it names the person.',
      status: 'A running recovery that names the person is stopped.',
    },
  },
  recovery_runs: { rows: 'deleted', how: 'By run.' },
  erasures: {
    rows: 'kept',
    why: 'Proof of the erasure: a keyed hash of the subscriberId and counts.',
    kept: 'environment_id id status subject stage cursor counts',
    erased: { identity: 'Null once the erasure is done.' },
  },
  erasure_secrets: { rows: 'kept', why: 'The key of the hashes, encrypted.', kept: 'environment_id secret' },
  suppressions: {
    rows: 'kept',
    why: 'The address stays suppressed, under a keyed hash.',
    kept: 'environment_id id channel event',
    erased: {
      address: 'Replaced by a keyed hash, so that the address stays suppressed if it comes back.',
      words: 'Null.',
      note: 'Null.',
      message_id: 'Null.',
      notification_id: 'Null.',
    },
  },
  suppression_removals: {
    rows: 'kept',
    why: 'The end of earlier suppressions. Kept for 32 days.',
    kept: 'environment_id channel',
    erased: { address: 'The row is deleted.' },
  },
  delivery_events: { rows: 'deleted', how: 'By message. Events that wait for their message are found by address.' },
  event_addresses: {
    rows: 'kept',
    why: 'Configuration.',
    kept: 'environment_id integration_id secret arrived_kind',
    erased: { refused_words: 'Replaced if they name the person.' },
  },
  bounce_mailboxes: {
    rows: 'kept',
    why: 'Configuration.',
    kept: 'environment_id integration_id settings place report_kind',
    erased: { failed_words: 'Replaced if they name the person.' },
  },
  execution_details: { rows: 'deleted', how: 'By run.' },
  messages: {
    rows: 'deleted',
    how: 'By run and by subscriber, with copies and recipients that a provider still owes.',
  },
};
