"""Charts of the tables: ``plot_x(table, *, ax=None) -> Axes``. They draw what a table says and compute nothing.

Every chart can be read in grey and when it is small: what is told apart by colour is told apart by marker, line and a
word as well.
"""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from handsim.errors import ArgumentError
from handsim.export import replace_file

GLYPHS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "NT": "NT", "": ""}
ARROWS: Final = {"uptown": "↑", "downtown": "↓"}
STYLES: Final = (
    {"color": "#00429d", "marker": "^", "linestyle": "-"},
    {"color": "#b03a2e", "marker": "v", "linestyle": "--"},
    {"color": "#4d4d4d", "marker": "s", "linestyle": ":"},
    {"color": "#2e7d5b", "marker": "D", "linestyle": "-."},
)
"""How calls are told apart, in the order in which a table names them; uptown's marker points up, downtown's down."""

SMALL, DARK = 4.5, 0.55
FORMATS: Final = (".png", ".svg")
