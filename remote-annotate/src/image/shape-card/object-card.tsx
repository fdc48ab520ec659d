import { useHasService } from '@console/shared-auth';
import { Tab, TabList, Facts } from '@console/shared-ui';
import { useState } from 'react';
import type { BoxShape } from '../../editor';
import { messages } from '../../messages';
import { LabelSelect } from '../label-select';
import { type ObjectTab, rememberedObjectTab, rememberObjectTab } from '../memory';
import { PresentLabels } from '../recognition/present-labels';
import { useObjectLabelling } from '../recognition/use-labelling';
import { useScreen } from '../screen-context';
import { useTopic } from '../use-topic';
import { CardFrame } from './card-frame';
import { MetaEditor } from './meta-editor';

const words = messages.shape;

export function ObjectCard({ shape }: { shape: BoxShape }) {
  const { editor } = useScreen();
  const labels = useTopic(editor.topics.labels);
  const hasRecognition = useHasService('recognition');
  const [remembered, setTab] = useState<ObjectTab>(rememberedObjectTab);
  const tab = hasRecognition ? remembered : 'meta';
  return (
    <CardFrame shape={shape}>
      <LabelSelect shape={shape} labels={labels.object} />
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
      </TabList>
      {tab === 'recognition' ? (
        <ObjectRecognition shape={shape} />
      ) : (
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
    </CardFrame>
  );
}

function ObjectRecognition({ shape }: { shape: BoxShape }) {
  const labelling = useObjectLabelling(shape);
  return <PresentLabels labelling={labelling} />;
}
