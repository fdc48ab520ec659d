import { createModelCard } from './create-model-card';

const cardContent = {
  domain: 'detection' as const,
  task: { id: 't', name: 'Cells' },
  number: 2,
  name: 'Model 2: cells-v8',
  calibration: null,
  labels: new Map([
    ['l1', 'RBC'],
    ['l2', 'WBC'],
  ]),
  model: {
    id: 'm',
    train_status: 'TRAINED' as const,
    error: null,
    created: '2026-02-03T10:00:00Z',
    number: 2,
    uploaded: {
      name: 'cells-v8',
      notes: 'From the *lab*',
      licence: 'MIT',
      layout: 'yolo',
      width: 640,
      height: 640,
      bytes: 1,
      milliseconds: 1,
      memory_bytes: 1,
      classes: [{ index: 0, name: 'rbc', label: 'l1' }],
      thresholds: [{ id: 'l1', threshold: 0.45 }],
      threshold_pictures: null,
    },
  },
};
const estimate = { value: 0.9, low: 0.85, high: 0.94, pictures: 20 };
const evaluatedModel = {
  model: 'm',
  number: 2,
  created: '2026-02-03T10:00:00Z',
  train_pictures: null,
  verified_pictures: null,
  evaluation: 'e',
  pictures: 20,
  total: { ...estimate, measure: 'f1' as const },
  labels: [{ ...estimate, id: 'l1', name: 'RBC' }],
};

it('a model card states license, labels, quality with intervals, and notes', () => {
  const card = createModelCard(cardContent, evaluatedModel);
  expect(card).toContain('# Model 2: cells-v8 of Cells');
  expect(card).toContain('| License | MIT |');
  expect(card).toContain('| Minimum confidence | RBC 45% |');
  expect(card).toContain('- RBC: rbc\n- WBC: —');
  expect(card).toContain('| RBC | F1 | 0.900 | 0.850 – 0.940 | 20 |');
  expect(card).toContain('From the \\*lab\\*');
});

it('a model card says that a model was not evaluated', () => {
  expect(createModelCard(cardContent, null)).toContain('The model has not been evaluated.');
});
