import { useWorkspace } from '@console/shared-auth';
import type { ModelFileCheck } from '@console/shared-contract/api';
import { Caption1, Facts, makeStyles, Subsection, Thumbnail, tokens } from '@console/shared-ui/basics';
import type { Ref } from 'react';
import { uploadMessages as messages } from './upload-messages';

/** Objects with a lower probability are not drawn. */
const MIN_PROB = 0.3;
const MAX_NAMED_PREDICTIONS = 3;
const TILE_WIDTH = 160;
const useStyles = makeStyles({
  tiles: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM, listStyleType: 'none', margin: 0, padding: 0 },
  tile: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, width: `${TILE_WIDTH}px` },
  frame: { position: 'relative' },
  overlay: { position: 'absolute', inset: 0, width: '100%', height: '100%' },
  box: { fill: 'none', stroke: tokens.colorPaletteMarigoldForeground3, strokeWidth: 2, vectorEffect: 'non-scaling-stroke' },
});

type CheckedImage = ModelFileCheck['pictures'][number];

/** An image on which a model was checked, with the shapes that the model found. */
export interface CheckedTile extends Pick<CheckedImage, 'image' | 'thumb_img_path' | 'img_width' | 'img_height'> {
  /** Each shape is drawn as its polygon, or as its `bound_box` without a polygon. A shape with neither is not drawn. */
  shapes: readonly Pick<CheckedImage['predictions'][number], 'bound_box' | 'polygon'>[];
  caption: string;
}

/** Shows the result of a model's check: the shapes found in each image, and facts such as time and memory. */
export function CheckResult({
  facts: modelFacts,
  tiles,
  ref,
}: {
  facts: Readonly<Record<string, string>>;
  tiles: readonly CheckedTile[];
  ref?: Ref<HTMLDivElement>;
}) {
  const styles = useStyles();
  return (
    <Subsection ref={ref} title={messages.result}>
      <Facts values={modelFacts} />
      <ul className={styles.tiles}>
        {tiles.map((tile, index) => (
          <PredictionTile key={tile.image} {...tile} index={index} />
        ))}
      </ul>
    </Subsection>
  );
}

function PredictionTile({
  img_width: width,
  img_height: height,
  thumb_img_path: src,
  shapes,
  caption,
  index,
}: CheckedTile & { index: number }) {
  const styles = useStyles();
  const { workspace } = useWorkspace();
  const tileHeight = Math.round((TILE_WIDTH * height) / width);
  return (
    <li className={styles.tile}>
      <div className={styles.frame} style={{ height: tileHeight }}>
        <Thumbnail
          src={src}
          alt={messages.image(index)}
          width={TILE_WIDTH}
          height={tileHeight}
          blur={workspace?.blur_images ?? false}
        />
        <svg viewBox={`0 0 ${width} ${height}`} className={styles.overlay} aria-hidden>
          {shapes.map(({ bound_box: box, polygon }) => {
            if (polygon) return <polygon key={polygon.join()} points={polygon.join(' ')} className={styles.box} />;
            const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = box ?? [];
            return <rect key={box?.join()} x={x1} y={y1} width={x2 - x1} height={y2 - y1} className={styles.box} />;
          })}
        </svg>
      </div>
      <Caption1>{caption}</Caption1>
    </li>
  );
}

/** Returns the images of a check with the most probable predictions of the model. */
export function toTiles({ pictures, classes }: Pick<ModelFileCheck, 'pictures' | 'classes'>): CheckedTile[] {
  return pictures.map(({ predictions, ...checkedImage }) => {
    const shapes = predictions.filter(({ prob, bound_box: box }) => box !== null && prob >= MIN_PROB);
    const shownPredictions = shapes.length > 0 ? shapes : predictions.filter(({ bound_box: box }) => box === null);
    const names = shownPredictions.map(({ class: each, prob }) =>
      messages.prediction(messages.className(each, classes[each]?.name ?? null), prob),
    );
    const remainder = shapes.length > MAX_NAMED_PREDICTIONS ? [messages.more(shapes.length - MAX_NAMED_PREDICTIONS)] : [];
    return { ...checkedImage, shapes, caption: messages.predictions([...names.slice(0, MAX_NAMED_PREDICTIONS), ...remainder]) };
  });
}
