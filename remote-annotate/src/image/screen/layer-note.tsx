import type { Job } from '@console/shared-contract/api';
import { Button, LazyComponent, makeStyles, tokens } from '@console/shared-ui/basics';
import { useState } from 'react';
import { toLayerWorkId, type Outbox } from '../../outbox';
import type { OpenedLayer } from '../data/layer.queries';
import { layerMessages } from '../data/layer-messages';

const loadVersions = async () => (await import('./layer-versions-dialog')).LayerVersionsDialog;
const useStyles = makeStyles({
  note: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    flexShrink: 0,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    fontSize: tokens.fontSizeBase200,
  },
});

interface LayerNoteProps {
  job: Job;
  layer: OpenedLayer;
  outbox: Outbox;
}

/**
 * Explains that users of the job work independently, and offers earlier versions of the user's annotations. If the image is marked as done,
 * offers to change the annotations.
 */
export function LayerNote({ job, layer, outbox }: LayerNoteProps) {
  const styles = useStyles();
  const [isRestoring, setRestoring] = useState(false);
  const removeMark = () =>
    void outbox.enterWrite({
      kind: 'mark-done',
      of: 'image',
      job: { id: job.id, name: job.name },
      item: layer.image,
      work: toLayerWorkId(layer),
      before: true,
      after: false,
    });
  return (
    <div className={styles.note}>
      {layer.isDone ? layerMessages.markedAsDone : layerMessages.independent}
      {layer.isDone ? (
        <Button size="small" onClick={removeMark}>
          {layerMessages.reopen}
        </Button>
      ) : (
        <Button size="small" onClick={() => setRestoring(true)}>
          {layerMessages.versions}
        </Button>
      )}
      {isRestoring && (
        <LazyComponent
          load={loadVersions}
          title={layerMessages.restoreTitle}
          props={{ layer, onClose: () => setRestoring(false) }}
          skeleton={null}
        />
      )}
    </div>
  );
}
