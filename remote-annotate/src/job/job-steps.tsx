import { useHasService } from '@console/shared-auth';
import { Button, NextIcon, PreviousIcon, useNotify, VerifiedIcon } from '@console/shared-ui/basics';
import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { messages } from '../messages';
import type { Walk } from './use-walk';

const words = messages.job;

/** What a person has seen of an item: nothing yet, itself, or that it cannot be had. */
export type Seen = 'nothing' | 'item' | 'failure';

export interface JobStepsProps {
  walk: Walk;
  /** Of the present item. A step is taken from what has been on the screen, and nothing is verified that was not. */
  seen: Seen;
  /** Marks the present item as done, verified if so said. */
  finish: (verify: boolean) => Promise<void>;
}

/** Previous, Verify and Next, Next: for who may annotate. */
export function JobSteps({ walk, seen, finish }: JobStepsProps) {
  const notify = useNotify();
  const mayAnnotate = useHasService('annotate');
  const isBusy = useRef(false);
  if (!mayAnnotate) return null;
  const step = (verify: boolean) => async (event: MouseEvent) => {
    if (isBusy.current || isSecondOfDouble(event)) return;
    isBusy.current = true;
    try {
      await finish(verify);
      walk.next();
    } finally {
      isBusy.current = false;
    }
  };
  const previous = (event: MouseEvent) => {
    if (isSecondOfDouble(event)) return;
    if (!walk.previous()) notify.warning({ title: words.noPrevious });
  };
  const hasItem = walk.current !== undefined;
  return (
    <>
      <Button icon={<PreviousIcon />} onKeyDown={onceAPress} onClick={previous}>
        {words.previous}
      </Button>
      <Button
        appearance="primary"
        icon={<VerifiedIcon />}
        disabledFocusable={!hasItem || seen !== 'item'}
        onKeyDown={onceAPress}
        onClick={(event) => void step(true)(event)}
      >
        {words.verifyAndNext}
      </Button>
      <Button
        icon={<NextIcon />}
        disabledFocusable={!hasItem || seen === 'nothing'}
        onKeyDown={onceAPress}
        onClick={(event) => void step(false)(event)}
      >
        {words.next}
      </Button>
    </>
  );
}

/** With the next picture loaded ahead, the second click of a double click would meet a picture that nobody has looked at. */
function isSecondOfDouble({ detail }: MouseEvent): boolean {
  return detail === 2;
}

/** A held Enter is one press: else it would run through the job as fast as pictures are painted. */
function onceAPress(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}
