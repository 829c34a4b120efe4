import { SettingsSection } from '#components/settings/settings-page.tsx';
import { Code } from '#components/ui/code.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { isLocalAddress } from '#lib/recipient-page/local-address.ts';
import { bytesText, monthsText, signedBytes } from '#lib/system/figures-text.ts';
import type { SystemReport } from '#lib/system/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { dayText, durationText } from '#lib/time/time.ts';
import { FigureTable } from './figure-table.tsx';

interface Props {
  report: SystemReport;
}

export function Tables({ report: { database } }: Props) {
  return (
    <SettingsSection
      id="tables"
      title="Largest tables"
      intro="Sizes include indexes and monthly partitions. Row counts are PostgreSQL’s estimates. Growth is measured from the earliest known day of the last week."
    >
      <FigureTable
        label="Largest tables"
        columns={[
          { label: 'Table' },
          { label: 'Size', isFigure: true },
          { label: 'Rows', isFigure: true, isWide: true },
          { label: 'Growth', isFigure: true },
        ]}
        rows={database.tables.map(({ name, bytes, rows, growth }) => ({
          key: name,
          cells: [
            <Code key="name">{name}</Code>,
            bytesText(bytes),
            Math.round(rows).toLocaleString('en'),
            growth ? (
              <span key="growth" data-tip={`Since ${dayText(growth.since)}`}>
                {signedBytes(growth.bytes)}
              </span>
            ) : (
              <Missing key="growth" label="Not known yet" />
            ),
          ],
        }))}
      />
    </SettingsSection>
  );
}

export function History({ report }: Props) {
  const { history, maintenance } = report;
  const { last } = maintenance;
  return (
    <SettingsSection
      id="history"
      title="History and maintenance"
      intro="Every hour, a worker creates the partitions of the coming months and deletes data past the retention period."
    >
      <Panel>
        <Fact label="Months">{monthsText(history.months)}</Fact>
        <Fact label="Rows outside these months">
          {history.strayRows.capped && 'more than '}
          {history.strayRows.count.toLocaleString('en')}
        </Fact>
        <Fact label="Last maintenance">
          {last ? (
            <span>
              <RelativeTime value={last.finishedAt} focusable />, in {durationText(last.durationMs)}:{' '}
              {counted(last.rowsDeleted, 'row')} deleted, {counted(last.partitionsMade, 'partition')} created,{' '}
              {last.partitionsDropped.toLocaleString('en')} dropped
            </span>
          ) : (
            'Not finished yet'
          )}
        </Fact>
        {maintenance.failure && (
          <Fact label="Last failure">
            <span>
              <RelativeTime value={maintenance.failure.failedAt} focusable />: {maintenance.failure.message}
            </span>
          </Fact>
        )}
      </Panel>
    </SettingsSection>
  );
}

export function Versions({ report: { address, versions, migrations, encryption } }: Props) {
  return (
    <SettingsSection
      id="versions"
      title="Address, versions and keys"
      intro="The versions are those of the web process that served this page. The first encryption key encrypts; the others only decrypt older secrets."
    >
      <Panel>
        <Fact label="Address">
          <span>
            {address}
            {isLocalAddress(address) && (
              <span className="text-warn">: links in messages work only on this machine until PUBLIC_URL is set</span>
            )}
          </span>
        </Fact>
        <Fact label="Belfry">{versions.belfry}</Fact>
        <Fact label="PostgreSQL">{versions.postgresql}</Fact>
        <Fact label="Node">{versions.node}</Fact>
        <Fact label="Migrations">
          {migrations.pending.length > 0 ? `Not applied: ${migrations.pending.join(', ')}` : 'All applied'}
        </Fact>
        <Fact label="Encryption keys">
          {encryption.keys.map((key, index) => (
            <span key={key}>
              <Code>{key}</Code>: {counted(encryption.values.find((value) => value.key === key)?.count ?? 0, 'secret')}
              {index < encryption.keys.length - 1 && ','}
            </span>
          ))}
        </Fact>
        {encryption.rotation && (
          <Fact label="Keys rotated">
            <span>
              To <Code>{encryption.rotation.key}</Code>, <RelativeTime value={encryption.rotation.finishedAt} />
              {encryption.rotation.unreadable > 0 &&
                `, except ${counted(encryption.rotation.unreadable, 'unreadable value')}`}
            </span>
          </Fact>
        )}
      </Panel>
    </SettingsSection>
  );
}

function Panel({ children }: { children: React.ReactNode }) {
  return (
    <div className="rounded-lg border border-line bg-surface px-3 py-1.5">
      <Facts>{children}</Facts>
    </div>
  );
}
