import type { Domain, Metric, ModelNotes } from '@console/learner/protocol';

const formatMetric = (metric: Metric | undefined) => (metric === null || metric === undefined ? 'undefined' : metric.toFixed(3));

/** Creates the README of a downloaded model. */
export function createReadme(notes: ModelNotes): string {
  const { scores } = notes;
  const testedImages = scores.heldOut ? 'images held out from the training, because no image is marked as TEST' : 'TEST images';
  const rows = scores.labels.map((label) => {
    const name = notes.labels.find(({ id }) => id === label.id)?.name ?? label.id;
    const formattedScores = [label.precision, label.recall, label.ap50, label.ap75].map(formatMetric);
    return `| ${name.replaceAll('|', '\\|')} | ${formattedScores.join(' | ')} | ${label.count} |`;
  });
  return `# A ${notes.domain} model

A small, fast model: a head on pretrained features, trained in ${Math.round(notes.seconds)} seconds on ${notes.pictures} images (seed ${notes.seed}).

Tested on ${scores.pictures} ${testedImages}: mAP at IoU 0.5 ${formatMetric(scores.map50)}, mAP at IoU 0.75 ${formatMetric(scores.map75)}, accuracy ${formatMetric(scores.accuracy)}.

| label | precision | recall | AP 0.5 | AP 0.75 | examples |
| ----- | --------- | ------ | ------ | ------- | -------- |
${rows.join('\n')}

## Files

- \`model.onnx\`: the model. Its input is \`picture\`, float32 of 1 x height x width x 3, RGB from 0 to 255. Both sides are multiples of 32, and the longer side is ${notes.inputSize}.
- \`model.json\`: the labels in the order of the outputs, and how to decode the outputs (\`decoding\`; \`thresholds\` by label id). A model of values also returns the standard deviation of each value (\`deviations\`, in units of the value).
- \`metrics.json\`: the test results. \`pictures.csv\`: the images used for training and testing.
- \`predict.py\`: runs the model on an image. It needs \`pip install onnxruntime pillow numpy\`. It has not been tested on the server that created this file.
${notes.notice ? '- `NOTICE.txt` and `LICENSE.txt`: origin and license of the pretrained weights in the model.\n' : ''}`;
}

const RUN_MODEL = `import io
import json
import sys

import numpy as np
import onnxruntime
from PIL import Image, ImageCms, ImageOps

notes = json.load(open("model.json"))
session = onnxruntime.InferenceSession("model.onnx")
# The image is prepared like the images of the training: upright, in sRGB, on white, and scaled by Lanczos resampling.
image = ImageOps.exif_transpose(Image.open(sys.argv[1]))
profile = image.info.get("icc_profile")
if profile and image.mode == "RGB":
    source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    image = ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode="RGB")
image = image.convert("RGBA")
image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image).convert("RGB")
scale = notes["inputSize"] / max(image.size)
width, height = (max(32, int(side * scale / 32 + 0.5) * 32) for side in image.size)
pixels = np.asarray(image.resize((width, height), Image.LANCZOS, reducing_gap=2.0), dtype=np.float32)[None]
outputs = dict(zip([o.name for o in session.get_outputs()], session.run(None, {"picture": pixels})))
`;

const DETECT_OBJECTS = `${RUN_MODEL}
x, y = image.width / width, image.height / height
# Boxes are x1, y1, x2, y2 in pixels of the model's input. Detections below the threshold of their label are mostly wrong.
thresholds = notes["decoding"].get("thresholds", {})
detections = [
    (notes["labels"][int(label)]["name"], float(score), [box[0] * x, box[1] * y, box[2] * x, box[3] * y], number)
    for number, (box, score, label) in enumerate(zip(outputs["boxes"], outputs["scores"], outputs["classes"]))
    if score >= thresholds.get(notes["labels"][int(label)]["id"], notes["decoding"]["threshold"])
]
for name, score, box, number in detections:
    print(name, round(score, 3), [round(side) for side in box])
`;

const SAVE_MASKS = `${DETECT_OBJECTS}
# A mask is a square of values from 0 to 1 over the box enlarged by the margin on every side. Each mask is saved as an image.
margin = notes["decoding"]["margin"]
for name, score, (x1, y1, x2, y2), number in detections:
    w, h = x2 - x1, y2 - y1
    size = [max(1, round(side * (1 + 2 * margin))) for side in (w, h)]
    square = Image.fromarray(np.uint8(outputs["masks"][number].squeeze() * 255)).resize(size)
    mask = Image.new("L", image.size)
    mask.paste(square, (round(x1 - margin * w), round(y1 - margin * h)))
    mask.save(f"mask-{number}.png")
`;

/** A Python script per domain that runs the model on one image. */
export const PREDICT_SCRIPTS: Record<Domain, string> = {
  recognition: `${RUN_MODEL}
# The outputs cover only the labels that could be trained, in this order.
names = {label["id"]: label["name"] for label in notes["labels"]}
for label, value in zip(notes["decoding"]["labels"], outputs[notes["decoding"]["output"]].ravel()):
    print(names[label], round(float(value), 3))
`,
  detection: DETECT_OBJECTS,
  segmentation: SAVE_MASKS,
};
