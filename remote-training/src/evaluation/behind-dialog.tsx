import { useWorkspace } from '@console/shared-auth';
import type { EvaluatedImage } from '@console/shared-contract/api';
import {
  Badge,
  Button,
  Caption1,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  PageLink,
  Pager,
  SkeletonTiles,
  Text,
  Thumbnail,
  tokens,
} from '@console/shared-ui/basics';
import { QueryState } from '@console/shared-ui/pages';
import { useEffect, useState } from 'react';
import { messages } from '../messages';
import type { Behind } from './behind';
import { PICTURES_OF_PAGE, useBehind } from './evaluation.queries';

const words = messages.evaluation;
const WIDTH = 256;
const HEIGHT = 200;
const useStyles = makeStyles({
  surface: { maxWidth: 'min(1180px, 96vw)' },
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  legend: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalL, alignItems: 'center' },
  line: { display: 'inline-block', width: '28px', marginInlineEnd: tokens.spacingHorizontalXS, verticalAlign: 'middle' },
  truth: { borderTop: '3px solid #2a9d74' },
  said: { borderTop: '3px dashed #e0752d' },
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gridTemplateColumns: `repeat(auto-fill, minmax(${WIDTH}px, 1fr))`,
    gap: tokens.spacingHorizontalM,
  },
  tile: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, minWidth: 0 },
  picture: { position: 'relative', width: 'fit-content' },
  overlay: { position: 'absolute', inset: 0, width: '100%', height: '100%', pointerEvents: 'none' },
  text: { overflowWrap: 'anywhere' },
  foot: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

export interface BehindDialogProps {
  evaluation: string;
  behind: Behind;
  threshold: number | null;
  page: number;
  onPageChange: (page: number) => void;
  /** Names of labels, by their ids. */
  names: ReadonlyMap<string, string>;
  onClose: () => void;
}

/** The pictures behind a bar or a cell: what people said beside what the model said, the surest wrong ones first. */
export function BehindDialog({ evaluation, behind, threshold, page, onPageChange, names, onClose }: BehindDialogProps) {
  const styles = useStyles();
  const query = useBehind(evaluation, behind, threshold, page);
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => (opener instanceof HTMLElement ? opener.focus() : undefined), [opener]);
  const nameOf = (id: string | null | undefined) =>
    id === undefined ? words.anything : id === null || id === 'none' ? words.nothing : (names.get(id) ?? messages.models.gone);
  const what = behind.label
    ? [nameOf(behind.label), ...(behind.among ? [nameOf(behind.among)] : [])].join(', ')
    : behind.said === undefined
      ? nameOf(behind.truth)
      : words.behindPair(nameOf(behind.truth), nameOf(behind.said));
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>{words.behindTitle(what)}</DialogTitle>
          <DialogContent className={styles.content}>
            <QueryState
              query={query}
              skeleton={<SkeletonTiles label={words.behind} />}
              isEmpty={({ count }) => count === 0}
              empty={words.behindNone}
            >
              {({ count, results }) => (
                <>
                  <div className={styles.legend}>
                    <Caption1>{words.behindCount(count)}</Caption1>
                    {results.some((each) => each.truth_box || each.said_box) && (
                      <Legend hasSaid={results.some((each) => each.said_box)} />
                    )}
                  </div>
                  <ul className={styles.list} aria-label={words.behind}>
                    {results.map((each, index) => (
                      <Tile key={`${each.image} ${each.shape} ${each.said} ${index}`} decision={each} />
                    ))}
                  </ul>
                  {count > PICTURES_OF_PAGE && (
                    <Pager page={page} pageSize={PICTURES_OF_PAGE} total={count} onPageChange={onPageChange} />
                  )}
                </>
              )}
            </QueryState>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{words.close}</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

/** `hasSaid`: what the model said has boxes of its own; of labelled objects it has none. */
function Legend({ hasSaid }: { hasSaid: boolean }) {
  const styles = useStyles();
  return (
    <>
      <Caption1>
        <span className={`${styles.line} ${styles.truth}`} />
        {words.legend.truth}
      </Caption1>
      {hasSaid && (
        <Caption1>
          <span className={`${styles.line} ${styles.said}`} />
          {words.legend.said}
        </Caption1>
      )}
    </>
  );
}

const calledOf = (id: string | null, name: string | null) => (id === null ? words.nothing : (name ?? messages.models.gone));

function Tile({ decision }: { decision: EvaluatedImage }) {
  const styles = useStyles();
  const { workspace } = useWorkspace();
  const { image, img_width: width, img_height: height, prob, right, shape } = decision;
  const [truth, said] = [
    decision.truth_value === null ? calledOf(decision.truth, decision.truth_name) : String(decision.truth_value),
    decision.said_value === null ? calledOf(decision.said, decision.said_name) : decision.said_value.toFixed(3),
  ];
  const scale = Math.min(WIDTH / width, HEIGHT / height);
  return (
    <li className={styles.tile}>
      <div className={styles.picture}>
        <Thumbnail
          src={decision.thumb_img_path}
          alt={(shape && !decision.said_box ? words.object : words.picture)(truth, said)}
          width={Math.round(width * scale)}
          height={Math.round(height * scale)}
          blur={workspace?.blur_images ?? false}
        />
        <svg className={styles.overlay} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
          {decision.truth_box && <Box box={decision.truth_box} color="#2a9d74" />}
          {decision.said_box && <Box box={decision.said_box} color="#e0752d" dashed />}
        </svg>
      </div>
      <Text className={styles.text}>{words.people(truth)}</Text>
      <Text className={styles.text}>{words.modelSaid(said, prob === null ? null : prob.toFixed(3))}</Text>
      <div className={styles.foot}>
        <Badge appearance="tint" color={right ? 'success' : 'danger'}>
          {right ? words.right : words.wrong}
        </Badge>
        <PageLink to={`/image/${image}`} query={shape ? `?object=${shape}` : ''}>
          {words.openImage}
        </PageLink>
      </div>
    </li>
  );
}

function Box({
  box: [x1 = 0, y1 = 0, x2 = 0, y2 = 0],
  color,
  dashed,
}: {
  box: readonly number[];
  color: string;
  dashed?: boolean;
}) {
  const place = { x: x1, y: y1, width: x2 - x1, height: y2 - y1, fill: 'none', vectorEffect: 'non-scaling-stroke' as const };
  return (
    <>
      <rect {...place} stroke="#000" strokeOpacity={0.6} strokeWidth={4} />
      <rect {...place} stroke={color} strokeWidth={2.5} strokeDasharray={dashed ? '6 4' : undefined} />
    </>
  );
}
