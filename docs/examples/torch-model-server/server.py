"""A model server on PyTorch and torchvision, with the protocol of docs/model-server.md.

    python3 server.py MODELS [--port 8000] [--workers 1] [options of worker.py]

See README.md.
"""

import argparse
import base64
import binascii
import io
import json
import os
import shutil
import subprocess
import sys
import threading
from collections import OrderedDict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import torch

from data import open_image
from networks import Predictor
from store import DOMAINS, UNFINISHED, Store
from worker import add_options, get_arguments

TOKEN = os.environ.get("TOKEN")
MAX_BODY_BYTES = 600_000_000
MAX_LOADED_MODELS = 4
PREDICTIONS = {
    "/recognition/v2/classify/": "recognition",
    "/detection/v2/detect": "detection",
    "/segmentation/v2/predict": "segmentation",
}


class Refusal(Exception):
    """An error response: its status, and the reason for the user."""

    def __init__(self, status, detail):
        super().__init__(detail)
        self.status = status


class Models:
    """The trained models that are loaded."""

    def __init__(self, store):
        self.store = store
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.loaded = OrderedDict()
        self.lock = threading.Lock()

    def predict(self, domain, body):
        """Returns the response of a prediction call."""
        try:
            requested_labels = {label["id"] for label in body["labels"]}
            model_id, records = body["model_id"], list(body["records"])
        except (KeyError, TypeError):
            raise Refusal(400, "model_id, labels and records are required.")
        if not all(isinstance(record, dict) for record in records):
            raise Refusal(400, "records must be a list of objects.")
        # One prediction at a time: each uses all cores or the GPU.
        with self.lock:
            predictor = self.load(domain, model_id)
            return {"records": [self.predict_record(predictor, domain, record, requested_labels) for record in records]}

    def load(self, domain, model_id):
        training = self.store.find(domain, model_id)
        if training is None or training.read_state()["train_status"] != "TRAINED":
            raise Refusal(404, "There is no such trained model.")
        if model_id not in self.loaded:
            self.loaded[model_id] = Predictor(training.folder / "model.pt", self.device)
            if len(self.loaded) > MAX_LOADED_MODELS:
                self.loaded.popitem(last=False)
        self.loaded.move_to_end(model_id)
        return self.loaded[model_id]

    @staticmethod
    def predict_record(predictor, domain, record, requested_labels):
        try:
            image = open_image(io.BytesIO(base64.b64decode(record["_base64"], validate=True)))
            if record.get("_extract_object"):
                image = image.crop([round(side) for side in record["_objects"][0]["bound_box"]])
            if min(image.size) == 0:
                raise ValueError
        except (KeyError, IndexError, TypeError, ValueError, OSError, SyntaxError, binascii.Error):
            return {"_status": {"code": 400, "text": "The image could not be read."}}
        return predictor.classify(image, requested_labels) if domain == "recognition" else predictor.detect(image, requested_labels)


def create_handler(store, models):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            self.respond(self.get)

        def do_POST(self):
            self.respond(self.post)

        def get(self):
            parts = self.path.split("/")
            if len(parts) not in (5, 6) or parts[1] not in DOMAINS or parts[2:4] != ["v2", "model"]:
                raise Refusal(404, "There is no such call.")
            training = store.find(parts[1], parts[4])
            if training is None:
                raise Refusal(404, "There is no such model.")
            if len(parts) == 5:
                return training.read_state()
            if parts[5] != "file" or not (training.folder / "model.zip").exists():
                raise Refusal(404, "There is no such file.")
            return training.folder / "model.zip"

        def post(self):
            body = self.read_body()
            if self.path in PREDICTIONS:
                return models.predict(PREDICTIONS[self.path], body)
            parts = self.path.split("/")
            if len(parts) == 6 and parts[1] in DOMAINS and parts[2:4] == ["v2", "task"] and parts[5] == "train":
                return self.train(parts[1], body)
            if len(parts) == 6 and parts[1] in DOMAINS and parts[2:4] == ["v2", "model"] and parts[5] == "cancel":
                training = store.find(parts[1], parts[4])
                if training is None:
                    raise Refusal(404, "There is no such model.")
                if training.read_state()["train_status"] in UNFINISHED:
                    training.cancel()
                return training.read_state()
            raise Refusal(404, "There is no such call.")

        def train(self, domain, body):
            try:
                if not [label["id"] for label in body["task"]["labels"]]:
                    raise Refusal(400, "The task has no labels.")
                return store.add(domain, body).read_state()
            except (KeyError, TypeError, ValueError, AttributeError):
                raise Refusal(400, "id and task with its labels are required.")

        def read_body(self):
            size = int(self.headers.get("content-length") or 0)
            if size > MAX_BODY_BYTES:
                self.close_connection = True
                raise Refusal(413, "The body is too large.")
            text = self.rfile.read(size)
            try:
                return json.loads(text) if text else {}
            except ValueError:
                raise Refusal(400, "The body is not JSON.")

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
            if isinstance(value, Path):
                self.send(status, "application/zip", value.stat().st_size)
                with value.open("rb") as file:
                    shutil.copyfileobj(file, self.wfile)
                return
            text = json.dumps(value).encode()
            self.send(status, "application/json", len(text))
            self.wfile.write(text)

        def send(self, status, content_type, size):
            self.send_response(status)
            self.send_header("content-type", content_type)
            self.send_header("content-length", str(size))
            self.end_headers()

        def log_message(self, *_):
            pass

    return Handler


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--workers", type=int, default=1, help="trainings at the same time on this machine; 0: workers are started separately")
    options = add_options(parser).parse_args()
    store = Store(options.models)
    program = [sys.executable, str(Path(__file__).with_name("worker.py")), str(options.models), *get_arguments(options)]
    workers = [subprocess.Popen(program) for _ in range(options.workers)]
    server = ThreadingHTTPServer((options.host, options.port), create_handler(store, Models(store)))
    print(f"Serving the models of {options.models} on http://{options.host}:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    finally:
        for worker in workers:
            worker.terminate()


if __name__ == "__main__":
    main()
