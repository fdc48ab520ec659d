"""Trains one model. worker.py starts it, through torchrun if there are several processes."""

import argparse
import json
import os
import random
import signal
import sys
import time
import zipfile
from pathlib import Path

import numpy as np
import torch
from torch import distributed, nn
from torch.utils.data import DataLoader, DistributedSampler

from data import Examples, TrainingError, download_dataset, read_examples
from measure import measure
from networks import Predictor, create_network
from store import Training
from worker import add_options

PROGRESS_SECONDS = 2
# Limits of the settings that a task may change.
TASK_SETTINGS = {"steps": (1, 200_000), "image_size": (64, 2048)}


class Trainer:
    def __init__(self, options):
        self.options = options
        self.training = Training(options.models)
        self.order = self.training.order
        self.domain = self.order["domain"]
        self.kind = self.order["task"].get("type", "multi_class")
        read_task_settings(self.order.get("training_params"), options)
        self.labels = [label["id"] for label in self.order["task"]["labels"]]
        self.rank, self.world = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
        has_gpu = torch.cuda.is_available()
        self.device = torch.device("cuda", int(os.environ.get("LOCAL_RANK", 0))) if has_gpu else torch.device("cpu")
        if self.world > 1:
            distributed.init_process_group("nccl" if has_gpu else "gloo")
        self.progress_time = 0.0

    def report(self, phase, done, total, **fields):
        """Reports progress, at most every two seconds."""
        if self.rank == 0 and (done == total or time.monotonic() > self.progress_time + PROGRESS_SECONDS):
            self.progress_time = time.monotonic()
            self.training.write_state("TRAINING", progress={"phase": phase, "done": done, "total": total, **fields})

    def run(self):
        if not self.labels:
            raise TrainingError("The task has no labels.")
        self.report("reading", 0, 1)
        examples = self.read()
        training_set = [example for example in examples if not example["test"]]
        if self.domain == "recognition":
            is_empty = len(training_set) == 0
        else:
            shapes = [shape for example in training_set for name in ("objects", "polygons", "masks") for shape in example["line"].get(name, [])]
            is_empty = not any(shape["label"] in self.labels for shape in shapes)
        if is_empty:
            raise TrainingError("There is nothing to learn from: no training image has a label of the task.")
        settings = self.create_settings(training_set)
        network = self.train(training_set, settings)
        if self.rank == 0:
            self.finish(network, settings, [example for example in examples if example["test"]])

    def read(self):
        """Downloads the dataset in one process. The others wait for it."""
        lines = None
        if self.rank == 0:
            report = lambda done, total: self.report("reading", done, total)
            lines = download_dataset(self.order, self.training.folder, self.options.console, report)
        if self.world > 1:
            shared = [lines]
            distributed.broadcast_object_list(shared)
            [lines] = shared
        return read_examples(self.domain, self.kind, lines, self.labels, self.training.folder)

    def create_settings(self, training_set):
        """Returns what a prediction needs to know."""
        settings = {"domain": self.domain, "type": self.kind, "labels": self.labels, "label_count": len(self.labels)}
        settings.update(backbone=self.options.backbone, image_size=self.options.image_size, mean=0.0, deviation=1.0)
        if self.domain == "recognition" and self.kind == "regression":
            values = np.array([example["target"] for example in training_set])
            settings.update(mean=float(np.nanmean(values)), deviation=float(np.nanstd(values)) or 1.0)
        return settings

    def train(self, training_set, settings):
        options = self.options
        torch.manual_seed(self.rank)
        random.seed(self.rank)
        weights_file = options.weights and options.weights / f"{self.domain}.pth"
        weights = torch.load(weights_file, map_location="cpu") if weights_file and weights_file.exists() else None
        network = create_network(self.domain, len(self.labels), options.backbone, options.image_size, weights).to(self.device)
        optimizer = torch.optim.AdamW(network.parameters(), lr=3e-4, weight_decay=1e-4)
        step = self.resume(network, optimizer)
        schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda at: learning_rate_factor(step + at, options.steps))
        parallel = nn.parallel.DistributedDataParallel(network) if self.world > 1 else network
        batches = self.iterate_batches(training_set, step)
        begin, first_step, saved = time.monotonic(), step, time.monotonic()
        network.train()
        while step < options.steps:
            loss = self.compute_loss(parallel, *next(batches), settings)
            if not torch.isfinite(loss):
                raise TrainingError("The training diverged. The operator lowers the number of steps or names other weights.")
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 5)
            optimizer.step()
            schedule.step()
            step += 1
            seconds_left = (time.monotonic() - begin) / (step - first_step) * (options.steps - step)
            self.report("training", step, options.steps, loss=float(loss), secondsLeft=round(seconds_left))
            if self.rank == 0 and time.monotonic() > saved + options.checkpoint_seconds:
                self.save_checkpoint(network, optimizer, step)
                saved = time.monotonic()
        return network

    def iterate_batches(self, training_set, seed):
        numbers = {label: number + 1 for number, label in enumerate(self.labels)}
        examples = Examples(self.domain, training_set, numbers, self.options.image_size, augment=True)
        sampler = DistributedSampler(examples, self.world, self.rank, seed=seed)
        stack = torch.utils.data.default_collate if self.domain == "recognition" else lambda rows: tuple(zip(*rows))
        # Batch normalization needs two images.
        batch = min(self.options.batch, max(2, len(examples)))
        loader = DataLoader(examples, batch, sampler=sampler, collate_fn=stack, drop_last=len(sampler) > batch)
        epoch = 0
        while True:
            sampler.set_epoch(epoch)
            yield from loader
            epoch += 1

    def compute_loss(self, network, inputs, targets, settings):
        if self.domain != "recognition":
            on_device = [{name: value.to(self.device) for name, value in target.items()} for target in targets]
            return sum(network([image.to(self.device) for image in inputs], on_device).values())
        # A single image has no statistics for batch normalization.
        inputs, targets = (torch.cat([part, part]) if len(inputs) == 1 else part for part in (inputs, targets))
        outputs, targets = network(inputs.to(self.device)), targets.to(self.device)
        if self.kind == "multi_class":
            return nn.functional.cross_entropy(outputs, targets)
        if self.kind == "multi_label":
            return nn.functional.binary_cross_entropy_with_logits(outputs, targets)
        known = ~targets.isnan()
        scaled = (targets - settings["mean"]) / settings["deviation"]
        return nn.functional.mse_loss(outputs[known], scaled[known].float())

    def resume(self, network, optimizer):
        """Continues from the checkpoint of an interrupted attempt. Returns the number of steps that it has done."""
        file = self.training.folder / "checkpoint.pt"
        if not file.exists():
            return 0
        saved = torch.load(file, map_location=self.device)
        network.load_state_dict(saved["network"])
        optimizer.load_state_dict(saved["optimizer"])
        print(f"Continues after step {saved['step']}.", flush=True)
        return saved["step"]

    def save_checkpoint(self, network, optimizer, step):
        file = self.training.folder / "checkpoint.pt"
        partial = file.with_suffix(".part")
        torch.save({"network": network.state_dict(), "optimizer": optimizer.state_dict(), "step": step}, partial)
        partial.replace(file)

    def finish(self, network, settings, test_set):
        """Measures and saves the model."""
        folder = self.training.folder
        torch.save({"network": network.cpu().state_dict(), "settings": settings}, folder / "model.pt")
        predictor = Predictor(folder / "model.pt", self.device)
        numbers = {label: number + 1 for number, label in enumerate(self.labels)}
        examples = Examples(self.domain, test_set, numbers, self.options.image_size, augment=False)
        report = lambda done, total: self.report("testing", done, total)
        scores = measure(predictor, self.domain, self.kind, examples, report)
        self.report("writing", 1, 1)
        partial = folder / "model.zip.part"
        with zipfile.ZipFile(partial, "w") as archive:
            archive.write(folder / "model.pt", "model.pt")
            archive.writestr("model.json", json.dumps({**settings, "task": self.order["task"]}, indent=2))
            archive.write(Path(__file__).with_name("networks.py"), "networks.py")
        partial.replace(folder / "model.zip")
        self.training.write_state("TRAINED", map=scores and scores["map75"], scores=scores)


def read_task_settings(training_params, options):
    """Replaces options by the settings of the task: training_params.torch.steps and .image_size."""
    settings = training_params.get("torch") if isinstance(training_params, dict) else None
    for name, (lowest, highest) in TASK_SETTINGS.items():
        value = settings.get(name) if isinstance(settings, dict) else None
        if isinstance(value, int) and not isinstance(value, bool):
            setattr(options, name, min(highest, max(lowest, value)))


def learning_rate_factor(step, steps):
    """Rises during the first tenth of the steps, then falls to nothing as a cosine."""
    rise = max(1, steps // 10)
    return (step + 1) / rise if step < rise else 0.5 * (1 + np.cos(np.pi * (step - rise) / max(1, steps - rise)))


def main():
    options = add_options(argparse.ArgumentParser()).parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    trainer = Trainer(options)
    try:
        trainer.run()
    except TrainingError as error:
        if trainer.rank == 0:
            trainer.training.write_state("FAILED", error=str(error))
        raise


if __name__ == "__main__":
    main()
