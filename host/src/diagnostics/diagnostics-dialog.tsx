import { Button, ContentDialog, CopyButton, formatDateTime, makeStyles, tokens } from '@console/shared-ui/basics';
import { useCanCall } from '@console/shared-auth';
import type { FaultReport } from '@console/shared-contract/federation';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PlainTable, type PlainTableProps } from '../about/plain-table';
import { listLoads, listSharedPackages, LOAD_PHASES, type LoadRecord, type SharedPackage } from '../federation';
import { useFederation } from '../federation-view/federation-context';
import type { AboutRemote } from '../federation-view/federation-view';
import { messages } from './messages';
import { sumScripts } from './script-sizes';

const MAX_ROWS = 20;
const useStyles = makeStyles({
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  copy: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, color: tokens.colorNeutralForeground3 },
});

type DiagnosticsSection = PlainTableProps & { empty: string };

function createVersionsSection(
  remotes: readonly AboutRemote[],
  entries: readonly PerformanceResourceTiming[],
): DiagnosticsSection {
  return {
    label: messages.versions,
    headers: [messages.part, messages.version, messages.reason, messages.scripts],
    empty: '',
    rows: remotes.map(({ name, version, state, note, folder }) => {
      const { count, bytes, cached } = sumScripts(folder ?? name, entries);
      const scripts = count > 0 ? messages.scriptSummary(count, (bytes / 1000).toFixed(0), cached) : messages.noScripts;
      return { key: name, cells: [name, version, [messages.reasons[state], note].filter(Boolean).join('. '), scripts] };
    }),
  };
}

function createLoadsSection(records: readonly LoadRecord[]): DiagnosticsSection {
  return {
    label: messages.loads,
    headers: [messages.load, messages.part, ...LOAD_PHASES.map((phase) => messages.phases[phase]), messages.result],
    empty: messages.noLoads,
    rows: records
      .slice(-MAX_ROWS)
      .reverse()
      .map(({ id, remote, part, durations, result }) => {
        const phases = LOAD_PHASES.map((phase) => {
          const duration = durations[phase];
          return duration === undefined ? '' : messages.milliseconds(duration);
        });
        return { key: id, cells: [id, `${remote} ${part}`, ...phases, result ?? messages.pending] };
      }),
  };
}

function createSharedPackagesSection(packages: readonly SharedPackage[]): DiagnosticsSection {
  return {
    label: messages.shared,
    headers: [messages.package, messages.version, messages.providedBy, messages.usedBy],
    empty: messages.noShared,
    rows: packages.map(({ name, version, from, usedBy }) => ({
      key: `${name} ${version}`,
      cells: [name, version, from, usedBy.join(', ')],
    })),
  };
}

function createFaultsSection(faults: readonly FaultReport[]): DiagnosticsSection {
  return {
    label: messages.faults,
    headers: [messages.time, messages.part, messages.load, messages.fault],
    empty: messages.noFaults,
    rows: faults
      .slice(-MAX_ROWS)
      .reverse()
      .map(({ at, remote, version, part, load = '', kind, message }, index) => ({
        key: `${at} ${index}`,
        cells: [
          formatDateTime(new Date(at).toISOString()),
          `${remote} ${version} ${part}`,
          load,
          `${kind}: ${message.split('\n', 2).join(' ')}`,
        ],
      })),
  };
}

const formatSection = ({ label, headers, rows }: DiagnosticsSection) =>
  [label, ...[headers, ...rows.map(({ cells }) => cells)].map((cells) => cells.join('\t'))].join('\n');

/**
 * Dialog for developers and support: versions of the remotes in this tab, load times, shared packages and the latest faults. The
 * data is a snapshot from the time when the dialog was opened.
 */
export function DiagnosticsDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  const { about } = useFederation();
  const navigate = useNavigate();
  const canReadReleases = useCanCall<'GET /account/v2/release/'>('manage');
  const openReleases = () => {
    onClose();
    void navigate('/releases');
  };
  const [sections] = useState(() => [
    createVersionsSection(about.remotes, performance.getEntriesByType('resource') as PerformanceResourceTiming[]),
    createLoadsSection(listLoads()),
    createSharedPackagesSection(listSharedPackages()),
    createFaultsSection(window.consoleFaults ?? []),
  ]);
  return (
    <ContentDialog title={messages.title} maxWidth="min(1100px, 95vw)" width="100%" isClosePrimary onClose={onClose}>
      {sections.map(({ empty, ...table }) => (
        <section key={table.label}>
          <h3 className={styles.heading}>{table.label}</h3>
          {table.rows.length > 0 ? <PlainTable {...table} /> : <p>{empty}</p>}
        </section>
      ))}
      <div className={styles.copy}>
        {messages.copyHint}
        <CopyButton text={sections.map(formatSection).join('\n\n')} what={messages.copied} size="medium" />
        {canReadReleases && <Button onClick={openReleases}>{messages.releases}</Button>}
      </div>
    </ContentDialog>
  );
}
