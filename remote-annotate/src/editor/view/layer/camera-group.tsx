import { useLayoutEffect, useRef, type ReactNode } from 'react';
import type { Editor } from '../../editor';
import { Group, type GroupNode } from './konva-parts';

/** A group whose children use image pixels. It follows the camera without a React render. */
export function CameraGroup({ editor, children }: { readonly editor: Editor; readonly children: ReactNode }) {
  const group = useRef<GroupNode>(null);
  useLayoutEffect(() => {
    const { camera } = editor.topics;
    const follow = () => {
      const { x, y, scale } = camera.getSnapshot();
      group.current?.setAttrs({ x, y, scaleX: scale, scaleY: scale });
    };
    follow();
    return camera.subscribe(follow);
  }, [editor]);
  return <Group ref={group}>{children}</Group>;
}
