import { useState } from 'react';
import { SettingsSection } from '#components/settings/settings-page.tsx';
import { Button } from '#components/ui/button.tsx';
import { delayText } from '#lib/system/figures-text.ts';
import type { DelayHour } from '#lib/system/schema.ts';
import { momentText } from '#lib/time/time.ts';
import { FigureTable } from './figure-table.tsx';

/** The hours that are shown first. */
const FEW = 6;

const columns = [
  { label: 'Hour from' },
  { label: 'Jobs', isFigure: true, isWide: true },
  { label: 'p50', isFigure: true },
  { label: 'p95', isFigure: true },
  { label: 'p99', isFigure: true },
];

/** The waiting times of jobs until their first attempt, by hour, the latest first. */
export function StartDelays({ delays }: { delays: readonly DelayHour[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const latest = delays.toReversed();
  const shown = showsAll ? latest : latest.slice(0, FEW);
  return (
    <SettingsSection
      id="start-delays"
      title="Start delay"
      intro="Time between a job’s due time and its first attempt, in the last 24 hours, without the provider’s time. Half of the jobs waited at most p50, 95% at most p95."
    >
      <FigureTable
        label="Start delay"
        columns={columns}
        rows={shown.map(({ hour, jobs, p50, p95, p99 }) => ({
          key: hour,
          cells: [momentText(hour), jobs.toLocaleString('en'), delayText(p50), delayText(p95), delayText(p99)],
        }))}
        empty="No job was started in the last 24 hours."
      />
      {latest.length > FEW && (
        <Button variant="ghost" size="sm" className="mt-2" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show the latest hours only' : `Show all ${latest.length} hours`}
        </Button>
      )}
    </SettingsSection>
  );
}
