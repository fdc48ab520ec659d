import type { JobWithType } from '@console/shared-contract/api';
import type { ManageParams } from '../data/manage-params';
import { AgreementReport } from './agreement-report';
import { GroupAgreementReport } from './group-agreement-report';
import { JobStatistics } from '../../statistics/job-statistics';
import { RemarksTable } from './remarks-table';

export interface ReportProps {
  job: JobWithType;
  /** URL parameters of the section, which store the sort order and the filter of the report. */
  params: ManageParams;
}

/** A report about a job: statistics, agreement between users, or remarks of reviewers. */
export function JobReport({ report, ...props }: ReportProps & { report: 'people' | 'agreement' | 'remarks' }) {
  if (report === 'people') {
    const { job, params } = props;
    return <JobStatistics job={job} sort={params.values.reportSort} onSortChange={(reportSort) => params.set({ reportSort })} />;
  }
  if (report === 'remarks') return <RemarksTable {...props} />;
  return props.job.type === 'similarity' ? <GroupAgreementReport job={props.job} /> : <AgreementReport {...props} />;
}
