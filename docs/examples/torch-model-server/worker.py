"""Trains the models of the queue one after another.

    python3 worker.py MODELS [--console URL] [--processes N] [--steps N] [--image-size N] [--batch N] [--backbone NAME] [--weights FOLDER] [--checkpoint-seconds N]

server.py starts workers with the same options. Further workers, also on other machines that share the folder, take
trainings from the same queue. A training whose worker was killed continues from its last checkpoint.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from store import Store

POLL_SECONDS = 1
MAX_ATTEMPTS = 3
TRAIN = Path(__file__).with_name("train.py")


def add_options(parser):
    parser.add_argument("models", type=Path)
    parser.add_argument("--console", default="", help="URL of a console without PUBLIC_URL")
    parser.add_argument("--processes", type=int, default=0, help="processes of a training; default: one for each GPU, or 1")
    parser.add_argument("--steps", type=int, default=1500, help="steps of a training")
    parser.add_argument("--image-size", type=int, default=512, help="shorter side of an image in pixels")
    parser.add_argument("--batch", type=int, default=4, help="images of a step and process")
    parser.add_argument("--backbone", choices=("mobilenet", "resnet50"), default="mobilenet")
    parser.add_argument("--checkpoint-seconds", type=int, default=60, help="time between checkpoints of a training")
    parser.add_argument("--weights", type=Path, help="folder with recognition.pth, detection.pth or segmentation.pth")
    return parser


def get_arguments(options):
    """Returns the options as arguments for another program."""
    names = ("console", "processes", "steps", "image_size", "batch", "backbone", "weights", "checkpoint_seconds")
    values = [(name, getattr(options, name)) for name in names]
    return [part for name, value in values if value for part in (f"--{name.replace('_', '-')}", str(value))]


def start(training, options, lock):
    """Starts the processes of a training. They inherit the lock, so nobody else trains it while one of them lives."""
    program = [str(TRAIN), str(training.folder), *get_arguments(options)]
    # torchrun starts one process for each GPU and ends all of them if one fails. With Python 3.11, torchrun 1.13 needs a value
    # for redirects and tee.
    torchrun = ["-m", "torch.distributed.run", "--standalone", f"--nproc_per_node={options.processes}", "--redirects=0:1", "--tee=0:1"]
    launcher = [] if options.processes == 1 else torchrun
    log = open(training.folder / "log.txt", "ab")
    return subprocess.Popen(
        [sys.executable, *launcher, *program], stdout=log, stderr=log, pass_fds=[lock], start_new_session=True
    )


def stop(process):
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
            process.wait(10)
            return
        except subprocess.TimeoutExpired:
            continue
        except ProcessLookupError:
            return


def run(training, options, lock):
    """Trains until the training has finished, failed or been cancelled."""
    for attempt in range(1, MAX_ATTEMPTS + 1):
        process = start(training, options, lock)
        try:
            while process.poll() is None:
                if training.is_cancelled():
                    stop(process)
                time.sleep(POLL_SECONDS)
        except BaseException:
            stop(process)
            raise
        status = training.read_state()["train_status"]
        if status not in ("QUEUED", "TRAINING"):
            break
        print(f"{training.folder.name}: attempt {attempt} ended with {process.returncode}, see log.txt", flush=True)
    else:
        status = "FAILED"
        training.write_state(status, error="The training stopped unexpectedly. The operator finds the reason in log.txt.")
    training.remove_working_files()
    print(f"{training.folder.name}: {status}", flush=True)


def main():
    options = add_options(argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)).parse_args()
    if options.processes == 0:
        import torch

        options.processes = max(1, torch.cuda.device_count())
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    store = Store(options.models)
    while True:
        for training in store.list_unfinished():
            lock = training.lock()
            if lock is None:
                continue
            try:
                # Another worker may have finished it between the list and the lock.
                if training.read_state()["train_status"] in ("QUEUED", "TRAINING"):
                    run(training, options, lock)
            finally:
                os.close(lock)
        time.sleep(POLL_SECONDS)


if __name__ == "__main__":
    main()
