import { useCanCall } from '@console/shared-auth';
import { makeStyles, mergeClasses, tokens, UploadIcon, useNotify } from '@console/shared-ui/basics';
import { useCallback, useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { uploadMessages } from './queue/upload-messages';
import { needImport, withoutSystemFiles, type PathedFile } from '../files/pathed-files';
import { readDroppedFiles, getUploadableFiles } from '../files/dropped-files';
import { UploadPanel } from './upload-panel';
import type { QueueEvent } from './queue/upload-queue';
import { useUploadEvents, useQueueFiles } from './queue/uploads';

const useStyles = makeStyles({
  area: { position: 'relative', minWidth: 0 },
  dropOverlay: {
    position: 'absolute',
    inset: `calc(-1 * ${tokens.spacingVerticalS})`,
    zIndex: 3,
    display: 'flex',
    justifyContent: 'center',
    alignItems: 'flex-start',
    paddingTop: '120px',
    border: `2px dashed ${tokens.colorBrandStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: `color-mix(in srgb, ${tokens.colorNeutralBackground1} 86%, transparent)`,
    // Disable pointer events of the overlay. Otherwise, it would receive the drag events and flicker.
    pointerEvents: 'none',
  },
  hint: {
    position: 'sticky',
    top: '40vh',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    fontSize: tokens.fontSizeBase500,
    color: tokens.colorBrandForeground1,
  },
});

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

interface UploadAreaProps {
  children: ReactNode;
  className?: string;
  /** Receives dropped files that need an import: archives, annotations or folders. */
  onImport?: (files: readonly PathedFile[]) => void;
}

/** Uploads images that are dropped or pasted on its children, and shows their progress. */
export function UploadArea(props: UploadAreaProps) {
  const canUpload = useCanCall<'POST /recognition/v2/training-image/'>('manage');
  if (canUpload) return <PermittedUploadArea {...props} />;
  return <div className={props.className}>{props.children}</div>;
}

function PermittedUploadArea({ children, className, onImport }: UploadAreaProps) {
  const styles = useStyles();
  const notify = useNotify();
  const upload = useQueueFiles();
  const [isOver, setOver] = useState(false);
  // Number of `dragenter` events without a `dragleave` event. A flag is not enough, because `dragenter` of a child fires before `dragleave`
  // of its parent.
  const dragDepth = useRef(0);

  const onEvent = useCallback(
    (event: QueueEvent) => {
      if (event.kind === 'drained') notify.success({ title: uploadMessages.uploaded(event.uploaded) });
      else notify.danger({ title: uploadMessages.unreadable, text: event.name });
    },
    [notify],
  );
  useUploadEvents(onEvent);

  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      upload(files);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [upload]);

  const changeDragDepth = (step: number) => (event: DragEvent) => {
    if (!hasFiles(event)) return;
    dragDepth.current = Math.max(0, dragDepth.current + step);
    setOver(dragDepth.current > 0);
  };
  const handleDrop = async (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    dragDepth.current = 0;
    setOver(false);
    const files = withoutSystemFiles(await readDroppedFiles(event.dataTransfer));
    if (onImport && needImport(files)) onImport(files);
    else upload(getUploadableFiles(files));
  };

  return (
    <div
      className={mergeClasses(styles.area, className)}
      onDragEnter={changeDragDepth(1)}
      onDragLeave={changeDragDepth(-1)}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDrop={(event) => void handleDrop(event)}
    >
      {children}
      {isOver && (
        <div className={styles.dropOverlay}>
          <span className={styles.hint}>
            <UploadIcon aria-hidden />
            {onImport ? uploadMessages.dropForImport : uploadMessages.drop}
          </span>
        </div>
      )}
      <UploadPanel />
    </div>
  );
}
