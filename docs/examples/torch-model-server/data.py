"""The dataset of a training: download, annotations, and examples for the network."""

import io
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request

import numpy as np
import torch
from PIL import Image, ImageOps
from torch.utils.data import Dataset
from torchvision.transforms import ColorJitter

from networks import shrink, to_input

ATTEMPTS = 5
Image.MAX_IMAGE_PIXELS = 120_000_000


class TrainingError(Exception):
    """A problem that the user can understand."""


def download(url):
    """Returns the bytes of a URL. Repeats failed requests. Raises TrainingError if the console refuses or cannot be reached."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with urllib.request.urlopen(url, timeout=60) as response:
                return response.read()
        except urllib.error.HTTPError as error:
            if error.code < 500:
                raise TrainingError(f"The console refused an image of the training with status {error.code}.")
        except (urllib.error.URLError, OSError, ValueError):
            pass
        time.sleep(2**attempt)
    raise TrainingError("The console cannot be reached.")


def download_dataset(order, folder, console, on_progress):
    """Downloads the images that the folder does not have yet. Returns the lines of the dataset."""
    dataset = order.get("dataset")
    if not dataset:
        raise TrainingError("The console names no dataset version. Update the console.")
    base = urllib.parse.urljoin(console, dataset["url"])
    if not base.startswith(("http://", "https://")):
        raise TrainingError("The console has no PUBLIC_URL. The operator sets it, or starts this server with --console.")
    lines = [json.loads(line) for line in download(base).decode().splitlines() if line]
    images = folder / "images"
    images.mkdir(exist_ok=True)
    for done, line in enumerate(lines):
        file = images / line["id"]
        if not file.exists():
            partial = file.with_suffix(".part")
            partial.write_bytes(download(urllib.parse.urljoin(base, line["url"])))
            partial.rename(file)
        on_progress(done + 1, len(lines))
    return lines


def open_image(content):
    """Returns the upright RGB image of a file."""
    return ImageOps.exif_transpose(Image.open(content)).convert("RGB")


def decode_rle(size, counts):
    """Decodes a compressed COCO run-length encoding to a mask. See maskApi.c of cocoapi, rleFrString."""
    runs, position = [], 0
    while position < len(counts):
        value, shift, more = 0, 0, True
        while more:
            code = ord(counts[position]) - 48
            value |= (code & 0x1F) << (5 * shift)
            more = bool(code & 0x20)
            position, shift = position + 1, shift + 1
            if not more and code & 0x10:
                value |= -1 << (5 * shift)
        runs.append(value + (runs[-2] if len(runs) > 2 else 0))
    pixels = np.repeat(np.arange(len(runs)) % 2, runs).astype(np.uint8)
    return pixels.reshape(size[1], size[0]).T


def fill_polygon(points, width, height):
    import cv2

    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.round(np.reshape(points, (-1, 2)) - 0.5).astype(np.int32)], 1)
    return mask


def shrink_mask(mask, width, height):
    import cv2

    return cv2.resize(np.ascontiguousarray(mask), (width, height), interpolation=cv2.INTER_NEAREST)


def is_trained(annotation):
    """Whether a shape is an example of its label. Crowds and ignored shapes are not."""
    attributes = annotation.get("attributes") or {}
    return not (attributes.get("crowd") or attributes.get("ignore"))


def read_targets(line, numbers, width, height, factor):
    """Returns the boxes, numbers of labels, and masks (or None) of an image that was shrunk by a factor to this size."""
    boxes, labels, masks = [], [], []
    for shape in line.get("objects", []):
        if shape["label"] in numbers and is_trained(shape):
            boxes.append([side * factor for side in shape["data"]])
            labels.append(numbers[shape["label"]])
    for shape in [*line.get("polygons", []), *line.get("masks", [])]:
        if shape["label"] not in numbers or not is_trained(shape):
            continue
        data = shape["data"]
        if isinstance(data, dict):
            mask = shrink_mask(decode_rle(data["size"], data["counts"]), width, height)
        else:
            mask = fill_polygon(np.multiply(data, factor), width, height)
        rows, columns = np.nonzero(mask.any(axis=1))[0], np.nonzero(mask.any(axis=0))[0]
        if len(rows) == 0:
            continue
        boxes.append([columns[0], rows[0], columns[-1] + 1, rows[-1] + 1])
        labels.append(numbers[shape["label"]])
        masks.append(mask)
    return boxes, labels, np.stack(masks) if masks else None


def read_examples(domain, kind, lines, labels, folder):
    """Returns the examples of a dataset: dictionaries with `file`, `test`, and `line` or `box` and `target`."""
    images = folder / "images"
    if domain != "recognition":
        return [{"file": images / line["id"], "test": line["test"], "line": line} for line in lines]
    examples = []
    for line in lines:
        # A labelled object is an example of its own, cut out of the image.
        entries = [(None, line.get("labels", [])), *((shape["data"], shape["labels"]) for shape in line.get("labelled", []))]
        for box, annotations in entries:
            target = to_target(kind, annotations, labels)
            if target is not None:
                examples.append({"file": images / line["id"], "test": line["test"], "box": box, "target": target})
    return examples


def to_target(kind, annotations, labels):
    """Returns the target of an image: an index, a list of 0 and 1, or a list of values with NaN. None without annotation."""
    values = {annotation["id"]: annotation.get("value") for annotation in annotations}
    if kind == "multi_class":
        return next((index for index, label in enumerate(labels) if label in values), None)
    if not values.keys() & set(labels):
        return None
    if kind == "multi_label":
        return [float(label in values) for label in labels]
    return [float("nan") if values.get(label) is None else float(values[label]) for label in labels]


class Examples(Dataset):
    """Examples as inputs and targets of a network, randomly changed if `augment` is set."""

    def __init__(self, domain, examples, numbers, image_size, augment):
        self.domain, self.examples, self.numbers, self.image_size, self.augment = domain, examples, numbers, image_size, augment
        self.jitter = ColorJitter(0.2, 0.2, 0.2, 0.02)

    def __len__(self):
        return len(self.examples)

    def __getitem__(self, index):
        example = self.examples[index]
        image = open_image(io.BytesIO(example["file"].read_bytes()))
        flip = self.augment and random.random() < 0.5
        if self.domain == "recognition":
            if example["box"]:
                image = image.crop([round(side) for side in example["box"]])
            return self.to_input(image, flip), torch.tensor(example["target"])
        image, factor = shrink(image, self.image_size)
        boxes, labels, masks = read_targets(example["line"], self.numbers, *image.size, factor)
        target = {
            "boxes": torch.tensor(np.array(boxes), dtype=torch.float32).reshape(-1, 4),
            "labels": torch.tensor(labels, dtype=torch.int64),
        }
        if self.domain == "segmentation":
            empty = np.zeros((0, image.height, image.width), np.uint8)
            target["masks"] = torch.from_numpy(np.ascontiguousarray(empty if masks is None else masks))
        if flip:
            target["boxes"] = torch.stack(
                [image.width - target["boxes"][:, 2], target["boxes"][:, 1], image.width - target["boxes"][:, 0], target["boxes"][:, 3]], 1
            )
            if "masks" in target:
                target["masks"] = target["masks"].flip(2)
        return self.to_input(image, flip), target

    def to_input(self, image, flip):
        image = self.jitter(image) if self.augment else image
        return to_input(self.domain, ImageOps.mirror(image) if flip else image, self.image_size)
