import type { Example } from '../protocol/protocol';
import { holdOutForCalibration } from './manifest';

const createExample = (id: number): Example => ({
  id: String(id),
  file: String(id),
  width: 1,
  height: 1,
  isTest: false,
  labels: [],
  polygons: [],
  boxes: id % 2 === 0 ? [{ label: 'a', box: [0, 0, 1, 1] }] : [],
});
const hasObjects = ({ boxes }: Example) => boxes.length > 0;
const listLabels = ({ boxes }: Example) => boxes.map(({ label }) => label);
const createExamples = (count: number) => Array.from({ length: count }, (_, id) => createExample(id));

describe('holdOutForCalibration', () => {
  it('holds out 15 % of the images with objects and of those without', () => {
    const examples = createExamples(80);
    const { learning, calibration } = holdOutForCalibration(examples, listLabels, 1);
    expect(calibration).toHaveLength(12);
    expect(calibration.filter(hasObjects)).toHaveLength(6);
    expect(new Set([...learning, ...calibration])).toEqual(new Set(examples));
    expect(learning).toHaveLength(68);
    expect(holdOutForCalibration(examples, listLabels, 1)).toEqual({ learning, calibration });
  });

  it('holds out at most 30 images', () => {
    expect(holdOutForCalibration(createExamples(1000), listLabels, 1).calibration).toHaveLength(30);
  });

  it('never holds out all examples of a label', () => {
    const labels = Array.from({ length: 12 }, (_, id) => `label ${Math.floor(id / 2)}`);
    const examples = labels.map((label, id): Example => ({
      ...createExample(0),
      id: String(id),
      boxes: [{ label, box: [0, 0, 1, 1] }],
    }));
    for (let seed = 0; seed < 50; seed += 1) {
      const { learning, calibration } = holdOutForCalibration(examples, listLabels, seed);
      expect(new Set(learning.flatMap(listLabels)).size).toBe(6);
      expect(calibration.length).toBeGreaterThan(0);
    }
  });

  it('holds out no image with fewer than 10 images with objects', () => {
    expect(holdOutForCalibration(createExamples(18), listLabels, 1).calibration).toEqual([]);
  });
});
