"""The core of the Table Companion: it knows no Pi and no browser."""

import os

__version__ = "0.1.0"

# onnxruntime tells its maker what it runs on from its import on, unless this was set before
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
# the matrices here are small: more threads than one cost more time than they save
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
