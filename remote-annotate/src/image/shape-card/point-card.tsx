import { Button, Facts, Field, Input, useUnsavedChanges } from '@console/shared-ui/basics';
import { useState } from 'react';
import { MAX_POINT_NAME_LENGTH, type PointShape } from '../../editor';
import { shapeMessages } from '../../text/shape-messages';
import { AttributeSection } from '../attributes/attribute-section';
import { useScreen } from '../context/screen-context';
import { useTopic } from '../../editor/view/layer/use-topic';
import { ShapeFrame } from './card-frame';
import { ShapeCrop } from './shape-crop';

/** The card of a point, which can be renamed. */
export function PointCard({ shape }: { shape: PointShape }) {
  // The key resets the input when another user or undo changes the name.
  return <RenamingCard key={`${shape.id} ${shape.name}`} shape={shape} />;
}

function RenamingCard({ shape }: { shape: PointShape }) {
  const { editor } = useScreen();
  const [name, setName] = useState(shape.name);
  const isLocked = useTopic(editor.topics.locked).has(shape.id);
  const isChanged = name.trim() !== shape.name;
  useUnsavedChanges(isChanged);
  return (
    <ShapeFrame shape={shape}>
      <ShapeCrop shape={shape} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          editor.document.rename(shape.id, name);
        }}
      >
        <Field label={shapeMessages.name}>
          <Input
            value={name}
            maxLength={MAX_POINT_NAME_LENGTH}
            disabled={editor.isReadOnly || isLocked}
            onChange={(_, data) => setName(data.value)}
            contentAfter={
              <Button type="submit" size="small" appearance="transparent" disabled={isLocked || !isChanged}>
                {shapeMessages.saveName}
              </Button>
            }
          />
        </Field>
      </form>
      <AttributeSection shapes={[shape]} labels={[]} />
      <Facts
        values={{ [shapeMessages.position]: shape.data.join(', '), [shapeMessages.id]: shape.serverId ?? shapeMessages.unsaved }}
      />
    </ShapeFrame>
  );
}
