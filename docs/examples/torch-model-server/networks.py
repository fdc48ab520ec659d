"""The networks of torchvision that the server trains, and their predictions."""

import torch
from PIL import Image
from torch import nn
from torchvision.models import mobilenet_v3_large, resnet50
from torchvision.models.detection import FasterRCNN, MaskRCNN
from torchvision.models.detection.anchor_utils import AnchorGenerator
from torchvision.models.detection.backbone_utils import mobilenet_backbone, resnet_fpn_backbone
from torchvision.transforms.functional import normalize, resize, to_tensor

MEAN, DEVIATION = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
MIN_PROBABILITY = 0.01
MAX_OBJECTS = 300


def create_network(domain, label_count, backbone, image_size, weights=None):
    """Creates a network. `weights` is a state dict of torchvision; without it, the network starts with random weights."""
    create = create_classifier if domain == "recognition" else create_detector
    network = create(domain, label_count, backbone, image_size)
    if weights is not None:
        own = network.state_dict()
        usable = {name: value for name, value in weights.items() if name in own and own[name].shape == value.shape}
        if len(usable) < len(own) / 2:
            raise ValueError(f"Only {len(usable)} of {len(own)} weights fit: they belong to another network than {backbone}.")
        network.load_state_dict(usable, strict=False)
    return network


def create_classifier(_, label_count, backbone, __):
    network = (mobilenet_v3_large if backbone == "mobilenet" else resnet50)(weights=None)
    if backbone == "mobilenet":
        network.classifier[-1] = nn.Linear(network.classifier[-1].in_features, label_count)
    else:
        network.fc = nn.Linear(network.fc.in_features, label_count)
    return network


def create_detector(domain, label_count, backbone, image_size):
    if backbone == "mobilenet":
        body = mobilenet_backbone(
            backbone_name="mobilenet_v3_large", weights=None, fpn=True, norm_layer=nn.BatchNorm2d, trainable_layers=6
        )
        sizes = ((16, 32, 64, 128, 256, 512),) * 3
    else:
        body = resnet_fpn_backbone(backbone_name="resnet50", weights=None, norm_layer=nn.BatchNorm2d, trainable_layers=5)
        sizes = ((32,), (64,), (128,), (256,), (512,))
    return (MaskRCNN if domain == "segmentation" else FasterRCNN)(
        body,
        label_count + 1,
        min_size=image_size,
        max_size=2 * image_size,
        rpn_anchor_generator=AnchorGenerator(sizes, ((0.5, 1.0, 2.0),) * len(sizes)),
        # Examples of an image for each step. torchvision's 512 make a step on a CPU three times as long.
        box_batch_size_per_image=128,
        box_score_thresh=MIN_PROBABILITY,
        box_detections_per_img=MAX_OBJECTS,
    )


def shrink(image, image_size):
    """Returns an image whose shorter side has at most `image_size` pixels, and the factor. Masks of a photo would take gigabytes."""
    factor = shrink_factor(image, image_size)
    size = [max(1, round(side * factor)) for side in image.size]
    return (image if factor == 1 else image.resize(size, Image.BILINEAR, reducing_gap=2.0)), factor


def shrink_factor(image, image_size):
    return min(1.0, image_size / min(image.size))


def to_input(domain, image, image_size):
    """Converts an RGB image to the input of a network."""
    tensor = to_tensor(image)
    return normalize(resize(tensor, [image_size, image_size]), MEAN, DEVIATION) if domain == "recognition" else tensor


class Predictor:
    """A trained network that predicts single images."""

    def __init__(self, file, device):
        saved = torch.load(file, map_location="cpu")
        self.settings = saved["settings"]
        self.labels = self.settings["labels"]
        self.device = device
        arguments = [self.settings[name] for name in ("domain", "label_count", "backbone", "image_size")]
        self.network = create_network(*arguments).to(device).eval()
        self.network.load_state_dict(saved["network"])

    @torch.inference_mode()
    def run(self, image):
        """Returns the outputs of the network: probabilities or values, or detections in pixels of the image after `shrink`."""
        if self.settings["domain"] != "recognition":
            image, _ = shrink(image, self.settings["image_size"])
        tensor = to_input(self.settings["domain"], image, self.settings["image_size"]).to(self.device)
        output = self.network(tensor[None] if self.settings["domain"] == "recognition" else [tensor])[0]
        if self.settings["domain"] != "recognition":
            return {name: value.cpu() for name, value in output.items()}
        if self.settings["type"] == "regression":
            return (output.cpu() * self.settings["deviation"] + self.settings["mean"]).tolist()
        return (output.sigmoid() if self.settings["type"] == "multi_label" else output.softmax(0)).cpu().tolist()

    def classify(self, image, requested_labels):
        """Returns the record of docs/model-server.md for recognition."""
        is_value = self.settings["type"] == "regression"
        pairs = [(label, output) for label, output in zip(self.labels, self.run(image)) if label in requested_labels]
        return {"labels": [{"id": label, "prob": 1, "value": output} if is_value else {"id": label, "prob": output} for label, output in pairs]}

    def detect(self, image, requested_labels):
        """Returns the record of docs/model-server.md for detection or segmentation."""
        output = self.run(image)
        factor = shrink_factor(image, self.settings["image_size"])
        objects = []
        for index, (box, score, number) in enumerate(zip((output["boxes"] / factor).tolist(), output["scores"].tolist(), output["labels"].tolist())):
            label = self.labels[number - 1]
            if label not in requested_labels or box[0] >= box[2] or box[1] >= box[3]:
                continue
            detected = {"id": label, "prob": score, "bound_box": box}
            if "masks" in output:
                polygon = trace_outline(output["masks"][index, 0].numpy())
                if polygon is None:
                    continue
                detected["polygon"] = polygon = [value / factor for value in polygon]
                detected["bound_box"] = [min(polygon[::2]), min(polygon[1::2]), max(polygon[::2]), max(polygon[1::2])]
            objects.append(detected)
        return {"_objects": objects}


def trace_outline(mask):
    """Returns the outline x, y, x, y ... of the largest part of a mask, or None if it has no area."""
    import cv2

    contours, _ = cv2.findContours((mask >= 0.5).astype("uint8"), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if len(contours) == 0:
        return None
    largest = max(contours, key=cv2.contourArea)
    if len(largest) < 3 or cv2.contourArea(largest) == 0:
        return None
    # The contour passes through the centres of the outermost pixels.
    return [float(value) + 0.5 for point in largest[:, 0] for value in point]
