import { useCanCall } from '@console/shared-auth';
import { EmptyState, Facts, makeStyles, RemoteWidget, tokens } from '@console/shared-ui/basics';
import { Tab, TabList } from '@console/shared-ui/tabs';
import { memo, type ReactNode, useCallback, useDeferredValue, useMemo, useState, type ComponentType } from 'react';
import type { BoxShape } from '../../editor';
import { similarityMessages } from '../groups/similarity-messages';
import { productMessages } from './product-messages';
import { similarMessages } from '../similar/similar-messages';
import { shapeMessages } from '../../text/shape-messages';
import { useWritesOn } from '../../outbox';
import { FlowCard } from '../flows/flow-card';
import { useShapeLabels } from '../data/image.queries';
import { useOffered } from '../data/use-offered';
import { AttributeSection } from '../attributes/attribute-section';
import { LabelSelect } from '../labels/label-select';
import { type ObjectTab, OBJECT_TABS, getRememberedObjectTab, rememberObjectTab } from '../preferences/user-preferences';
import { JobWork } from '../jobs/job-work';
import { RecognitionCard } from '../recognition/recognition-card';
import { useObjectLabelling } from '../recognition/state/use-labelling';
import { useKeyAction } from '../keys/use-key-action';
import { useScreen } from '../context/screen-context';
import { Similar } from '../similar/similar';
import { ImageJobs } from '../jobs/jobs-tab';
import { GroupMembership } from '../groups/group-membership';
import { useTopic } from '../../editor/view/layer/use-topic';
import { BoxAngle } from './box-angle';
import { ShapeFrame } from './card-frame';
import { MetaEditor } from '../meta/meta-editor';
import { ShapeCrop } from './shape-crop';

const useStyles = makeStyles({
  // Wrap the tabs, because seven tabs are wider than the panel.
  tabs: { flexWrap: 'wrap' },
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
});

type TabPanel = ComponentType<{ shape: BoxShape }>;
const TAB_PANELS: Record<ObjectTab, TabPanel> = {
  recognition: ObjectRecognition,
  flows: ObjectFlows,
  jobs: ObjectJobs,
  similarity: ObjectGroups,
  similar: ObjectSimilar,
  product: ObjectProduct,
  meta: ObjectMeta,
};

const TABS_WITHOUT_PRODUCT = OBJECT_TABS.filter((tab) => tab !== 'product');
/**
 * Groups, searches and products cannot refer to an object of a layer (a user's own annotations in a job), because it has no database row.
 */
const TABS_OF_LAYER = TABS_WITHOUT_PRODUCT.filter((tab) => tab !== 'similarity' && tab !== 'similar');

/** The card of an object: its enlarged part of the image, its label, and tabs with further data. */
export function ObjectCard({ shape }: { shape: BoxShape }) {
  const { editor, layer } = useScreen();
  const labels = useTopic(editor.topics.labels);
  const [rememberedTab, setRememberedTab] = useState<ObjectTab>(getRememberedObjectTab);
  const canAddCrop = useCanCall<'POST /product/v2/product/{id}/add-crop'>('manage');
  const offeredTabs = useOffered(layer ? TABS_OF_LAYER : canAddCrop ? OBJECT_TABS : TABS_WITHOUT_PRODUCT, TAB_SERVICES);
  const tab = offeredTabs.includes(rememberedTab) ? rememberedTab : 'meta';
  const chooseTab = useCallback((next: ObjectTab) => {
    setRememberedTab(next);
    rememberObjectTab(next);
  }, []);
  useKeyAction('card-tab', () => chooseTab(offeredTabs[(offeredTabs.indexOf(tab) + 1) % offeredTabs.length] ?? 'meta'));
  return (
    <ShapeFrame shape={shape}>
      <ShapeCrop shape={shape} />
      <LabelSelect shapes={[shape]} labels={labels.object} />
      <AttributeSection shapes={[shape]} labels={labels.object} />
      <BoxAngle key={shape.id} shape={shape} />
      <ObjectTabs offeredTabs={offeredTabs} tab={tab} onChoose={chooseTab} />
      <DeferredTabContent tab={tab} shape={shape} />
    </ShapeFrame>
  );
}

/** The service that each tab needs. */
const TAB_SERVICES = {
  recognition: 'recognition',
  flows: 'flows',
  jobs: 'annotate',
  similarity: 'custom-similarity',
  product: 'products-management',
} as const;

interface ObjectTabsProps {
  offeredTabs: readonly ObjectTab[];
  tab: ObjectTab;
  onChoose: (tab: ObjectTab) => void;
}

