import type { JobWithType } from '@console/shared-contract/api';
import type { ManageParams } from '../data/manage-params';
import { AgreementReport } from './agreement-report';
import { MembersTable } from './members-table';
import { RemarksTable } from './remarks-table';

export interface ReportProps {
  job: JobWithType;
  /** URL parameters of the section, which store the sort order and the filter of the report. */
  params: ManageParams;
}

/** A report about a job: progress by user, agreement between users, or remarks. */
export function JobReport({ report, ...props }: ReportProps & { report: 'people' | 'agreement' | 'remarks' }) {
  if (report === 'people') return <MembersTable {...props} />;
  if (report === 'remarks') return <RemarksTable {...props} />;
  return <AgreementReport {...props} />;
}
