"""The folder in which the server and its workers share trainings. It is the queue: workers on several machines may share it.

    MODELS/<model id>/order.json      the request to train, with its domain
                      state.json      the state as the console reads it; missing while the training waits
                      cancelled       exists once the training has been cancelled
                      lock            locked by the processes of the training, also when their worker was killed
                      images/         downloaded images
                      checkpoint.pt   network and optimizer of an unfinished training
                      model.pt        the trained network with its labels and settings
                      model.zip       the file for the console
                      log.txt         output of the training
"""

import fcntl
import json
import os
import shutil
import tempfile
import uuid
from pathlib import Path

DOMAINS = ("recognition", "detection", "segmentation")
UNFINISHED = ("QUEUED", "TRAINING")


def write_json(path, value):
    """Replaces a file in one step, so that readers never see a part of it."""
    temporary = path.with_name(f".{path.name}.{uuid.uuid4()}")
    temporary.write_text(json.dumps(value))
    temporary.replace(path)


class Training:
    """A training in its folder."""

    def __init__(self, folder):
        self.folder = Path(folder)

    @property
    def order(self):
        return json.loads((self.folder / "order.json").read_text())

    def read_state(self):
        """Returns the state of docs/model-server.md."""
        state = {"train_status": "QUEUED", "error": None, "map": None, "progress": None, "scores": None}
        try:
            state.update(json.loads((self.folder / "state.json").read_text()))
        except FileNotFoundError:
            pass
        if state["train_status"] in UNFINISHED and self.is_cancelled():
            state.update(train_status="CANCELLED", progress=None)
        return state

    def write_state(self, train_status, **fields):
        write_json(self.folder / "state.json", {"train_status": train_status, **fields})

    def cancel(self):
        (self.folder / "cancelled").touch()

    def is_cancelled(self):
        return (self.folder / "cancelled").exists()

    def lock(self):
        """Returns the descriptor of the locked file, or None if another process trains it. Closing it ends the lock."""
        descriptor = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return descriptor
        except BlockingIOError:
            os.close(descriptor)
            return None

    def remove_working_files(self):
        shutil.rmtree(self.folder / "images", ignore_errors=True)
        (self.folder / "checkpoint.pt").unlink(missing_ok=True)


class Store:
    """All trainings."""

    def __init__(self, root):
        self.root = Path(root)
        self.root.mkdir(parents=True, exist_ok=True)

    def find(self, domain, model_id):
        """Returns a training, or None if there is none with this id and domain."""
        try:
            training = Training(self.root / str(uuid.UUID(model_id)))
            return training if training.order["domain"] == domain else None
        except (ValueError, AttributeError, TypeError, FileNotFoundError):
            return None

    def add(self, domain, order):
        """Adds a training, unless it exists already. Returns it. Raises ValueError if the id is no UUID."""
        target = self.root / str(uuid.UUID(order["id"]))
        temporary = Path(tempfile.mkdtemp(prefix=".new-", dir=self.root))
        write_json(temporary / "order.json", {**order, "domain": domain})
        try:
            temporary.rename(target)
        except OSError:
            shutil.rmtree(temporary)
        return Training(target)

    def list_unfinished(self):
        """Returns the trainings that wait or were interrupted, oldest first."""
        folders = [file.parent for file in sorted(self.root.glob("*/order.json"), key=lambda file: file.stat().st_mtime)]
        trainings = [Training(folder) for folder in folders if not folder.name.startswith(".")]
        return [training for training in trainings if training.read_state()["train_status"] in UNFINISHED]
