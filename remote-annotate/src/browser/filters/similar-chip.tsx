import { api, invalidateWorkspace, useWorkspaceQuery } from '@console/shared-auth';
import type { SimilarSubject } from '@console/shared-contract/federation';
import { SIMILAR_CALLS } from '@console/shared-contract/shape-kinds';
import { Button, CloseIcon, makeStyles, TextLink, Thumbnail, tokens, Tooltip } from '@console/shared-ui/basics';
import { useEffect, useRef } from 'react';
import { getImageFileName } from '@console/shared-contract/image-file-name';
import { browserMessages } from '../data/browser-messages';

const useStyles = makeStyles({
  chip: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minWidth: 0,
    maxWidth: '100%',
    padding: `2px 2px 2px ${tokens.spacingHorizontalS}`,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  notice: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  text: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

type ListedKind = 'image' | 'shape';

interface ReferenceItem {
  name: string;
  thumb: string | null;
  to: string;
}

/** Loads the name and thumbnail of the reference item. */
function useReferenceItem({ kind, id }: SimilarSubject) {
  return useWorkspaceQuery<ReferenceItem>({
    // Keys that start with `own:` are for rows that only this micro-frontend shows and changes.
    key: ['own:annotate', 'similar-to', kind, id],
    load: async (scope) => {
      const callOptions = { params: { id }, ...scope };
      if (kind === 'image') {
        const image = await api.call('GET /recognition/v2/training-image/{id}', callOptions);
        return {
          name: getImageFileName(image) ?? browserMessages.similarKind('image'),
          thumb: image.thumb_img_path,
          to: `/image/${id}`,
        };
      }
      if (kind === 'object') {
        const { detection_label: label, thumb, image } = await api.call('GET /detection/v2/object/{id}', callOptions);
        return { name: label.name, thumb, to: `/image/${image.id}?object=${id}` };
      }
      if (kind !== 'group') {
        const { label, crop, image } = await api.call('GET /annotate/v2/labelled-shape/{id}', callOptions);
        return { name: label.name, thumb: crop, to: `/image/${image.id}?object=${id}` };
      }
      const { name, thumb_img_path: thumb } = await api.call('GET /similarity/training/v2/group/{id}', callOptions);
      return { name, thumb, to: `/group/${id}` };
    },
    retry: false,
  }).data;
}

/** Poll interval while some images are not indexed yet. */
const POLL_MS = 3_000;

/** Returns a message explaining why the list is incomplete, or null. Reloads the list when more images are ready. */
function useIncompleteNotice({ kind, id }: SimilarSubject, listed: ListedKind): string | null {
  const readiness = useWorkspaceQuery({
    key: ['own:annotate', 'similar-ready', listed, kind, id],
    load: async (scope) => {
      // In a list of shapes, the reference item is also a shape. Ask for its kind, whose service the workspace certainly has.
      const listedKind = listed === 'image' ? 'image' : kind;
      const query = { kinds: [listedKind], count: 1 };
      const { available, ready } = await api.call(SIMILAR_CALLS[kind], { params: { id }, query, ...scope });
      return { available, ready: ready[listedKind]?.ready ?? 0, total: ready[listedKind]?.total ?? 0 };
    },
    progress: { kinds: ['index-items'], isActive: ({ ready: readyCount, total }) => readyCount < total, pollMs: POLL_MS },
    retry: false,
  }).data;
  const readyCount = readiness?.ready;
  const previousReadyCount = useRef(readyCount);
  useEffect(() => {
    if (previousReadyCount.current !== undefined && readyCount !== previousReadyCount.current) void invalidateWorkspace('images');
    previousReadyCount.current = readyCount;
  }, [readyCount]);
  if (!readiness) return null;
  if (!readiness.available) return browserMessages.similarUnavailable;
  return readiness.ready < readiness.total ? browserMessages.similarReady[listed](readiness.ready, readiness.total) : null;
}

type SimilarChipProps = SimilarSubject & {
  onRemove: () => void;
  /** Kind of the items in the list. */
  listed?: ListedKind;
};

/** Shows the reference item of the similarity filter, with a button to remove the filter. */
export function SimilarChip({ kind, id, onRemove, listed: listedKind = 'image' }: SimilarChipProps) {
  const styles = useStyles();
  const reference = useReferenceItem({ kind, id });
  const notice = useIncompleteNotice({ kind, id }, listedKind);
  return (
    <>
      <span role="group" aria-label={browserMessages.similarTo} className={styles.chip}>
        {reference && <Thumbnail src={reference.thumb} alt="" width={28} height={28} cover />}
        <span className={styles.text}>
          {browserMessages.similarTo}{' '}
          {reference ? <TextLink to={reference.to}>{reference.name}</TextLink> : browserMessages.similarKind(kind)}
        </span>
        <Tooltip content={browserMessages.similarRemove[listedKind]} relationship="label">
          <Button size="small" appearance="transparent" icon={<CloseIcon />} onClick={onRemove} />
        </Tooltip>
      </span>
      <span role="status" className={styles.notice}>
        {notice}
      </span>
    </>
  );
}
