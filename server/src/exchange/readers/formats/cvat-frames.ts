import { getFileName, type DiscoveredFile } from '../reader/file-set';
import type { CvatMeta } from './cvat-meta';
import type { ReadContext } from './define-reader';
import { ImageAnnotations } from '../reader/image-annotations';
import { findDescendant, getChildText, type XmlElement } from '../parsing/xml-elements';

/** The name that CVAT gives the image of a video frame. */
const FRAME_NAME = /^(frame_(\d+))\.\w+$/i;
const FRAME_DIGITS = 6;
const MISSING_FRAMES_NOTE = 'Shapes of video frames whose images are not in the files: not imported';
const FURTHER_TASKS_NOTE = 'Tracks of further tasks: not imported. In CVAT, export each task separately';

/**
 * The frames of a CVAT video as images. If the import contains images of frames, shapes of other frames are only counted, because users
 * extract few frames of a video. Otherwise, each frame refers to an image of the workspace, which may be missing.
 */
export class CvatFrames {
  /** File names without extension of the frames that the import has, by frame number. */
  private readonly availableFrames: ReadonlyMap<number, string>;
  private readonly annotations = new Map<number, ImageAnnotations>();
  private size: { width: number; height: number } | null = null;
  private firstTask: string | undefined;

  constructor(
    private readonly file: DiscoveredFile,
    private readonly context: ReadContext,
    private readonly meta: CvatMeta,
  ) {
    const names = context.files.listImages().map(({ path }) => FRAME_NAME.exec(getFileName(path)));
    this.availableFrames = new Map(names.flatMap((name) => (name ? [[Number(name[2]), name[1]!] as const] : [])));
  }

  /** Sets the image size of all frames from the element `meta`, if the size is a property of the task or job. */
  setSize(meta: XmlElement): void {
    const sizeElement = findDescendant(meta, 'original_size');
    const [width, height] = [Number(getChildText(sizeElement, 'width')), Number(getChildText(sizeElement, 'height'))];
    this.size = width > 0 && height > 0 ? { width, height } : null;
  }

  /** Whether a track belongs to the first task of the file. Frames of different tasks have the same numbers. */
  isInFirstTask({ attributes }: XmlElement): boolean {
    this.firstTask ??= attributes.task_id;
    const isFirstTask = this.firstTask === attributes.task_id;
    if (!isFirstTask) this.context.sink.addNote(null, FURTHER_TASKS_NOTE);
    return isFirstTask;
  }

  /** Returns the annotations of a shape's frame, or null if the frame is not imported. */
  findAnnotations({ attributes }: XmlElement, track: XmlElement): ImageAnnotations | null {
    const { sink, options } = this.context;
    const frameNumber = Number(attributes.frame ?? NaN);
    if (!Number.isSafeInteger(frameNumber) || frameNumber < 0) {
      sink.addNote(null, 'Shapes without the number of a video frame');
      return null;
    }
    if (this.availableFrames.size > 0 && !this.availableFrames.has(frameNumber)) {
      sink.addNote(null, MISSING_FRAMES_NOTE);
      return null;
    }
    const annotation = this.annotations.get(frameNumber);
    if (annotation) return annotation;
    const path = this.availableFrames.get(frameNumber) ?? `frame_${String(frameNumber).padStart(FRAME_DIGITS, '0')}`;
    const trackSplit = track.attributes.subset?.toLowerCase() || undefined;
    const { task_id: taskId, source } = track.attributes;
    const imageFacts = {
      ...this.size,
      ...(/^test/i.test(trackSplit ?? '') && { test: true }),
      ...this.meta.declareImage(taskId, [source]),
    };
    const newAnnotations = new ImageAnnotations(
      sink.addReference({ path, annotationFile: this.file, split: trackSplit, hasNoExtension: true }, imageFacts),
      sink,
      options,
      this.meta.findDefinitions,
    );
    this.annotations.set(frameNumber, newAnnotations);
    return newAnnotations;
  }
}
