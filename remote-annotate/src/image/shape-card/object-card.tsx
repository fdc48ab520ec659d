import { useHasService } from '@console/shared-auth';
import { EmptyState, Facts } from '@console/shared-ui/basics';
import { Tab, TabList } from '@console/shared-ui/tabs';
import { useState } from 'react';
import type { BoxShape } from '../../editor';
import { messages } from '../../messages';
import { LabelSelect } from '../label-select';
import { type ObjectTab, rememberedObjectTab, rememberObjectTab } from '../memory';
import { PresentLabels } from '../recognition/present-labels';
import { useObjectLabelling } from '../recognition/use-labelling';
import { useScreen } from '../screen-context';
import { GroupMembership } from '../tabs/similarity-tab';
import { useTopic } from '../../editor/view/use-topic';
import { ShapeFrame } from './card-frame';
import { MetaEditor } from './meta-editor';

const words = messages.shape;

export function ObjectCard({ shape }: { shape: BoxShape }) {
  const { editor } = useScreen();
  const labels = useTopic(editor.topics.labels);
  const hasRecognition = useHasService('recognition');
  const hasSimilarity = useHasService('custom-similarity');
  const [remembered, setTab] = useState<ObjectTab>(rememberedObjectTab);
  const isOffered: Record<ObjectTab, boolean> = { recognition: hasRecognition, meta: true, similarity: hasSimilarity };
  const tab = isOffered[remembered] ? remembered : 'meta';
  return (
    <ShapeFrame shape={shape}>
      <LabelSelect shapes={[shape]} labels={labels.object} />
      <TabList
        size="small"
        aria-label={words.tabs}
        selectedValue={tab}
        onTabSelect={(_, data) => {
          setTab(data.value as ObjectTab);
          rememberObjectTab(data.value as ObjectTab);
        }}
      >
        {hasRecognition && <Tab value="recognition">{words.recognition}</Tab>}
        <Tab value="meta">{words.meta}</Tab>
        {hasSimilarity && <Tab value="similarity">{words.similarity}</Tab>}
      </TabList>
      {tab === 'recognition' && <ObjectRecognition shape={shape} />}
      {tab === 'similarity' &&
        (shape.serverId ? (
          <GroupMembership kind="object" id={shape.serverId} />
        ) : (
          <EmptyState>{messages.similarity.unsaved}</EmptyState>
        ))}
      {tab === 'meta' && (
        <>
          <Facts values={{ [words.coordinates]: shape.data.join(', '), [words.id]: shape.serverId ?? words.unsaved }} />
          <MetaEditor
            label={words.metaData}
            value={shape.metaData}
            saveLabel={words.saveMeta}
            onSave={(value) => editor.document.setMeta(shape.id, value)}
          />
        </>
      )}
    </ShapeFrame>
  );
}

function ObjectRecognition({ shape }: { shape: BoxShape }) {
  const labelling = useObjectLabelling(shape);
  return <PresentLabels labelling={labelling} />;
}
