"""Serves models that were downloaded from the console, with the protocol of docs/model-server.md.

    python3 -m pip install onnxruntime pillow numpy
    python3 model_server.py MODELS [PORT]

MODELS contains a folder for each model. The folder is named after the id of the model and contains the files of its
zip: model.onnx and model.json. If the console has a MODEL_SERVER_TOKEN, set TOKEN to it. This server trains no models.
"""

import base64
import io
import json
import os
import sys
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import onnxruntime
from PIL import Image, ImageOps

MODELS = Path(sys.argv[1] if len(sys.argv) > 1 else "models")
PORT = int(sys.argv[2]) if len(sys.argv) > 2 else 8000
TOKEN = os.environ.get("TOKEN")
MAX_BODY_BYTES = 600_000_000
CALLS = {
    "/recognition/v2/classify/": "recognition",
    "/detection/v2/detect": "detection",
    "/segmentation/v2/predict": "segmentation",
}
Image.MAX_IMAGE_PIXELS = 120_000_000


class Refusal(Exception):
    """An error response: its status, and the reason for the user."""

    def __init__(self, status, detail):
        super().__init__(detail)
        self.status = status


class Model:
    """One downloaded model."""

    cache = {}

    def __init__(self, folder):
        self.notes = json.loads((folder / "model.json").read_text())
        self.session = onnxruntime.InferenceSession(str(folder / "model.onnx"))

    @classmethod
    def find(cls, model_id, domain):
        """Returns the model with an id. Raises a Refusal if there is no such model of the domain."""
        try:
            folder = MODELS / str(uuid.UUID(model_id))
        except (ValueError, AttributeError, TypeError):
            raise Refusal(404, "There is no such model.")
        if model_id not in cls.cache:
            if not (folder / "model.onnx").is_file():
                raise Refusal(404, "There is no such model.")
            cls.cache[model_id] = cls(folder)
        if cls.cache[model_id].notes["domain"] != domain:
            raise Refusal(404, "There is no such model.")
        return cls.cache[model_id]

    def run(self, image):
        """Runs the model. Returns its outputs by name, and the factors that convert coordinates to those of the image."""
        scale = self.notes["inputSize"] / max(image.size)
        width, height = (max(32, int(side * scale / 32 + 0.5) * 32) for side in image.size)
        # The same resampling as in the training of the console's models.
        pixels = np.asarray(image.resize((width, height), Image.LANCZOS, reducing_gap=2.0), dtype=np.float32)[None]
        names = [output.name for output in self.session.get_outputs()]
        outputs = dict(zip(names, self.session.run(None, {"picture": pixels})))
        return outputs, image.width / width, image.height / height

    def classify(self, image, requested_labels):
        outputs, _, _ = self.run(image)
        decoding = self.notes["decoding"]
        predictions = zip(decoding["labels"], outputs[decoding["output"]].ravel())
        if decoding["output"] == "values":
            labels = [{"id": label, "prob": 1, "value": float(value)} for label, value in predictions]
        else:
            labels = [{"id": label, "prob": float(np.clip(prob, 0, 1))} for label, prob in predictions]
        return {"labels": [label for label in labels if label["id"] in requested_labels]}

    def detect_objects(self, image, requested_labels):
        outputs, scale_x, scale_y = self.run(image)
        masks = outputs.get("masks")
        objects = []
        for index, (box, score, label_index) in enumerate(zip(outputs["boxes"], outputs["scores"], outputs["classes"])):
            label = self.notes["labels"][int(label_index)]["id"]
            if label not in requested_labels:
                continue
            x1, y1, x2, y2 = (float(side) * (scale_x, scale_y)[axis % 2] for axis, side in enumerate(box))
            if x1 >= x2 or y1 >= y2:
                continue
            detected = {"id": label, "prob": float(np.clip(score, 0, 1)), "bound_box": [x1, y1, x2, y2]}
            if masks is not None:
                margin = self.notes["decoding"]["margin"]
                polygon = trace_convex_hull(masks[index].squeeze(), (x1, y1, x2, y2), margin, image.size)
                if polygon is None:
                    continue
                detected["polygon"] = polygon
                detected["bound_box"] = [min(polygon[::2]), min(polygon[1::2]), max(polygon[::2]), max(polygon[1::2])]
            objects.append(detected)
        return {"_objects": objects}


