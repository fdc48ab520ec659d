import type { DetectionObject, PredictionRun, TrainingImage, Work } from '@console/shared-contract/api';
import { page, stubApi, testWorkspace, type StubbedApi, type StubHandlers } from '@console/shared-auth/testing';
import { useLocation, useNavigate } from 'react-router-dom';

/** Returns a distinct UUID for each number. */
export const createId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export function createImageRow(number: number, fields: Partial<TrainingImage> = {}): TrainingImage {
  return {
    id: createId(number),
    workspace: testWorkspace.id,
    img_path: `/files/${number}.jpg`,
    thumb_img_path: `/files/${number}-thumb.jpg`,
    img_width: 640,
    img_height: 480,
    created: '2026-02-03T14:05:00.000Z',
    meta_data: {},
    labels: [],
    real: true,
    test_image: false,
    foreground_mask: null,
    verificationsCount: 0,
    version: 1,
    ...fields,
  };
}

export function createObjectRow(number: number, image: TrainingImage, labelName = 'Cup'): DetectionObject {
  return {
    id: createId(number),
    workspace: testWorkspace.id,
    image,
    detection_label: { id: createId(900), name: labelName, color: '#ff0000' },
    data: [0, 0, 40, 40],
    rotated_box: null,
    meta_data: {},
    recognition_labels: [],
    thumb: `/files/object-${number}.jpg`,
    // A higher number means a later time of creation.
    created: new Date(Date.UTC(2026, 1, 3, 14, 5, 0, number)).toISOString(),
    version: 1,
  };
}

/** Creates the background work that changes the members of a job or task. */
export const createMatchingWork = (fields: Partial<Work> = {}): Work => ({
  id: createId(700),
  workspace: testWorkspace.id,
  kind: 'matching',
  status: 'queued',
  done: 0,
  total: null,
  error: null,
  created: '2026-02-03T14:05:00.000Z',
  finished: null,
  ...fields,
});

/** Creates a prediction run. */
export function createRunRow(number: number, fields: Partial<PredictionRun> = {}): PredictionRun {
  return {
    id: createId(number),
    workspace: testWorkspace.id,
    domain: 'detection',
    task: createId(number + 1),
    task_name: 'Cells',
    model: createId(number + 2),
    images: 364,
    suspects: 12,
    work: null,
    note: null,
    created: '2026-02-03T14:05:00.000Z',
    ...fields,
  };
}

export const IMAGES = 'GET /recognition/v2/training-image/';
export const OBJECTS = 'GET /detection/v2/object/';

/** A workspace with two labels of each kind and three images, one of them verified. `handlers` override responses. */
export function stubWorkspace(handlers: StubHandlers = {}): StubbedApi {
  const createLabelRow = (number: number, name: string) => ({ id: createId(number), name, color: '#00aa88' });
  return stubApi({
    'GET /recognition/v2/label/': page([createLabelRow(11, 'Ripe'), createLabelRow(12, 'Bruised')]),
    'GET /detection/v2/label/': page([createLabelRow(21, 'Cup'), createLabelRow(22, 'Plate')]),
    'GET /annotate/v2/prediction-run/': page([]),
    [IMAGES]: page([createImageRow(1), createImageRow(2, { verificationsCount: 1 }), createImageRow(3)]),
    [OBJECTS]: page([createObjectRow(31, createImageRow(1), 'Cup'), createObjectRow(32, createImageRow(1), 'Plate')]),
    ...handlers,
  });
}

/** Shows the current URL and a button that navigates back. */
export function AddressBar() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <output aria-label="Address">{`${pathname}${search}`}</output>
      <button onClick={() => void navigate(-1)}>Back</button>
    </>
  );
}
