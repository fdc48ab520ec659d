import { getImageFileName } from '@console/shared-contract/image-file-name';
import { ApiError } from '@console/shared-auth';
import {
  Button,
  describeError,
  EmptyState,
  LinkButton,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  NextIcon,
  PreviousIcon,
  SkeletonItem,
  tokens,
  toHistoryPath,
} from '@console/shared-ui/basics';
import { useVersionRestore, useVersions, type Version } from '@console/shared-ui/history';
import { LongList } from '@console/shared-ui/lists';
import { useCallback, useEffect, useRef } from 'react';
import { useTopic } from '../../editor/view/layer/use-topic';
import { useScreen } from '../context/screen-context';
import { ClosablePanel } from '../controls/closable-panel';
import { useRetryDuringOutage } from '../data/use-retry-during-outage';
import { KeyTooltip } from '../keys/key-tooltip';
import { useKeyActions } from '../keys/use-key-action';
import { getListedName } from '../labels/label-names';
import { changeHistoryMessages as texts } from './change-history-messages';
import { useEarlierShapes } from './use-earlier-shapes';
import { consumeFocusRequest, useHistoryPanel } from './use-history-panel';
import { useShapesReload } from './use-shapes-reload';
import { useHasUnsentChanges } from './use-has-unsent-changes';
import { VersionDetails } from './version-details';
import { VERSION_ROW_HEIGHT, VersionRow } from './version-row';

const BELOW_IMAGE = '@media (max-width: 900px)';

