import type { JobWithType } from '@console/shared-contract/api';
import type { Sort } from '@console/shared-ui/table';
import type { RemarkFilter } from '../data/jobs.queries';
import { AgreementReport } from './agreement-report';
import { MembersTable } from './members-table';
import { RemarksTable } from './remarks-table';

export interface JobReportProps {
  job: JobWithType;
  report: 'people' | 'agreement' | 'remarks';
  /** Id of the image whose work is compared, or "". */
  item: string;
  onItemChange: (id: string) => void;
  remarks: RemarkFilter;
  onRemarksChange: (state: RemarkFilter) => void;
  sort: Sort | undefined;
  onSortChange: (sort: Sort) => void;
}

/** Sort order of a report table. The page owns it and stores it in the URL. */
export type SortProps = Pick<JobReportProps, 'sort' | 'onSortChange'>;

/** A report about a job: progress by user, agreement between users, or remarks. */
export function JobReport({ job, report, item, onItemChange, remarks, onRemarksChange, ...sortProps }: JobReportProps) {
  if (report === 'people') return <MembersTable job={job} {...sortProps} />;
  if (report === 'remarks') return <RemarksTable job={job} state={remarks} onStateChange={onRemarksChange} {...sortProps} />;
  return <AgreementReport job={job} item={item} onItemChange={onItemChange} {...sortProps} />;
}
