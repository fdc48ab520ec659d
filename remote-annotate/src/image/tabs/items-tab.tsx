import { useMemo } from 'react';
import { Button, EmptyState, makeStyles, tokens } from '@console/shared-ui/basics';
import { LongList } from '@console/shared-ui/lists';
import type { KnownLabel, Shape, ShapeKind } from '../../editor';
import { messages } from '../../messages';
import { useScreen } from '../screen-context';
import { useTopic } from '../../editor/view/use-topic';
import { ConflictWarning } from '../recognition/conflict-warning';
import { labelTexts, useLabelsOfObjects } from '../recognition/listed-labels';
import { useRecognitionTasks } from '../image.queries';
import { ItemGroups } from './item-groups';
import { isEmptyMeta } from './item-meta';
import { ItemRow, ROW_HEIGHT } from './item-row';
import { useItemStyles } from './item-styles';

const words = messages.items;

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, padding: tokens.spacingHorizontalM },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: tokens.spacingHorizontalS },
});

const sections: readonly { kind: ShapeKind; title: string }[] = [
  { kind: 'object', title: words.objects },
  { kind: 'polygon', title: words.polygons },
  { kind: 'point', title: words.points },
];

const idOf = ({ id }: Shape) => id;
const NONE: readonly KnownLabel[] = [];
/** Everything that is annotated on the image. */
export function ItemsTab() {
  const styles = useStyles();
  const shared = useItemStyles();
  const { editor, image } = useScreen();
  const { shapes } = useTopic(editor.topics.document);
  const labels = useTopic(editor.topics.labels);
  const labelsOf = useLabelsOfObjects();
  const tasks = useRecognitionTasks().data ?? [];
  const byKind = useMemo(() => {
    const of = (kind: ShapeKind) => shapes.filter((shape) => shape.kind === kind);
    return { object: of('object'), polygon: of('polygon'), point: of('point') };
  }, [shapes]);
  return (
    <div className={styles.column}>
      <ConflictWarning present={image.labels} tasks={tasks} />
      {image.labels.length > 0 && (
        <section aria-label={words.labels}>
          <h3 className={shared.heading}>{words.labels}</h3>
          {labelTexts(image.labels).join(', ')}
        </section>
      )}
      {shapes.length === 0 && image.labels.length === 0 && <EmptyState>{words.none}</EmptyState>}
      {sections.map(({ kind, title }) => {
        const rows = byKind[kind];
        if (rows.length === 0) return null;
        return (
          <div key={kind}>
            <div className={styles.head}>
              <h3 className={shared.heading}>{`${title} (${rows.length})`}</h3>
              {rows.length > 1 && (
                <Button
                  size="small"
                  appearance="transparent"
                  aria-label={words.selectAllOf(title)}
                  onClick={() => editor.select(rows.map(({ id }) => id))}
                >
                  {words.selectAll}
                </Button>
              )}
            </div>
            <section aria-label={title}>
              <LongList items={rows} itemKey={idOf} itemHeight={ROW_HEIGHT}>
                {(shape, index) => (
                  <ItemRow
                    shape={shape}
                    number={index + 1}
                    labels={labels}
                    carried={shape.kind === 'object' ? labelsOf(shape) : NONE}
                  />
                )}
              </LongList>
            </section>
          </div>
        );
      })}
      <ItemGroups />
      {isEmptyMeta(image.meta_data) && <p className={shared.note}>{words.emptyMeta}</p>}
      {image.foreground_mask && <p className={shared.note}>{words.mask}</p>}
    </div>
  );
}
