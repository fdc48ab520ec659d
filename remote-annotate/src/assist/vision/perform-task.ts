import type { BitmapRegion, Suggestion } from '../../editor/model/region';
import type { VisionTask } from './task';
import { separateObject } from './grab-cut';
import { traceRegion } from './outline';
import type { Scene } from './scene';
import { EdgeTracer } from './scissors';
import { shrinkToObject } from './shrink';
import { selectByColor } from './wand';

/** The tracer of each scene. It stores the computed paths from its last start position. */
const tracers = new WeakMap<Scene, EdgeTracer>();

/** Performs a task on a part of the image. */
export function performTask(scene: Scene, task: VisionTask): Suggestion {
  if (task.type === 'trace') {
    const tracer = tracers.get(scene) ?? new EdgeTracer(scene);
    tracers.set(scene, tracer);
    return { region: scene.toRegion(new Uint8Array()), outline: tracer.trace(task.from, task.to), edges: [] };
  }
  const region = findRegion(scene, task);
  return { region, ...traceRegion(region) };
}

function findRegion(scene: Scene, task: Exclude<VisionTask, { type: 'trace' }>): BitmapRegion {
  if (task.type === 'wand') return selectByColor(scene, task.strokes, task.tolerance);
  return task.type === 'shrink' ? shrinkToObject(scene, task.outline) : separateObject(scene, task);
}

/** Frees the memory of a scene and of its tracer. */
export function deleteScene(scene: Scene): void {
  tracers.get(scene)?.delete();
  tracers.delete(scene);
  scene.delete();
}
