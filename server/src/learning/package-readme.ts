import type { Domain, Metric, ModelNotes } from '@console/learner/protocol';

const shown = (measure: Metric | undefined) => (measure === null || measure === undefined ? 'undefined' : measure.toFixed(3));

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
- \`model.json\`: its labels in the order of the outputs, and what its outputs mean (\`decoding\`). One of values also says how far off each may be (\`deviations\`, in units of the value).
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

const FOUND = `${READ}
x, y = picture.width / width, picture.height / height
# Boxes are x1, y1, x2, y2 in pixels of what the model sees; what is less sure than the threshold is mostly wrong.
found = [
    (notes["labels"][int(label)]["name"], float(score), [box[0] * x, box[1] * y, box[2] * x, box[3] * y], number)
    for number, (box, score, label) in enumerate(zip(outputs["boxes"], outputs["scores"], outputs["classes"]))
    if score >= notes["decoding"]["threshold"]
]
for name, score, box, number in found:
    print(name, round(score, 3), [round(side) for side in box])
`;

const MASKS = `${FOUND}
# A mask is a square of 0 to 1 over its box, made larger by the margin on every side. Each is written as a picture.
margin = notes["decoding"]["margin"]
for name, score, (x1, y1, x2, y2), number in found:
    w, h = x2 - x1, y2 - y1
    size = [max(1, round(side * (1 + 2 * margin))) for side in (w, h)]
    square = Image.fromarray(np.uint8(outputs["masks"][number].squeeze() * 255)).resize(size)
    whole = Image.new("L", picture.size)
    whole.paste(square, (round(x1 - margin * w), round(y1 - margin * h)))
    whole.save(f"mask-{number}.png")
`;

/** A script for each kind of model that asks it about one picture. */
export const SNIPPET: Record<Domain, string> = {
  recognition: `${READ}
# The output speaks of the labels that could be learnt, in this order.
names = {label["id"]: label["name"] for label in notes["labels"]}
for label, value in zip(notes["decoding"]["labels"], outputs[notes["decoding"]["output"]].ravel()):
    print(names[label], round(float(value), 3))
`,
  detection: FOUND,
  segmentation: MASKS,
};