const useStyles = makeStyles({
  filter: { flexShrink: 0, padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}` },
  notice: { flexShrink: 0, minHeight: 'max-content' },
  body: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    padding: tokens.spacingHorizontalXS,
    // In narrow windows, the panel lies below the image. Limit the height of the list, so that the details stay in view.
    [BELOW_IMAGE]: { maxHeight: '60vh' },
  },
  hint: { margin: 0, padding: tokens.spacingHorizontalM, color: tokens.colorNeutralForeground3 },
  more: { display: 'flex', justifyContent: 'center', paddingBlock: tokens.spacingVerticalS },
});

const getVersionKey = ({ set }: Version) => String(set.id);
const isOffline = (error: unknown) => error instanceof ApiError && error.status === 0;

/**
 * Lists the versions of the image with its shapes, or of one shape. The chosen version is shown on the canvas and can be restored. Mount a
 * new instance for another image.
 */
export function HistoryPanel() {
  const styles = useStyles();
  const { image } = useScreen();
  const { shapeId, changeId, showVersion, open, close } = useHistoryPanel();
  const historySubject = { kind: 'training_image' as const, subject: image.id, row: shapeId ?? undefined };
  const { versions, names, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useVersions(historySubject);
  const retry = useCallback(() => void refetch(), [refetch]);
  useRetryDuringOutage(error, versions !== undefined, retry);
  const hasUnsentChanges = useHasUnsentChanges();
  useRefetchAfterSaving(hasUnsentChanges, refetch);
  const reloadShapes = useShapesReload();
  const versionRestore = useVersionRestore(historySubject, { onRestored: reloadShapes, hasShortcut: false });
  const versionIndex =
    versions?.findIndex(({ lastChange, changes }) => lastChange === changeId || changes.some(({ id }) => id === changeId)) ?? -1;
  const version = versions?.[versionIndex];
  const earlierShapesQuery = useEarlierShapes(changeId, version);
  const shapeName = useShapeName(shapeId);
  const heading = useFocusAfterOpening();
  const list = useScrollToChosen(changeId);
  const loadMore = () => void (hasNextPage && !isFetchingNextPage && fetchNextPage());
  const goToVersion = (offset: 1 | -1) => {
    // If no version is chosen, the current version is shown, so the first step leads to the previous version.
    const targetVersion = versions?.[Math.max(0, versionIndex) + offset];
    if (targetVersion) showVersion(targetVersion.lastChange);
    else if (offset > 0) loadMore();
  };
  const canStep = { older: versions !== undefined && versions.length > 1, newer: versionIndex > 0 };
  useKeyActions({
    'older-version': canStep.older ? () => goToVersion(1) : null,
    'newer-version': canStep.newer ? () => goToVersion(-1) : null,
  });
  return (
    <ClosablePanel
      label={texts.title}
      title={shapeName === null ? texts.title : texts.historyOf(shapeName)}
      titleRef={heading}
      closeLabel={texts.close}
      actions={
        <>
          <KeyTooltip label={texts.older} action="older-version">
            <Button
              appearance="subtle"
              icon={<PreviousIcon />}
              disabledFocusable={!canStep.older}
              onClick={() => goToVersion(1)}
            />
          </KeyTooltip>
          <KeyTooltip label={texts.newer} action="newer-version">
            <Button appearance="subtle" icon={<NextIcon />} disabledFocusable={!canStep.newer} onClick={() => goToVersion(-1)} />
          </KeyTooltip>
        </>
      }
      onClose={close}
    >
      <ShapeFilter shapeId={shapeId} onShape={open} />
      {shapeId === null && (
        <div className={styles.filter}>
          <LinkButton
            to={toHistoryPath({ kind: 'training_image', id: image.id, name: getImageFileName(image) ?? '' })}
            appearance="subtle"
            size="small"
          >
            {texts.provenance}
          </LinkButton>
        </div>
      )}
      {hasUnsentChanges && (
        <MessageBar layout="multiline" className={styles.notice}>
          <MessageBarBody>{texts.unsentChanges}</MessageBarBody>
        </MessageBar>
      )}
      {earlierShapesQuery.isError && (
        <MessageBar intent="warning" layout="multiline" className={styles.notice}>
          <MessageBarBody>{isOffline(earlierShapesQuery.error) ? texts.offline : texts.shapesFailed}</MessageBarBody>
          <MessageBarActions>
            <Button size="small" onClick={() => void earlierShapesQuery.refetch()}>
              {texts.retry}
            </Button>
          </MessageBarActions>
        </MessageBar>
      )}
      {version ? (
        <VersionDetails
          version={version}
          names={names}
          shapeId={shapeId}
          isCurrent={versionIndex === 0}
          canRestore={!hasUnsentChanges && versionIndex > 0}
          onShape={open}
          onRestore={() => versionRestore.open(version)}
          onHide={() => showVersion(null)}
        />
      ) : (
        versions && versions.length > 0 && <p className={styles.hint}>{texts.choose}</p>
      )}
      <div ref={list} className={styles.body}>
        {versions ? (
          <LongList items={versions} itemKey={getVersionKey} itemHeight={VERSION_ROW_HEIGHT}>
            {(item) => (
              <VersionRow
                version={item}
                names={names}
                isChosen={item === version}
                onChoose={() => showVersion(item === version ? null : item.lastChange)}
              />
            )}
          </LongList>
        ) : error ? (
          <EmptyState action={<Button onClick={retry}>{texts.retry}</Button>}>
            {isOffline(error) ? texts.offline : `${texts.failed} ${describeError(error)}`}
          </EmptyState>
        ) : (
          <SkeletonItem role="img" aria-label={texts.loading} style={{ height: 3 * VERSION_ROW_HEIGHT }} />
        )}
        {versions?.length === 0 && <EmptyState>{texts.empty}</EmptyState>}
        {hasNextPage && (
          <div className={styles.more}>
            <Button disabledFocusable={isFetchingNextPage} onClick={loadMore}>
              {texts.loadMore}
            </Button>
          </div>
        )}
      </div>
      {versionRestore.dialog}
    </ClosablePanel>
  );
}

/** Returns the display name of a shape by its row id, as in the list of shapes. Null without an id. */
function useShapeName(id: string | null): string | null {
  const { editor } = useScreen();
  const { shapes } = useTopic(editor.topics.document);
  const labels = useTopic(editor.topics.labels);
  const shape = id === null ? undefined : editor.document.findByServerId(id);
  return shape ? getListedName(shape, shapes, labels) : id === null ? null : texts.deletedShape;
}

/** Buttons that limit the history to the selected shape, or show the history of the complete image again. */
function ShapeFilter({ shapeId, onShape }: { shapeId: string | null; onShape: (id?: string) => void }) {
  const styles = useStyles();
  const { editor } = useScreen();
  useTopic(editor.topics.selection);
  const selectedId = editor.selectedShape?.serverId ?? null;
  const selectedName = useShapeName(selectedId);
  const isOffered = selectedId !== null && selectedId !== shapeId;
  if (shapeId === null && !isOffered) return null;
  return (
    <div className={styles.filter}>
      {isOffered && selectedName !== null && (
        <Button size="small" appearance="subtle" onClick={() => onShape(selectedId)}>
          {texts.historyOf(selectedName)}
        </Button>
      )}
      {shapeId !== null && (
        <Button size="small" appearance="subtle" onClick={() => onShape()}>
          {texts.historyOfImage}
        </Button>
      )}
    </div>
  );
}

/** Refetches the versions when the changes of the user have been saved. */
function useRefetchAfterSaving(hasUnsentChanges: boolean, refetch: () => unknown): void {
  const hadUnsentChanges = useRef(hasUnsentChanges);
  useEffect(() => {
    if (hadUnsentChanges.current && !hasUnsentChanges) void refetch();
    hadUnsentChanges.current = hasUnsentChanges;
  }, [hasUnsentChanges, refetch]);
}

/** Moves the focus to the heading if the user has opened the panel. Keeps the focus if the URL has opened it. */
function useFocusAfterOpening() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (consumeFocusRequest()) heading.current?.focus();
  });
  return heading;
}

/** Keeps the chosen version in view while keys step through the versions. */
function useScrollToChosen(changeId: number | null) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (changeId !== null) list.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [changeId]);
  return list;
}
