import { EmptyState, PageLink, Section, Stats } from '@console/shared-ui/basics';
import { QueryState } from '@console/shared-ui/pages';
import { useAgreement } from '../jobs/data/jobs.queries';
import { manageParams } from '../jobs/data/manage-params';
import { qualityMessages } from './quality-messages';

const { agreement: messages, sections } = qualityMessages;

/** Shows how much the annotators of a job agree, with a link to the report. */
export function AgreementSection({ job }: { job: string | undefined }) {
  return (
    <Section title={sections.agreement}>
      {job === undefined ? <EmptyState>{messages.pickJob}</EmptyState> : <JobAgreement job={job} />}
    </Section>
  );
}

function JobAgreement({ job }: { job: string }) {
  return (
    <QueryState
      query={useAgreement(job)}
      failed={messages.failed}
      isEmpty={({ compared }) => compared === 0}
      empty={messages.none}
    >
      {({ compared, agreeing }) => (
        <>
          <Stats values={{ [messages.compared]: compared, [messages.agreeing]: agreeing }} />
          <div>
            <PageLink to="/jobs" query={manageParams.toLink({ job, tab: 'agreement' })}>
              {messages.open}
            </PageLink>
          </div>
        </>
      )}
    </QueryState>
  );
}
