"""The quality of a trained model on the images that were held out, as `scores` of docs/model-server.md."""

import numpy as np
from torchvision.ops import box_iou

RECALLS = np.linspace(0, 1, 101)
MIN_CONFIDENCE = 0.5


def measure(predictor, domain, kind, test_set, on_progress):
    """Returns the scores, or None without held-out images."""
    if len(test_set) == 0:
        return None
    results = []
    for index in range(len(test_set)):
        results.append(compare(predictor, domain, test_set, index))
        on_progress(index + 1, len(test_set))
    scores = {"pictures": len(test_set), "heldOut": False, "map50": None, "map75": None, "accuracy": None, "error": None}
    if domain == "recognition":
        return {**scores, **measure_labels(results, kind, predictor.labels)}
    labels = [measure_objects(results, number + 1, label) for number, label in enumerate(predictor.labels)]
    mean = lambda name: average([label[name] for label in labels if label[name] is not None])
    return {**scores, "map50": mean("ap50"), "map75": mean("ap75"), "labels": labels}


def compare(predictor, domain, test_set, index):
    """Returns the prediction and the target of an example; for objects, their scores, labels and IoUs."""
    from data import open_image

    example = test_set.examples[index]
    with open(example["file"], "rb") as content:
        image = open_image(content)
    if domain == "recognition":
        return predictor.run(image.crop([round(side) for side in example["box"]]) if example["box"] else image), example["target"]
    output = predictor.run(image)
    target = test_set[index][1]
    if domain == "segmentation":
        found, true = (output["masks"][:, 0] >= 0.5).flatten(1).float(), target["masks"].flatten(1).float()
        overlaps = found @ true.T
        ious = overlaps / (found.sum(1)[:, None] + true.sum(1)[None] - overlaps).clamp(min=1)
    else:
        ious = box_iou(output["boxes"], target["boxes"])
    return output["scores"].numpy(), output["labels"].numpy(), target["labels"].numpy(), ious.numpy()


def measure_objects(results, number, label):
    """Returns the measures of one label."""
    count = int(sum((true == number).sum() for _, _, true, _ in results))
    ap50, ap75 = (average_precision(results, number, count, threshold) for threshold in (0.5, 0.75))
    scores, hits = match(results, number, 0.5)
    confident = hits[scores >= MIN_CONFIDENCE]
    precision = float(confident.mean()) if len(confident) else None
    recall = float(confident.sum() / count) if count else None
    return {"id": label, "precision": precision, "recall": recall, "ap50": ap50, "ap75": ap75, "count": count}


def match(results, number, threshold):
    """Returns the scores of all detections of a label, highest first, and whether each hits an object that is still free."""
    pairs = []
    for scores, found, true, ious in results:
        columns = np.nonzero(true == number)[0]
        free = np.ones(len(columns), bool)
        for row in [row for row in np.argsort(-scores, kind="stable") if found[row] == number]:
            candidates = np.where(free, ious[row, columns], -1) if len(columns) else np.array([-1.0])
            best = int(candidates.argmax())
            if candidates[best] >= threshold:
                free[best] = False
            pairs.append((scores[row], candidates[best] >= threshold))
    pairs.sort(key=lambda pair: -pair[0])
    return np.array([score for score, _ in pairs]), np.array([hit for _, hit in pairs], bool)


def average_precision(results, number, count, threshold):
    """Average precision at 101 recalls, as in COCO's evaluation. None without objects."""
    if count == 0:
        return None
    hits = match(results, number, threshold)[1]
    if len(hits) == 0:
        return 0.0
    positives = hits.cumsum()
    recall, precision = positives / count, positives / np.arange(1, len(hits) + 1)
    envelope = np.append(np.maximum.accumulate(precision[::-1])[::-1], 0)
    return float(envelope[np.searchsorted(recall, RECALLS)].mean())


def measure_labels(results, kind, labels):
    """Returns the measures of recognition."""
    if kind == "regression":
        errors = [[abs(value - true) for value, true in zip(found, target)] for found, target in results]
        means = [average([row[index] for row in errors if row[index] == row[index]]) for index in range(len(labels))]
        counts = [sum(row[index] == row[index] for row in errors) for index in range(len(labels))]
        entries = [{"id": label, "precision": None, "recall": None, "error": error, "count": count} for label, error, count in zip(labels, means, counts)]
        return {"error": average([error for error in means if error is not None]), "labels": entries}
    found = np.array([probabilities for probabilities, _ in results])
    if kind == "multi_class":
        found = np.eye(len(labels))[found.argmax(1)]
        true = np.eye(len(labels))[[target for _, target in results]]
    else:
        found, true = (found >= MIN_CONFIDENCE).astype(float), np.array([target for _, target in results])
    hits = (found * true).sum(0)
    entries = [
        {"id": label, "precision": share(hits[index], found[:, index].sum()), "recall": share(hits[index], true[:, index].sum()), "count": int(true[:, index].sum())}
        for index, label in enumerate(labels)
    ]
    return {"accuracy": float((found == true).all(1).mean()), "labels": entries}


def share(part, whole):
    return float(part / whole) if whole else None


def average(values):
    return float(np.mean(values)) if len(values) else None
