import { useSeesWorkspace } from '@console/shared-auth';
import {
  CounterBadge,
  DocumentIcon,
  FlowIcon,
  GroupIcon,
  JobsIcon,
  ListIcon,
  makeStyles,
  mergeClasses,
  SimilarityIcon,
  TagsIcon,
  tokens,
  Tooltip,
  VerifiedIcon,
} from '@console/shared-ui/basics';
import { Tab, TabList } from '@console/shared-ui/tabs';
import type { ReactElement } from 'react';
import { useScreen } from '../context/screen-context';
import { imageMessages } from '../data/image-messages';
import { useOffered } from '../data/use-offered';
import { verificationMessages } from '../verification/verification-messages';
import { SIDE_TABS, type SideTab } from '../preferences/user-preferences';

const tabMessages = imageMessages.tabs;
/** Matches panels as narrow as the panel in a window of 1024 pixels. */
const NARROW_PANEL = '@container (max-width: 380px)';
const useStyles = makeStyles({
  tabs: {
    flexShrink: 0,
    overflowX: 'auto',
    containerType: 'inline-size',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  // With this padding, all tabs fit into a panel of 340 px.
  tab: { flexShrink: 0, paddingInline: '5px', [NARROW_PANEL]: { paddingInline: '2px' } },
  chosen: {
    flexShrink: 1,
    minWidth: '72px',
    '& .fui-Tab__icon': { [NARROW_PANEL]: { display: 'none' } },
    '& .fui-Tab__content, & .fui-Tab__content--reserved-space': { minWidth: 0, overflow: 'hidden' },
  },
  content: { display: 'flex', alignItems: 'center', minWidth: 0 },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  verified: { backgroundColor: tokens.colorPaletteGreenBackground3 },
  badge: { flexShrink: 0, marginInlineStart: tokens.spacingHorizontalXS },
});

const icons: Record<SideTab, ReactElement> = {
  recognition: <TagsIcon />,
  list: <ListIcon />,
  flows: <FlowIcon />,
  jobs: <JobsIcon />,
  similarity: <GroupIcon />,
  similar: <SimilarityIcon />,
  meta: <DocumentIcon />,
  verifications: <VerifiedIcon />,
};

/** The service that each tab needs. */
const TAB_SERVICES = {
  recognition: 'recognition',
  flows: 'flows',
  jobs: 'annotate',
  similarity: 'custom-similarity',
  verifications: 'annotate',
} as const;

/** The tabs for annotators who only access their jobs. */
const TABS_OF_JOB_ANNOTATORS = SIDE_TABS.filter((tab) => tab !== 'similar');

/** The tabs that can show a layer (a user's own annotations in a job). The other tabs show data of the image itself. */
const TABS_OF_LAYER: readonly SideTab[] = ['recognition', 'list', 'flows', 'jobs'];

/** The tabs that the services of the workspace provide, in display order. */
export function useSideTabs(): readonly SideTab[] {
  const { layer } = useScreen();
  const seesWorkspace = useSeesWorkspace();
  return useOffered(layer ? TABS_OF_LAYER : seesWorkspace ? SIDE_TABS : TABS_OF_JOB_ANNOTATORS, TAB_SERVICES);
}

interface SideTabsProps {
  offeredTabs: readonly SideTab[];
  /** Null while the card of a shape is shown. */
  selectedTab: SideTab | null;
  /** Id of the element that shows the selected tab. */
  panelId: string;
  verificationsCount: number;
  onSelect: (tab: SideTab) => void;
}

/** All tabs on one line. The selected tab shows its name next to the icon; the other tabs have tooltips. */
export function SideTabs({ offeredTabs, selectedTab, panelId, verificationsCount, onSelect }: SideTabsProps) {
  const styles = useStyles();
  return (
    <TabList
      aria-label={imageMessages.panelName}
      className={styles.tabs}
      size="small"
      selectedValue={selectedTab}
      onTabSelect={(_, data) => onSelect(data.value as SideTab)}
    >
      {offeredTabs.map((tab) => {
        const count = tab === 'verifications' ? verificationsCount : null;
        const name = count === null ? tabMessages[tab] : `${tabMessages[tab]}, ${verificationMessages.count(count)}`;
        return (
          <Tooltip key={tab} content={name} relationship="label">
            <Tab
              value={tab}
              icon={icons[tab]}
              className={mergeClasses(styles.tab, tab === selectedTab && styles.chosen)}
              aria-controls={tab === selectedTab ? panelId : undefined}
            >
              {(tab === selectedTab || count !== null) && (
                <span className={styles.content}>
                  {tab === selectedTab && <span className={styles.name}>{tabMessages[tab]}</span>}
                  {count !== null && (
                    <CounterBadge
                      className={mergeClasses(tab === selectedTab && styles.badge, count > 0 && styles.verified)}
                      size="small"
                      count={count}
                      showZero
                      color={count > 0 ? 'brand' : 'danger'}
                    />
                  )}
                </span>
              )}
            </Tab>
          </Tooltip>
        );
      })}
    </TabList>
  );
}
