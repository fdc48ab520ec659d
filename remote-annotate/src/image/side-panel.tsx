import { useHasService } from '@console/shared-auth';
import { CounterBadge, makeStyles, mergeClasses, Tab, TabList, tokens } from '@console/shared-ui';
import { useState } from 'react';
import { messages } from '../messages';
import { rememberedTab, rememberTab, type SideTab } from './memory';
import { useScreen } from './screen-context';
import { ShapeCard } from './shape-card/shape-card';
import { ItemsTab } from './tabs/items-tab';
import { MetaTab } from './tabs/meta-tab';
import { RecognitionTab } from './tabs/recognition-tab';
import { VerificationsTab } from './tabs/verifications-tab';
import { useTopic } from './use-topic';

const words = messages.image.tabs;
const useStyles = makeStyles({
  panel: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    minWidth: 0,
    overflow: 'hidden',
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  tabs: { flexShrink: 0, flexWrap: 'wrap', borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  body: { flexGrow: 1, minHeight: 0, overflowY: 'auto' },
  verified: { backgroundColor: tokens.colorPaletteGreenBackground3 },
  badge: { marginInlineStart: tokens.spacingHorizontalXS },
});

/** The card of the selected shape, otherwise the card of the chosen tab. */
export function SidePanel() {
  const styles = useStyles();
  const { editor, image } = useScreen();
  const hasRecognition = useHasService('recognition');
  const hasAnnotate = useHasService('annotate');
  const [remembered, setTab] = useState<SideTab>(rememberedTab);
  const selection = useTopic(editor.topics.selection);
  // The document changes with each edit of the selected shape.
  useTopic(editor.topics.document);
  const shape = selection === null ? undefined : editor.document.get(selection);
  const isOffered = { recognition: hasRecognition, list: true, meta: true, verifications: hasAnnotate };
  const tab = isOffered[remembered] ? remembered : 'list';
  const choose = (next: SideTab) => {
    editor.select(null);
    setTab(next);
    rememberTab(next);
  };
  return (
    <aside aria-label={messages.image.side} className={styles.panel}>
      <TabList
        className={styles.tabs}
        size="small"
        selectedValue={shape ? null : tab}
        onTabSelect={(_, data) => choose(data.value as SideTab)}
      >
        {isOffered.recognition && <Tab value="recognition">{words.recognition}</Tab>}
        <Tab value="list">{words.list}</Tab>
        <Tab value="meta">{words.meta}</Tab>
        {isOffered.verifications && (
          <Tab
            value="verifications"
            aria-label={`${words.verifications}, ${messages.verifications.count(image.verificationsCount)}`}
          >
            {words.verifications}
            <CounterBadge
              className={mergeClasses(styles.badge, image.verificationsCount > 0 && styles.verified)}
              size="small"
              count={image.verificationsCount}
              showZero
              color={image.verificationsCount > 0 ? 'brand' : 'danger'}
            />
          </Tab>
        )}
      </TabList>
      <div className={styles.body}>
        {shape ? (
          <ShapeCard shape={shape} />
        ) : tab === 'recognition' ? (
          <RecognitionTab />
        ) : tab === 'meta' ? (
          <MetaTab />
        ) : tab === 'verifications' ? (
          <VerificationsTab />
        ) : (
          <ItemsTab />
        )}
      </div>
    </aside>
  );
}
