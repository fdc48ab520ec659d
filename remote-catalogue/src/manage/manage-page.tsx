import { useHasService } from '@console/shared-auth';
import { Page } from '@console/shared-ui/basics';
import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/pages';
import { Tab, TabList } from '@console/shared-ui/tabs';
import { messages } from '../messages';
import { AllEntities } from './all-entities';
import { DetectionTab } from './detection-tab';
import { RecognitionTab } from './recognition-tab';

const words = messages.manage;
const TABS = ['detection', 'recognition', 'all'] as const;
type TabName = (typeof TABS)[number];
const tabInAddress = defineUrlParams({ tab: param.oneOf(TABS, 'detection') });

export function ManagePage() {
  const hasDetection = useHasService('custom-object-detection');
  const hasRecognition = useHasService('recognition');
  const { values, set } = useUrlParams(tabInAddress);
  const chosen = values.tab;
  const tab =
    chosen === 'detection' && !hasDetection
      ? hasRecognition
        ? 'recognition'
        : 'all'
      : chosen === 'recognition' && !hasRecognition
        ? 'all'
        : chosen;
  return (
    <Page title={words.title}>
      <TabList aria-label={words.tabs} selectedValue={tab} onTabSelect={(_, data) => set({ tab: data.value as TabName })}>
        {hasDetection && <Tab value="detection">{words.detection}</Tab>}
        {hasRecognition && <Tab value="recognition">{words.recognition}</Tab>}
        <Tab value="all">{words.all}</Tab>
      </TabList>
      {tab === 'detection' && <DetectionTab />}
      {tab === 'recognition' && <RecognitionTab />}
      {tab === 'all' && <AllEntities />}
    </Page>
  );
}
