import { makeStyles, mergeClasses, tokens } from '@console/shared-ui/basics';
import { type ComponentType, memo, type ReactNode, useCallback, useDeferredValue, useId, useState } from 'react';
import { imageMessages } from '../data/image-messages';
import { useVerifications } from '../data/image.queries';
import { useKeyActions } from '../keys/use-key-action';
import { getRememberedTab, rememberTab, type SideTab } from '../preferences/user-preferences';
import { useScreen } from '../context/screen-context';
import { ShapeCard } from '../shape-card/shape-card';
import { SideTabs, useSideTabs } from './side-tabs';
import { Similar } from '../similar/similar';
import { FlowCard } from '../flows/flow-card';
import { panelFrame } from '../controls/closable-panel';
import { ScrollAnchored } from '../controls/scroll-anchored';
import { ItemsTab } from '../items/items-tab';
import { JobsTab } from '../jobs/jobs-tab';
import { MetaTab } from '../meta/meta-tab';
import { RecognitionCard } from '../recognition/recognition-card';
import { useImageLabelling } from '../recognition/state/use-labelling';
import { GroupMembership } from '../groups/group-membership';
import { VerificationsTab } from '../verification/verifications-tab';
import { useTopic } from '../../editor/view/layer/use-topic';

/** In narrow windows the panel lies below the image and grows with its content. */
const BELOW_IMAGE = '@media (max-width: 900px)';

const useStyles = makeStyles({
  panel: panelFrame,
  body: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
  // The card and the list scroll separately. In narrow windows, both scroll with the page.
  scrollArea: { minHeight: 0, overflowY: 'auto', [BELOW_IMAGE]: { overflowY: 'visible' } },
  // The card is as high as its content, unless the list would have no space for some rows.
  aboveList: { flexShrink: 1, [BELOW_IMAGE]: { flexShrink: 0 } },
  belowCard: {
    flexShrink: 0,
    flexBasis: '132px',
    [BELOW_IMAGE]: { flexBasis: 'auto' },
    // Forced colors hide the shadow.
    '@media (forced-colors: active)': { borderTop: '1px solid CanvasText' },
  },
  // Paints a shadow at the upper or lower edge if there is more content in this direction. At the end of the content, the background covers
  // the shadow.
  scrollShadow: {
    backgroundImage: `linear-gradient(${tokens.colorNeutralBackground1} 50%, transparent), linear-gradient(transparent, ${tokens.colorNeutralBackground1} 50%), linear-gradient(${tokens.colorNeutralShadowKey}, transparent), linear-gradient(transparent, ${tokens.colorNeutralShadowKey})`,
    backgroundPosition: 'top, bottom, top, bottom',
    backgroundRepeat: 'no-repeat',
    backgroundSize: '100% 32px, 100% 32px, 100% 12px, 100% 12px',
    backgroundAttachment: 'local, local, scroll, scroll',
  },
  fill: { flexGrow: 1 },
  tab: { padding: tokens.spacingHorizontalM },
});

// Memoized, so that a click on one of thousands of rows does not render the complete list. Each component subscribes to the data that it
// needs.
const MemoizedTabs = memo(SideTabs);
const TAB_PANELS: Record<SideTab, ComponentType> = {
  recognition: function RecognitionTab() {
    const labelling = useImageLabelling();
    return <RecognitionCard labelling={labelling} tasks={labelling.tasks} />;
  },
  list: memo(ItemsTab),
  flows: function FlowsTab() {
    return <FlowCard labelling={useImageLabelling()} />;
  },
  jobs: JobsTab,
  similarity: function SimilarityTab() {
    return <GroupMembership kind="image" id={useScreen().image.id} />;
  },
  similar: function SimilarTab() {
    return <Similar kind="image" id={useScreen().image.id} />;
  },
  meta: MetaTab,
  verifications: VerificationsTab,
};

/** Shows the selected tab. If shapes are selected, shows their card instead, with the list of items below it if that tab is selected. */
export const SidePanel = memo(function SidePanel() {
  const styles = useStyles();
  const { editor, image, job } = useScreen();
  const offeredTabs = useSideTabs();
  // Count the verifications with this query, because it includes unsent verifications.
  const verifications = useVerifications(image.id).data;
  const [rememberedTab, setRememberedTab] = useState<SideTab>(() => getRememberedTab(job?.id));
  useTopic(editor.topics.selection);
  // Subscribe to the document, because the selected shapes change with it.
  useTopic(editor.topics.document);
  const [shape, ...otherShapes] = editor.selectedShapes;
  const tab = offeredTabs.includes(rememberedTab) ? rememberedTab : 'list';
  const jobId = job?.id;
  const panelId = useId();
  const selectTab = useCallback(
    (next: SideTab) => {
      editor.select(null);
      setRememberedTab(next);
      rememberTab(next, jobId);
    },
    [editor, jobId],
  );
  useKeyActions(Object.fromEntries(offeredTabs.map((sideTab) => [`tab-${sideTab}`, () => selectTab(sideTab)])));
  const TabContent = TAB_PANELS[tab];
  return (
    <aside aria-label={imageMessages.panelName} className={styles.panel}>
      <MemoizedTabs
        offeredTabs={offeredTabs}
        selectedTab={shape ? null : tab}
        panelId={panelId}
        verificationsCount={verifications?.length ?? image.verificationsCount}
        onSelect={selectTab}
      />
      <div className={styles.body}>
        <AfterImagePaint key={image.id}>
          {shape && (
            <div
              className={mergeClasses(styles.scrollArea, styles.scrollShadow, tab === 'list' ? styles.aboveList : styles.fill)}
            >
              <ShapeCard shapes={[shape, ...otherShapes]} />
            </div>
          )}
          {/* Keep the list mounted below the card, because clicks on its rows extend the selection. */}
          {(!shape || tab === 'list') && (
            <ScrollAnchored
              className={mergeClasses(styles.scrollArea, styles.fill, shape && styles.belowCard, styles.tab)}
              role="tabpanel"
              id={panelId}
              aria-label={imageMessages.tabs[tab]}
            >
              <TabContent />
            </ScrollAnchored>
          )}
        </AfterImagePaint>
      </div>
    </aside>
  );
});

/** Renders its children after the image, because users who go through the items of a job wait for the next image. */
function AfterImagePaint({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null;
}
