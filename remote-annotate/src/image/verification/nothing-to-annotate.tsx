import { Button, EmptyImageIcon, Tooltip } from '@console/shared-ui/basics';
import { useTopic } from '../../editor/view/layer/use-topic';
import { useScreen } from '../context/screen-context';
import { useVerification } from './use-verification';
import { ruleMessages } from '../rules/rule-messages';

/**
 * A button that verifies an image without shapes and states that it has nothing to annotate, or that removes this verification.
 * `areShapesLoaded` says whether all shapes of the image are loaded.
 */
export function NothingToAnnotate({ areShapesLoaded }: { areShapesLoaded: boolean }) {
  const { editor } = useScreen();
  const { shapes } = useTopic(editor.topics.document);
  const { list: verifications, ownVerification, verify, remove } = useVerification();
  const hasShapes = shapes.length > 0;
  const isStated = ownVerification?.nothing_to_annotate === true && !hasShapes;
  const hint = isStated ? ruleMessages.statedEmptyHint : hasShapes ? ruleMessages.hasShapes : ruleMessages.nothingToAnnotateHint;
  return (
    <Tooltip content={hint} relationship="description">
      <Button
        size="small"
        appearance={isStated ? 'primary' : 'subtle'}
        icon={<EmptyImageIcon />}
        aria-label={ruleMessages.nothingToAnnotate}
        aria-pressed={isStated}
        disabledFocusable={hasShapes || !areShapesLoaded || verifications === undefined}
        onClick={() => (isStated ? remove(ownVerification) : verify(true))}
      />
    </Tooltip>
  );
}
