import type { TypedJob } from '@console/shared-contract/api';
import type { Sort } from '@console/shared-ui/table';
import type { RemarkChoice } from '../jobs.queries';
import { AgreementReport } from './agreement-report';
import { PeopleTable } from './people-table';
import { RemarksTable } from './remarks-table';

export interface JobReportProps {
  job: TypedJob;
  part: 'people' | 'agreement' | 'remarks';
  /** The image whose two works are compared, or "". */
  item: string;
  onItem: (id: string) => void;
  remarks: RemarkChoice;
  onRemarks: (state: RemarkChoice) => void;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}

/** Which sort a table of the report has; it is the page's, which has it in the address. */
export type Sorted = Pick<JobReportProps, 'sort' | 'onSort'>;

/** How the work of a job went: who did how much, how far they agree, and what was sent back. */
export function JobReport({ job, part, item, onItem, remarks, onRemarks, ...sorted }: JobReportProps) {
  if (part === 'people') return <PeopleTable job={job} {...sorted} />;
  if (part === 'remarks') return <RemarksTable job={job} state={remarks} onState={onRemarks} {...sorted} />;
  return <AgreementReport job={job} item={item} onItem={onItem} {...sorted} />;
}
