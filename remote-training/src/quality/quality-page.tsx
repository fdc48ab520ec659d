import type { QualityReport } from '@console/shared-contract/api';
import { useCanCall } from '@console/shared-auth';
import {
  Button,
  EmptyState,
  JobsIcon,
  MessageBar,
  MessageBarBody,
  Page,
  PageLink,
  Section,
  useUrlParams,
} from '@console/shared-ui/basics';
import { DialogSlot, QueryState, useDialog } from '@console/shared-ui/pages';
import { GoldList } from '../gold/gold-list';
import { AgreementSection } from './agreement-section';
import { AppealsSection } from './appeals/appeals-section';
import { ReportCsvButton } from './csv/report-csv-button';
import { getName, listMeasures } from './estimates';
import { FilterBar } from './filter-bar';
import { ItemsDialog } from './items/items-dialog';
import { MethodHelp } from './method-help';
import { NamedTable } from './named-table';
import { PeopleTable } from './people-table';
import { qualityMessages as messages } from './quality-messages';
import { qualityParams, type QualityParams } from './quality-params';
import { useQualityReport, useQualityTasks, type ItemFilters, type ReportFilters } from './quality.queries';
import { SummarySection } from './summary-section';
import { TrendChart } from './trend-chart';
import { ViolationsSection } from './violations-section';

/** The page with the quality of a task or job: target, annotators, labels, trend, appeals, agreement and violations of rules. */
export function QualityPage() {
  const params = useUrlParams(qualityParams);
  const { job: jobId, user, from: fromDate, to: toDate, task: selectedTask } = params.committedValues;
  const canReview = useCanCall<'PUT /annotate/v2/gold-appeal/{id}'>('review');
  const tasks = useQualityTasks(jobId || undefined);
  const task = selectedTask || (tasks.data?.find(({ scores }) => scores > 0) ?? tasks.data?.[0])?.id;
  const filters = { job: jobId || undefined, user: user || undefined, from: fromDate || undefined, to: toDate || undefined };
  const report = useQualityReport({ task, ...filters });
  const domain = report.data?.task.domain;
  const measures = listMeasures(domain);
  return (
    <Page title={canReview ? messages.title : messages.ownTitle}>
      <QueryState query={tasks} failed={messages.failed}>
        {(scoredTasks) =>
          task === undefined ? (
            <Section title={messages.scores}>
              <EmptyState>
                <p>{jobId ? messages.noTasksInJob : canReview ? messages.noTasks : messages.noOwnTasks}</p>
                {canReview && <p>{messages.howToBegin}</p>}
                {jobId && <Button onClick={() => params.clear('task', 'measure')}>{messages.clear}</Button>}
                <PageLink to="/jobs" icon={<JobsIcon />}>
                  {messages.openJobs}
                </PageLink>
              </EmptyState>
            </Section>
          ) : (
            <>
              <Section title={messages.scores}>
                <FilterBar params={params} tasks={scoredTasks} report={report.data} task={task} measures={measures} />
                {report.data?.own_only && (
                  <MessageBar>
                    <MessageBarBody>{messages.ownOnly}</MessageBarBody>
                  </MessageBar>
                )}
                <MethodHelp domain={domain} />
              </Section>
              <QueryState query={report} failed={messages.failed}>
                {(data) => <ReportSections report={data} params={params} filters={{ task, ...filters }} />}
              </QueryState>
            </>
          )
        }
      </QueryState>
    </Page>
  );
}

interface OpenItems {
  title: string;
  filters: ItemFilters;
}

interface ReportSectionsProps {
  report: QualityReport;
  params: QualityParams;
  filters: ReportFilters;
}

function ReportSections({ report, params, filters }: ReportSectionsProps) {
  const { target, own_only: showsOnlyOwnQuality, task, people, labels, weeks, jobs } = report;
  const hasGroups = task.domain === 'similarity';
  const measure = listMeasures(task.domain).find((candidate) => candidate === params.values.measure) ?? 'image_f1';
  const labelKind = hasGroups ? 'type' : 'label';
  const labelTitle = hasGroups ? messages.sections.types : messages.sections.labels;
  const items = useDialog<OpenItems>();
  const openAppeals = showsOnlyOwnQuality
    ? undefined
    : (name: string, patch: Partial<ItemFilters>) =>
        items.open({ title: messages.itemsOf(name), filters: { ...filters, ...patch } });
  const table = { measure, target };
  return (
    <>
      <SummarySection report={report} onOpen={openAppeals && (() => openAppeals(messages.allItems, {}))}>
        <ReportCsvButton report={report} job={filters.job} />
      </SummarySection>
      {!showsOnlyOwnQuality && (
        <Section title={messages.sections.people} count={people.length}>
          <PeopleTable
            report={report}
            measure={measure}
            job={filters.job}
            onOpen={openAppeals && (({ user }) => openAppeals(getName(user, 'user'), { user: user.id }))}
          />
        </Section>
      )}
      <Section title={labelTitle} count={labels.length}>
        <NamedTable
          {...table}
          title={labelTitle}
          nameHeader={messages.columns[labelKind]}
          rows={labels.map(({ label, estimates }) => ({ id: label.id, name: getName(label, labelKind), estimates }))}
          onOpen={openAppeals && (({ id, name }) => openAppeals(name, { label: id }))}
        />
      </Section>
      {jobs.length > 0 && !filters.job && (
        <Section title={messages.sections.jobs} count={jobs.length}>
          <NamedTable
            {...table}
            title={messages.sections.jobs}
            nameHeader={messages.columns.job}
            isDecided
            rows={jobs.map(({ job, ...row }) => ({ id: job.id, name: getName(job, 'job'), ...row }))}
            onOpen={({ id }) => params.set({ job: id })}
          />
        </Section>
      )}
      <Section title={messages.sections.trend}>
        <TrendChart weeks={weeks} measure={measure} />
        <NamedTable
          {...table}
          title={messages.sections.trend}
          nameHeader={messages.columns.week}
          rows={weeks.map(({ week, estimates }) => ({ id: week, name: week, estimates }))}
          onOpen={openAppeals && (({ id }) => openAppeals(id, getWeek(id, filters)))}
        />
      </Section>
      <AppealsSection task={filters.task} job={filters.job} isOfGroups={hasGroups} />
      {!showsOnlyOwnQuality && (
        <Section title={messages.summary.gold}>
          <GoldList domain={task.domain} task={filters.task} />
        </Section>
      )}
      {!showsOnlyOwnQuality && <AgreementSection job={filters.job} isOfGroups={hasGroups} />}
      {!showsOnlyOwnQuality && <ViolationsSection task={task} />}
      <DialogSlot dialog={items}>{(content, close) => <ItemsDialog {...content} onClose={close} />}</DialogSlot>
    </>
  );
}

const DAY_MS = 86_400_000;
/** Returns the first and last day of the part of a week that the filters select. */
function getWeek(monday: string, { from, to }: ReportFilters): Pick<ReportFilters, 'from' | 'to'> {
  const sunday = new Date(Date.parse(monday) + 6 * DAY_MS).toISOString().slice(0, 10);
  return { from: from && from > monday ? from : monday, to: to && to < sunday ? to : sunday };
}
