import { AwaitingLabel } from '../../editor/tools/states/awaiting-label';
import type { DrawingTool } from '../../editor/tools/states/drawing-tool';
import { Tool } from '../../editor/tools/states/tool';
import { BoxPrompt } from './box';
import { Idle } from './idle';
import { Prompting } from './prompting';
import type { AssistStates } from './states';
import { Suggesting } from './suggesting';
import { Tracing } from './tracing';

/**
 * The tool that finds objects in the pixels of the image. It sets a prompt (the user's clicks, strokes or box), which code outside the
 * editor answers.
 */
export const assistTool: DrawingTool = {
  id: 'assist',
  kind: 'polygon',
  kinds: ['polygon', 'mask', 'object'],
  create: (host, onTransition) =>
    new Tool<'assist', AssistStates>(
      'assist',
      host,
      {
        idle: Idle,
        box: BoxPrompt,
        suggesting: Suggesting,
        tracing: Tracing,
        prompting: Prompting,
        'awaiting-label': AwaitingLabel,
      },
      onTransition,
    ),
};
