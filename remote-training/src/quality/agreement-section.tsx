import type { GroupAgreement } from '@console/shared-contract/api';
import { EmptyState, PageLink, Section, Stats } from '@console/shared-ui/basics';
import { QueryState } from '@console/shared-ui/pages';
import type { UseQueryResult } from '@tanstack/react-query';
import { useAgreement, useGroupAgreement } from '../jobs/data/jobs.queries';
import { manageParams } from '../jobs/data/manage-params';
import { qualityMessages } from './quality-messages';

const { agreement: messages, sections } = qualityMessages;

interface AgreementSectionProps {
  job: string | undefined;
  /** Whether the job is a similarity job. */
  isOfGroups: boolean;
}

/** Shows how much the annotators of a job agree, with a link to the report. */
export function AgreementSection({ job: jobId, isOfGroups }: AgreementSectionProps) {
  const Content = isOfGroups ? GroupJobAgreement : ImageJobAgreement;
  return (
    <Section title={sections.agreement}>
      {jobId === undefined ? <EmptyState>{messages.pickJob}</EmptyState> : <Content job={jobId} />}
    </Section>
  );
}

const ImageJobAgreement = ({ job }: { job: string }) => <JobAgreement job={job} query={useAgreement(job)} />;
const GroupJobAgreement = ({ job }: { job: string }) => <JobAgreement job={job} query={useGroupAgreement(job)} />;

interface AgreementProps {
  job: string;
  query: UseQueryResult<Pick<GroupAgreement, 'compared' | 'agreeing'>>;
}

function JobAgreement({ job: jobId, query }: AgreementProps) {
  return (
    <QueryState query={query} failed={messages.failed} isEmpty={({ compared }) => compared === 0} empty={messages.none}>
      {({ compared: comparedCount, agreeing }) => (
        <>
          <Stats values={{ [messages.compared]: comparedCount, [messages.agreeing]: agreeing }} />
          <div>
            <PageLink to="/jobs" query={manageParams.toLink({ job: jobId, tab: 'agreement' })}>
              {messages.open}
            </PageLink>
          </div>
        </>
      )}
    </QueryState>
  );
}
