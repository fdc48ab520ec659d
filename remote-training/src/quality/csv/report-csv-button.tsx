import type { QualityReport } from '@console/shared-contract/api';
import { useCanCall } from '@console/shared-auth';
import { Button, DownloadIcon } from '@console/shared-ui/basics';
import { downloadCsv } from '@console/shared-ui/format';
import { useWrite } from '@console/shared-ui/pages';
import { messages as commonMessages } from '../../messages';
import { getName } from '../estimates';
import { qualityMessages as messages } from '../quality-messages';
import { loadReportDetails } from '../quality.queries';
import { toCsvRows } from './csv-rows';

/** Downloads all numbers of a report as one CSV file, with violations, appeals and the agreement of all jobs of the report. */
export function ReportCsvButton({ report, job: jobId }: { report: QualityReport; job: string | undefined }) {
  const canReadViolations = useCanCall<'GET /annotate/v2/rule-violation/'>('manage');
  const { task } = report;
  const hasGroups = task.domain === 'similarity';
  const csvDownload = useWrite({
    send: async () => {
      const details = await loadReportDetails({
        task: task.id,
        job: jobId,
        domain: task.domain,
        jobs: report.own_only ? [] : report.jobs.map(({ job: row }) => ({ id: row.id, name: getName(row, 'job') })),
        hasViolations: canReadViolations && !report.own_only && !hasGroups,
      });
      const name = `${task.name ?? ''} ${messages.title.toLowerCase()}.csv`;
      downloadCsv(name, messages.csv.header, toCsvRows(report, details));
    },
    failure: messages.csv.failed,
  });
  return (
    <Button icon={<DownloadIcon />} disabledFocusable={csvDownload.isPending} onClick={() => void csvDownload.send()}>
      {commonMessages.downloadCsv}
    </Button>
  );
}
