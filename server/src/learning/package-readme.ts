import type { Domain, Measure, ModelNotes } from '@console/learner/protocol';

const shown = (measure: Measure | undefined) => (measure === null || measure === undefined ? 'undefined' : measure.toFixed(3));

/** What the model is, how good it was seen to be, and how it is asked. */
export function readmeOf(notes: ModelNotes): string {
  const { scores } = notes;
  const measuredOn = scores.heldOut ? 'pictures held out from the training, for there were none of TEST' : 'TEST pictures';
  const rows = scores.labels.map((label) => {
    const name = notes.labels.find(({ id }) => id === label.id)?.name ?? label.id;
    const measures = [label.precision, label.recall, label.ap50, label.ap75].map(shown);
    return `| ${name.replaceAll('|', '\\|')} | ${measures.join(' | ')} | ${label.count} |`;
  });
  return `# A ${notes.domain} model

A quick, small model: a head trained in ${Math.round(notes.seconds)} seconds on ${notes.pictures} pictures (seed ${notes.seed}), on pretrained features.

Measured on ${scores.pictures} ${measuredOn}: mAP at IoU 0.5 ${shown(scores.map50)}, at IoU 0.75 ${shown(scores.map75)}, accuracy ${shown(scores.accuracy)}.

| label | precision | recall | AP 0.5 | AP 0.75 | examples |
| ----- | --------- | ------ | ------ | ------- | -------- |
${rows.join('\n')}

## Files

- \`model.onnx\`: the model, from \`picture\`, float32 of 1 x height x width x 3, RGB of 0 to 255. Both sides are multiples of 32, the longer one is ${notes.inputSize}.
- \`model.json\`: its labels in the order of the outputs, and what its outputs mean (\`decoding\`).
- \`metrics.json\`: how it was measured. \`pictures.csv\`: what it was trained and measured on.
- \`predict.py\`: asks it. Needs \`pip install onnxruntime pillow numpy\`. It was not run where this file was made.
- \`NOTICE.txt\`: where the pretrained weights come from, and their licence.
`;
}

const READ = `import json
import sys

import numpy as np
import onnxruntime
from PIL import Image, ImageOps

notes = json.load(open("model.json"))
session = onnxruntime.InferenceSession("model.onnx")
picture = ImageOps.exif_transpose(Image.open(sys.argv[1])).convert("RGB")
scale = notes["inputSize"] / max(picture.size)
width, height = (max(32, round(side * scale / 32) * 32) for side in picture.size)
pixels = np.asarray(picture.resize((width, height)), dtype=np.float32)[None]
outputs = dict(zip([o.name for o in session.get_outputs()], session.run(None, {"picture": pixels})))
`;

const OBJECTS = `${READ}
# Boxes are x1, y1, x2, y2 in pixels of what the model sees.
for box, score, label in zip(outputs["boxes"], outputs["scores"], outputs["classes"]):
    x, y = picture.width / width, picture.height / height
    print(notes["labels"][int(label)]["name"], round(float(score), 3), [box[0] * x, box[1] * y, box[2] * x, box[3] * y])
`;

/** A script for each kind of model that asks it about one picture. */
export const SNIPPET: Record<Domain, string> = {
  recognition: `${READ}
for label, value in zip(notes["labels"], outputs["labels"].ravel()):
    print(label["name"], round(float(value), 3))
`,
  detection: OBJECTS,
  segmentation: OBJECTS,
};