/** Memoized, because the tabs do not change when another object is selected. */
const ObjectTabs = memo(function ObjectTabs({ offeredTabs, tab, onChoose }: ObjectTabsProps) {
  const styles = useStyles();
  return (
    <TabList
      className={styles.tabs}
      size="small"
      aria-label={shapeMessages.tabs}
      selectedValue={tab}
      onTabSelect={(_, data) => onChoose(data.value as ObjectTab)}
    >
      {offeredTabs.map((name) => (
        <Tab key={name} value={name}>
          {shapeMessages[name]}
        </Tab>
      ))}
    </TabList>
  );
});

/**
 * Renders the content of the tab after the selection has been rendered, so that a click on an object has an immediate effect. Until then,
 * shows the content of the previous object, without accepting input.
 */
function DeferredTabContent({ tab, shape }: { tab: ObjectTab; shape: BoxShape }): ReactNode {
  const styles = useStyles();
  const deferredShape = useDeferredValue<BoxShape | null>(shape, null);
  if (!deferredShape) return null;
  const isCurrentShape = deferredShape.id === shape.id;
  const Panel = TAB_PANELS[tab];
  return (
    <div className={styles.part} inert={!isCurrentShape}>
      {/* The key resets the state of inputs for each object. */}
      <Panel key={deferredShape.id} shape={isCurrentShape ? shape : deferredShape} />
    </div>
  );
}

/** Shows the recognition tasks of the object's label, or all tasks if the label has none. */
function ObjectRecognition({ shape }: { shape: BoxShape }) {
  const labelling = useObjectLabelling(shape);
  const label = useShapeLabels().data?.object.find(({ id }) => id === shape.labelId);
  const taskIds = label?.recognition_tasks ?? [];
  const tasks = taskIds.length === 0 ? labelling.tasks : labelling.tasks.filter(({ id }) => taskIds.includes(id));
  return <RecognitionCard labelling={labelling} tasks={tasks} />;
}

function ObjectFlows({ shape }: { shape: BoxShape }) {
  const labelling = useObjectLabelling(shape);
  return <FlowCard labelling={labelling} />;
}

/**
 * In a job, shows the tasks of the job for the object. Otherwise, shows the jobs of the image, because jobs contain images, not objects.
 */
function ObjectJobs({ shape }: { shape: BoxShape }) {
  const { job } = useScreen();
  const labelling = useObjectLabelling(shape);
  return job ? <JobWork job={job} labelling={labelling} /> : <ImageJobs />;
}

function ObjectGroups({ shape: { id, serverId } }: { shape: BoxShape }) {
  return (
    <>
      <PendingGroups shapeId={id} />
      {serverId ? <GroupMembership kind="object" id={serverId} /> : <EmptyState>{similarityMessages.unsaved}</EmptyState>}
    </>
  );
}

function ObjectSimilar({ shape: { serverId } }: { shape: BoxShape }) {
  return serverId ? <Similar kind="object" id={serverId} /> : <EmptyState>{similarMessages.unsaved}</EmptyState>;
}

/** Shows the unsent changes of the object's group memberships. */
function PendingGroups({ shapeId }: { shapeId: string }) {
  const pendingWrites = useWritesOn('object', shapeId).filter(({ isConfirmed }) => !isConfirmed);
  // Use the index as key. The id of an entry changes when the entry is stored, so the text would flicker.
  return pendingWrites.map(({ write }, index) =>
    write.kind === 'group-membership' ? (
      <p key={index}>
        {write.after ? similarityMessages.joining(write.group.name) : similarityMessages.leaving(write.group.name)}
      </p>
    ) : null,
  );
}

/** The widget of the catalogue micro-frontend, which adds the enlarged object as a picture to a product. */
function ObjectProduct({ shape: { serverId } }: { shape: BoxShape }) {
  const props = useMemo(() => ({ object: serverId ?? '' }), [serverId]);
  if (!serverId) return <EmptyState>{productMessages.unsaved}</EmptyState>;
  return <RemoteWidget id="product-crop" range="^1.0.0" title={productMessages.widget} props={props} />;
}

function ObjectMeta({ shape }: { shape: BoxShape }) {
  const { editor } = useScreen();
  return (
    <>
      <Facts
        values={{
          [shapeMessages.coordinates]: shape.data.join(', '),
          [shapeMessages.id]: shape.serverId ?? shapeMessages.unsaved,
        }}
      />
      <MetaEditor
        subjectId={shape.id}
        label={shapeMessages.metaData}
        value={shape.metaData}
        saveLabel={shapeMessages.saveMeta}
        onSave={(value) => editor.document.setMeta(shape.id, value)}
      />
    </>
  );
}
