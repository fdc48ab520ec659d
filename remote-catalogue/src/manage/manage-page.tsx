import type { DetectionLabel, DetectionTask, RecognitionLabel, RecognitionTask } from '@console/shared-contract/api';
import { useHasService } from '@console/shared-auth';
import { Badge, ColorSwatch, OpenIcon, Page, Section } from '@console/shared-ui/basics';
import { type Column, DataTable } from '@console/shared-ui/table';
import { Tab, TabList } from '@console/shared-ui/tabs';
import { defineAddress, param, useAddress } from '@console/shared-ui/pages';
import { messages } from '../messages';
import { useDetectionEntities, useRecognitionEntities } from './manage.queries';

const words = messages.manage;
const TABS = ['detection', 'recognition', 'all'] as const;
type TabName = (typeof TABS)[number];
const tabInAddress = defineAddress({ tab: param.oneOf(TABS, 'detection') });

const detectionTaskColumns: Column<DetectionTask>[] = [
  { id: 'name', header: messages.columns.name, cell: (task) => task.name },
  {
    id: 'labels',
    header: messages.columns.labels,
    cell: (task) => task.detection_labels.map((label) => label.name).join(', ') || '–',
  },
];
const detectionLabelColumns: Column<DetectionLabel>[] = [
  { id: 'name', header: messages.columns.name, cell: (label) => label.name },
  { id: 'color', header: '', cell: (label) => <ColorSwatch color={label.color} />, width: '96px' },
];
const recognitionTaskColumns: Column<RecognitionTask>[] = [
  { id: 'name', header: messages.columns.name, cell: (task) => task.name },
  { id: 'type', header: messages.columns.type, cell: (task) => words.taskTypes[task.type], width: '160px' },
  { id: 'labels', header: messages.columns.labels, cell: (task) => task.labels.map((label) => label.name).join(', ') || '–' },
];
const recognitionLabelColumns: Column<RecognitionLabel>[] = [
  { id: 'name', header: messages.columns.name, cell: (label) => label.name },
  {
    id: 'type',
    header: messages.columns.type,
    cell: (label) => (
      <span>
        {label.type} {label.negative_for_task && <Badge appearance="tint">{words.negative}</Badge>}
      </span>
    ),
  },
];

export function ManagePage() {
  const hasDetection = useHasService('custom-object-detection');
  const hasRecognition = useHasService('recognition');
  const { values, set } = useAddress(tabInAddress);
  const chosen = values.tab;
  const tab = (chosen === 'detection' && !hasDetection) || (chosen === 'recognition' && !hasRecognition) ? 'all' : chosen;
  return (
    <Page title={words.title}>
      <TabList aria-label={words.tabs} selectedValue={tab} onTabSelect={(_, data) => set({ tab: data.value as TabName })}>
        {hasDetection && <Tab value="detection">{words.detection}</Tab>}
        {hasRecognition && <Tab value="recognition">{words.recognition}</Tab>}
        <Tab value="all">{words.all}</Tab>
      </TabList>
      {tab !== 'recognition' && <Detection withLabels={tab === 'all'} />}
      {tab !== 'detection' && <Recognition withLabels={tab === 'all'} />}
    </Page>
  );
}

function Detection({ withLabels }: { withLabels: boolean }) {
  const entities = useDetectionEntities();
  if (!entities.isOffered) return null;
  const state = { error: entities.error, onRetry: () => void entities.refetch(), empty: words.none };
  return (
    <>
      <Section title={words.detection} count={entities.data?.tasks.length}>
        <DataTable
          label={words.detection}
          columns={detectionTaskColumns}
          rows={entities.data?.tasks}
          rowId={(task) => task.id}
          {...state}
        />
      </Section>
      {withLabels && (
        <Section title={words.detectionLabels} count={entities.data?.labels.length}>
          <DataTable
            label={words.detectionLabels}
            columns={detectionLabelColumns}
            rows={entities.data?.labels}
            rowId={(label) => label.id}
            {...state}
          />
        </Section>
      )}
    </>
  );
}

function Recognition({ withLabels }: { withLabels: boolean }) {
  const entities = useRecognitionEntities();
  if (!entities.isOffered) return null;
  const state = { error: entities.error, onRetry: () => void entities.refetch(), empty: words.none };
  return (
    <>
      <Section title={words.recognitionTasks} count={entities.data?.tasks.length}>
        <DataTable
          label={words.recognitionTasks}
          columns={recognitionTaskColumns}
          rows={entities.data?.tasks}
          rowId={(task) => task.id}
          {...state}
        />
      </Section>
      {withLabels && (
        <Section title={words.recognitionLabels} count={entities.data?.labels.length}>
          <DataTable
            label={words.recognitionLabels}
            columns={recognitionLabelColumns}
            rows={entities.data?.labels}
            rowId={(label) => label.id}
            rowActions={(label) => [{ label: words.openLabel, icon: <OpenIcon />, to: `/label/${label.id}` }]}
            {...state}
          />
        </Section>
      )}
    </>
  );
}
