"""Hand analysis by simulation for bidding trick-taking card games: should I bid four downtown with this?

>>> import handsim as hs
>>> hs.ask("four downtown", "BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3", n_deals=1000).verdict
'bid'

Names are loaded when they are first used, so that ``handsim --help`` waits for neither numba nor pandas.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from handsim import games as games
    from handsim.analysis.ask import Answer as Answer
    from handsim.analysis.ask import ask as ask
    from handsim.analysis.bid_chart import bid_chart as bid_chart
    from handsim.analysis.bids import bid_table as bid_table
    from handsim.analysis.bids import denomination_table as denomination_table
    from handsim.analysis.cards_worth import card_places as card_places
    from handsim.analysis.cards_worth import card_values as card_values
    from handsim.analysis.double_dummy import double_dummy as double_dummy
    from handsim.analysis.double_dummy import double_dummy_table as double_dummy_table
    from handsim.analysis.double_dummy import double_dummy_tables as double_dummy_tables
    from handsim.analysis.double_dummy import play_trace as play_trace
    from handsim.analysis.exchange import exchange_table as exchange_table
    from handsim.analysis.features import register_feature as register_feature
    from handsim.analysis.fit_count import fit_point_count as fit_point_count
    from handsim.analysis.fit_count import point_count_errors as point_count_errors
    from handsim.analysis.kitty import kitty_value as kitty_value
    from handsim.analysis.playouts import playouts as playouts
    from handsim.analysis.playouts import sample_deals as sample_deals
    from handsim.analysis.point_count import PUBLISHED_COUNT as PUBLISHED_COUNT
    from handsim.analysis.point_count import PointCount as PointCount
    from handsim.analysis.point_count import point_count as point_count
    from handsim.analysis.points import points_table as points_table
    from handsim.analysis.replay import Replay as Replay
    from handsim.analysis.replay import failures as failures
    from handsim.analysis.replay import replay as replay
    from handsim.analysis.survey import hand_survey as hand_survey
    from handsim.analysis.survey import load_survey as load_survey
    from handsim.analysis.survey import with_features as with_features
    from handsim.cards import Card as Card
    from handsim.cards import Deal as Deal
    from handsim.cards import Deck as Deck
    from handsim.cards import Hand as Hand
    from handsim.errors import HandsimError as HandsimError
    from handsim.errors import WorkerError as WorkerError
    from handsim.export import load as load
    from handsim.export import save as save
    from handsim.games.bid_euchre import BidEuchre as BidEuchre
    from handsim.games.bid_whist import BidWhist as BidWhist
    from handsim.games.one_card import OneCard as OneCard
    from handsim.games.smear import Smear as Smear
    from handsim.games.whist import Whist as Whist
    from handsim.plots import plot_bid_table as plot_bid_table
    from handsim.plots import plot_tricks as plot_tricks
    from handsim.plots import save_chart as save_chart
    from handsim.plots_kitty import plot_card_places as plot_card_places
    from handsim.plots_kitty import plot_card_values as plot_card_values
    from handsim.plots_kitty import plot_exchange as plot_exchange
    from handsim.plots_kitty import plot_kitty_value as plot_kitty_value
    from handsim.plots_survey import plot_bid_chart as plot_bid_chart

__version__ = "0.1.0"

_HOMES = {
    "Answer": "handsim.analysis.ask",
    "BidEuchre": "handsim.games.bid_euchre",
    "BidWhist": "handsim.games.bid_whist",
    "Card": "handsim.cards",
    "Deal": "handsim.cards",
    "Deck": "handsim.cards",
    "Hand": "handsim.cards",
    "HandsimError": "handsim.errors",
    "OneCard": "handsim.games.one_card",
    "PUBLISHED_COUNT": "handsim.analysis.point_count",
    "PointCount": "handsim.analysis.point_count",
    "Replay": "handsim.analysis.replay",
    "Smear": "handsim.games.smear",
    "Whist": "handsim.games.whist",
    "WorkerError": "handsim.errors",
    "ask": "handsim.analysis.ask",
    "bid_chart": "handsim.analysis.bid_chart",
    "bid_table": "handsim.analysis.bids",
    "card_places": "handsim.analysis.cards_worth",
    "card_values": "handsim.analysis.cards_worth",
    "denomination_table": "handsim.analysis.bids",
    "double_dummy": "handsim.analysis.double_dummy",
    "double_dummy_table": "handsim.analysis.double_dummy",
    "double_dummy_tables": "handsim.analysis.double_dummy",
    "failures": "handsim.analysis.replay",
    "fit_point_count": "handsim.analysis.fit_count",
    "hand_survey": "handsim.analysis.survey",
    "exchange_table": "handsim.analysis.exchange",
    "kitty_value": "handsim.analysis.kitty",
    "load": "handsim.export",
    "play_trace": "handsim.analysis.double_dummy",
    "load_survey": "handsim.analysis.survey",
    "playouts": "handsim.analysis.playouts",
    "plot_bid_chart": "handsim.plots_survey",
    "plot_bid_table": "handsim.plots",
    "plot_card_places": "handsim.plots_kitty",
    "plot_card_values": "handsim.plots_kitty",
    "plot_exchange": "handsim.plots_kitty",
    "plot_kitty_value": "handsim.plots_kitty",
    "plot_tricks": "handsim.plots",
    "point_count": "handsim.analysis.point_count",
    "point_count_errors": "handsim.analysis.fit_count",
    "points_table": "handsim.analysis.points",
    "register_feature": "handsim.analysis.features",
    "replay": "handsim.analysis.replay",
    "sample_deals": "handsim.analysis.playouts",
    "save": "handsim.export",
    "save_chart": "handsim.plots",
    "with_features": "handsim.analysis.survey",
}

__all__ = ["__version__", "games", *_HOMES]


def __getattr__(name: str) -> object:
    if name == "games":
        return importlib.import_module("handsim.games")
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