def trace_convex_hull(mask, box, margin, size):
    """Returns the convex hull of a mask as x, y, x, y ... OpenCV's findContours would return a concave outline."""
    x1, y1, x2, y2 = box
    inside = mask >= 0.5
    rows = np.nonzero(inside.any(axis=1))[0].tolist()
    if len(rows) == 0:
        return None
    # A mask covers its box enlarged by the margin on each side.
    width, height = (x2 - x1) * (1 + 2 * margin), (y2 - y1) * (1 + 2 * margin)
    left, top = x1 - margin * (x2 - x1), y1 - margin * (y2 - y1)
    corners = set()
    for row in rows:
        # Points between the first and the last one of a row are not corners of the hull.
        columns = np.nonzero(inside[row])[0]
        for column in (int(columns[0]), int(columns[-1]) + 1):
            x = min(size[0], max(0.0, left + column / mask.shape[1] * width))
            for edge in (row, row + 1):
                corners.add((x, min(size[1], max(0.0, top + edge / mask.shape[0] * height))))
    hull = []
    for points in (sorted(corners), sorted(corners, reverse=True)):
        half_hull = []
        for point in points:
            while len(half_hull) > 1 and cross_product(half_hull[-2], half_hull[-1], point) <= 0:
                half_hull.pop()
            half_hull.append(point)
        hull += half_hull[:-1]
    return [value for point in hull for value in point] if len(hull) >= 3 else None


def cross_product(a, b, c):
    """Returns the cross product of the vectors from a to b and from a to c. It is positive for a left turn."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def read_image(record):
    """Returns the image of a record after EXIF rotation. None if it cannot be read."""
    try:
        image = Image.open(io.BytesIO(base64.b64decode(record["_base64"])))
        return ImageOps.exif_transpose(image).convert("RGB")
    except Exception:
        return None


def predict(domain, body):
    """Returns the predictions for each image of a request."""
    try:
        requested_labels = {label["id"] for label in body["labels"]}
        records = list(body["records"])
        model = Model.find(body["model_id"], domain)
    except (KeyError, TypeError):
        raise Refusal(400, "model_id, labels and records are required.")
    if not all(isinstance(record, dict) for record in records):
        raise Refusal(400, "records must be a list of objects.")
    predict_image = model.classify if domain == "recognition" else model.detect_objects
    results = []
    for record in records:
        image = read_image(record)
        unreadable = {"_status": {"code": 400, "text": "The image could not be read."}}
        results.append(unreadable if image is None else predict_image(image, requested_labels))
    return {"records": results}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.respond(self.get_state)

    def do_POST(self):
        self.respond(self.handle_post)

    def get_state(self):
        parts = self.path.split("/")
        if len(parts) == 5 and parts[1] in CALLS.values() and parts[2:4] == ["v2", "model"]:
            Model.find(parts[4], parts[1])
            return {"train_status": "TRAINED", "error": None, "map": None}
        raise Refusal(404, "There is no such call.")

    def handle_post(self):
        size = int(self.headers.get("content-length") or 0)
        if size > MAX_BODY_BYTES:
            self.close_connection = True
            raise Refusal(413, "The body is too large.")
        text = self.rfile.read(size)
        if self.path.endswith("/train"):
            raise Refusal(501, "This server trains no models.")
        if self.path not in CALLS:
            raise Refusal(404, "There is no such call.")
        try:
            body = json.loads(text)
        except ValueError:
            raise Refusal(400, "The body is not JSON.")
        return predict(CALLS[self.path], body)

    def respond(self, call):
        try:
            if TOKEN is not None and self.headers.get("authorization") != f"Token {TOKEN}":
                self.close_connection = True
                raise Refusal(401, "The token is wrong.")
            status, value = 200, call()
        except Refusal as refusal:
            status, value = refusal.status, {"detail": str(refusal)}
        except Exception as error:
            print(repr(error), file=sys.stderr)
            status, value = 500, {"detail": "The server has an internal error."}
        text = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


if __name__ == "__main__":
    print(f"Serving the models of {MODELS} on http://127.0.0.1:{PORT}")
    ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
