import type { TypedJob } from '@console/shared-contract/api';
import { AgreementReport } from './agreement-report';
import { PeopleTable } from './people-table';
import { RemarksTable } from './remarks-table';

export interface JobReportProps {
  job: TypedJob;
  part: 'people' | 'agreement' | 'remarks';
  /** The image whose two works are compared, or "". */
  item: string;
  onItem: (id: string) => void;
}

/** How the work of a job went: who did how much, how far they agree, and what was sent back. */
export function JobReport({ job, part, item, onItem }: JobReportProps) {
  if (part === 'people') return <PeopleTable job={job} />;
  if (part === 'remarks') return <RemarksTable job={job} />;
  return <AgreementReport job={job} item={item} onItem={onItem} />;
}
