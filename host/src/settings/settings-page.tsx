import { useCanCall, useHasService, useWorkspace } from '@console/shared-auth';
import { makeStyles, Page, useUrlParams } from '@console/shared-ui/basics';
import { Tab, TabList } from '@console/shared-ui/tabs';
import type { ComponentType } from 'react';
import { ApiTokensSection } from './api-tokens/api-tokens-section';
import { GeneralSection } from './general/general-section';
import { InvitationsSection } from './invitations/invitations-section';
import { QualitySection } from './quality/quality-section';
import { MembersSection } from './members/members-section';
import { WebhooksSection } from './webhooks/webhooks-section';
import { settingsMessages } from './settings-messages';
import { settingsParams, type SettingsTab } from './settings.queries';

const SECTIONS: Record<SettingsTab, ComponentType> = {
  general: GeneralSection,
  quality: QualitySection,
  members: MembersSection,
  invitations: InvitationsSection,
  tokens: ApiTokensSection,
  webhooks: WebhooksSection,
};

// Let the tabs wrap, because six tabs are wider than the screen of a phone.
const useStyles = makeStyles({ tabs: { flexWrap: 'wrap' } });

/** The page /settings of the active workspace. The URL contains the open tab. */
export function SettingsPage() {
  const styles = useStyles();
  const { values, set } = useUrlParams(settingsParams);
  const { workspace } = useWorkspace();
  const canInvite = useCanCall<'GET /account/v2/invitation/'>('members');
  const canManageWebhooks = useCanCall<'GET /webhooks/v2/webhook/'>('own');
  const hasJobs = useHasService('annotate');
  const isHidden: Partial<Record<SettingsTab, boolean>> = {
    quality: !hasJobs,
    invitations: !canInvite,
    webhooks: !canManageWebhooks,
  };
  const tabs = (Object.keys(SECTIONS) as SettingsTab[]).filter((candidate) => !isHidden[candidate]);
  const tab = tabs.includes(values.tab) ? values.tab : 'general';
  const Section = SECTIONS[tab];
  return (
    <Page title={settingsMessages.title} subtitle={workspace?.name}>
      <TabList
        className={styles.tabs}
        aria-label={settingsMessages.tabList}
        selectedValue={tab}
        onTabSelect={(_, { value }) => set({ tab: value as SettingsTab })}
      >
        {tabs.map((shownTab) => (
          <Tab key={shownTab} value={shownTab}>
            {settingsMessages.tabs[shownTab]}
          </Tab>
        ))}
      </TabList>
      <Section />
    </Page>
  );
}
