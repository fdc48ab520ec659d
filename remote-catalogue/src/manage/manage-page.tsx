import { useHasService } from '@console/shared-auth';
import { EvaluationIcon, Page, PageLink } from '@console/shared-ui/basics';
import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/pages';
import { Tab, TabList } from '@console/shared-ui/tabs';
import { manageMessages } from './manage-messages';
import { AllEntities } from './all-entities';
import { DetectionTab } from './detection-tab';
import { RecognitionTab } from './recognition-tab';

const TABS = ['detection', 'recognition', 'all'] as const;
type TabName = (typeof TABS)[number];
const tabParams = defineUrlParams({ tab: param.oneOf(TABS, 'detection') });

/** Page that lists the entities (tasks and labels) of detection, of recognition, or of both. */
export function ManagePage() {
  const hasDetection = useHasService('custom-object-detection');
  const hasRecognition = useHasService('recognition');
  const { values, set } = useUrlParams(tabParams);
  const requestedTab = values.tab;
  const tab =
    requestedTab === 'detection' && !hasDetection
      ? hasRecognition
        ? 'recognition'
        : 'all'
      : requestedTab === 'recognition' && !hasRecognition
        ? 'all'
        : requestedTab;
  return (
    <Page
      title={manageMessages.title}
      actions={
        <PageLink to="/evaluation" icon={<EvaluationIcon />}>
          {manageMessages.evaluations}
        </PageLink>
      }
    >
      <TabList
        aria-label={manageMessages.tabs}
        selectedValue={tab}
        onTabSelect={(_, data) => set({ tab: data.value as TabName })}
      >
        {hasDetection && <Tab value="detection">{manageMessages.detection}</Tab>}
        {hasRecognition && <Tab value="recognition">{manageMessages.recognition}</Tab>}
        <Tab value="all">{manageMessages.all}</Tab>
      </TabList>
      {tab === 'detection' && <DetectionTab />}
      {tab === 'recognition' && <RecognitionTab />}
      {tab === 'all' && <AllEntities />}
    </Page>
  );
}
