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

export interface TakeSteps {
  verifyAndNext: () => void;
  next: () => void;
  previous: () => void;
}

/** The steps of a job, each taken once, and from an item that has been on the screen. */
export function useJobSteps({ walk, seen, finish }: JobStepsProps): TakeSteps {
  const notify = useNotify();
  const isBusy = useRef(false);
  const step = async (verify: boolean) => {
    if (isBusy.current || walk.current === undefined || (verify ? seen !== 'item' : seen === 'nothing')) return;
    isBusy.current = true;
    try {
      await finish(verify);
      walk.next();
    } finally {
      isBusy.current = false;
    }
  };
  return {
    verifyAndNext: () => void step(true),
    next: () => void step(false),
    previous: () => {
      if (!walk.previous()) notify.warning({ title: words.noPrevious });
    },
  };
}

/** Previous, Verify and Next, Next: for who may annotate. */
export function JobSteps(props: JobStepsProps) {
  const { walk, seen } = props;
  const mayAnnotate = useHasService('annotate');
  const steps = useJobSteps(props);
  if (!mayAnnotate) return null;
  const once = (step: () => void) => (event: MouseEvent) => {
    if (!isSecondOfDouble(event)) step();
  };
  const hasItem = walk.current !== undefined;
  return (
    <>
      <Button icon={<PreviousIcon />} onKeyDown={onceAPress} onClick={once(steps.previous)}>
        {words.previous}
      </Button>
      <Button
        appearance="primary"
        icon={<VerifiedIcon />}
        disabledFocusable={!hasItem || seen !== 'item'}
        onKeyDown={onceAPress}
        onClick={once(steps.verifyAndNext)}
      >
        {words.verifyAndNext}
      </Button>
      <Button
        icon={<NextIcon />}
        disabledFocusable={!hasItem || seen === 'nothing'}
        onKeyDown={onceAPress}
        onClick={once(steps.next)}
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
