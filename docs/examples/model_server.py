"""Serves models that were downloaded from the console by the protocol of docs/model-server.md.

    python3 -m pip install onnxruntime pillow numpy
    python3 model_server.py MODELS [PORT]

MODELS is a folder with a folder for each model, named by the model's id, with what its zip has: model.onnx and
model.json. The console's MODEL_SERVER_TOKEN, where it has one, is in TOKEN. Nothing is trained here.
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
LARGEST_BODY = 600_000_000
CALLS = {
    "/recognition/v2/classify/": "recognition",
    "/detection/v2/detect": "detection",
    "/segmentation/v2/predict": "segmentation",
}
Image.MAX_IMAGE_PIXELS = 120_000_000


class Refusal(Exception):
    """The end of a call that is no answer: its status, and the reason for a person."""

    def __init__(self, status, detail):
        super().__init__(detail)
        self.status = status


class Model:
    """One downloaded model."""

    known = {}

    def __init__(self, folder):
        self.notes = json.loads((folder / "model.json").read_text())
        self.session = onnxruntime.InferenceSession(str(folder / "model.onnx"))

    @classmethod
    def find(cls, name, domain):
        """The model of an id. Raises a Refusal where there is none of this kind."""
        try:
            folder = MODELS / str(uuid.UUID(name))
        except (ValueError, AttributeError, TypeError):
            raise Refusal(404, "There is no such model.")
        if name not in cls.known:
            if not (folder / "model.onnx").is_file():
                raise Refusal(404, "There is no such model.")
            cls.known[name] = cls(folder)
        if cls.known[name].notes["domain"] != domain:
            raise Refusal(404, "There is no such model.")
        return cls.known[name]

    def ask(self, picture):
        """Runs the model. Answers its outputs by their names, and how many pixels of the picture one that it sees is."""
        scale = self.notes["inputSize"] / max(picture.size)
        width, height = (max(32, round(side * scale / 32) * 32) for side in picture.size)
        pixels = np.asarray(picture.resize((width, height)), dtype=np.float32)[None]
        names = [output.name for output in self.session.get_outputs()]
        outputs = dict(zip(names, self.session.run(None, {"picture": pixels})))
        return outputs, picture.width / width, picture.height / height

    def classify(self, picture, asked):
        outputs, _, _ = self.ask(picture)
        decoding = self.notes["decoding"]
        said = zip(decoding["labels"], outputs[decoding["output"]].ravel())
        if decoding["output"] == "values":
            return {"labels": [{"id": label, "prob": 1, "value": float(value)} for label, value in said if label in asked]}
        return {"labels": [{"id": label, "prob": float(np.clip(prob, 0, 1))} for label, prob in said if label in asked]}

    def find_objects(self, picture, asked):
        outputs, across, down = self.ask(picture)
        masks = outputs.get("masks")
        objects = []
        for number, (box, score, place) in enumerate(zip(outputs["boxes"], outputs["scores"], outputs["classes"])):
            label = self.notes["labels"][int(place)]["id"]
            if label not in asked:
                continue
            x1, y1, x2, y2 = (float(side) * (across, down)[at % 2] for at, side in enumerate(box))
            if x1 >= x2 or y1 >= y2:
                continue
            found = {"id": label, "prob": float(np.clip(score, 0, 1)), "bound_box": [x1, y1, x2, y2]}
            if masks is not None:
                margin = self.notes["decoding"]["margin"]
                polygon = outline(masks[number].squeeze(), (x1, y1, x2, y2), margin, picture.size)
                if polygon is None:
                    continue
                found["polygon"] = polygon
                found["bound_box"] = [min(polygon[::2]), min(polygon[1::2]), max(polygon[::2]), max(polygon[1::2])]
            objects.append(found)
        return {"_objects": objects}


def outline(mask, box, margin, size):
    """The tightest outline without dents about a mask, x, y, x, y ...; OpenCV's findContours would keep the dents."""
    x1, y1, x2, y2 = box
    inside = mask >= 0.5
    rows = np.nonzero(inside.any(axis=1))[0].tolist()
    if len(rows) == 0:
        return None
    # A mask lies over its box made larger by the margin on every side.
    width, height = (x2 - x1) * (1 + 2 * margin), (y2 - y1) * (1 + 2 * margin)
    left, top = x1 - margin * (x2 - x1), y1 - margin * (y2 - y1)
    corners = set()
    for row in rows:
        # Between the first and the last point of a row there are no corners.
        columns = np.nonzero(inside[row])[0]
        for column in (int(columns[0]), int(columns[-1]) + 1):
            x = min(size[0], max(0.0, left + column / mask.shape[1] * width))
            for edge in (row, row + 1):
                corners.add((x, min(size[1], max(0.0, top + edge / mask.shape[0] * height))))
    half = []
    for points in (sorted(corners), sorted(corners, reverse=True)):
        kept = []
        for point in points:
            while len(kept) > 1 and turn(kept[-2], kept[-1], point) <= 0:
                kept.pop()
            kept.append(point)
        half += kept[:-1]
    return [value for point in half for value in point] if len(half) >= 3 else None


def turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def read(record):
    """The upright picture of a record; None where it cannot be read."""
    try:
        picture = Image.open(io.BytesIO(base64.b64decode(record["_base64"])))
        return ImageOps.exif_transpose(picture).convert("RGB")
    except Exception:
        return None


def answer_question(domain, body):
    """What is said of each picture of a question."""
    try:
        asked = {label["id"] for label in body["labels"]}
        records = list(body["records"])
        model = Model.find(body["model_id"], domain)
    except (KeyError, TypeError):
        raise Refusal(400, "model_id, labels and records are required.")
    if not all(isinstance(record, dict) for record in records):
        raise Refusal(400, "records: is a list of objects")
    say = model.classify if domain == "recognition" else model.find_objects
    answers = []
    for record in records:
        picture = read(record)
        unread = {"_status": {"code": 400, "text": "The picture could not be read."}}
        answers.append(unread if picture is None else say(picture, asked))
    return {"records": answers}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.respond(self.state)

    def do_POST(self):
        self.respond(self.question)

    def state(self):
        parts = self.path.split("/")
        if len(parts) == 5 and parts[1] in CALLS.values() and parts[2:4] == ["v2", "model"]:
            Model.find(parts[4], parts[1])
            return {"train_status": "TRAINED", "error": None, "map": None}
        raise Refusal(404, "There is no such call.")

    def question(self):
        size = int(self.headers.get("content-length") or 0)
        if size > LARGEST_BODY:
            self.close_connection = True
            raise Refusal(413, "The body is too large.")
        text = self.rfile.read(size)
        if self.path.endswith("/train"):
            raise Refusal(501, "This server trains nothing.")
        if self.path not in CALLS:
            raise Refusal(404, "There is no such call.")
        try:
            body = json.loads(text)
        except ValueError:
            raise Refusal(400, "The body is no JSON.")
        return answer_question(CALLS[self.path], body)

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
            status, value = 500, {"detail": "This server is out of order."}
        text = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


if __name__ == "__main__":
    print(f"The models of {MODELS} are served on http://127.0.0.1:{PORT}")
    ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
