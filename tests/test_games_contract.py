"""What any registered game must do: the tests that a new game passes without being named here."""

import dataclasses
import itertools
import json
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from handsim import games
from handsim.analysis.simulate import deal_block
from handsim.analysis.situation import situation
from handsim.engine.playout import play_out
from handsim.engine.policy import find as find_policy
from handsim.engine.rng import DEAL
from handsim.errors import ArgumentError, HandsimError, RulesError
from handsim.games.base import Game
from handsim.games.options import option_types

DATA = Path(__file__).parent / "data"
DEFAULTS = [game() for game in games.GAMES]
VARIANTS = DEFAULTS + [preset() for game in DEFAULTS for preset in game.presets.values()]

each_game = pytest.mark.parametrize("game", DEFAULTS, ids=lambda g: g.name)
each_variant = pytest.mark.parametrize("game", VARIANTS, ids=repr)


def every_single_option(game: Game):
    """The game with one option changed to each other value it takes, where the rules allow that alone."""
    for option, hint in option_types(type(game)).items():
        for value in (True, False) if hint is bool else getattr(hint, "__args__", ()):
            if value != getattr(game, option) and not isinstance(value, type):
                try:
                    yield option, value, dataclasses.replace(game, **{option: value})
                except RulesError as error:
                    assert option in str(error)


# The registry


def test_names_are_unique_over_games_aliases_and_presets():
    titles = [t for g in DEFAULTS for t in (g.name, *g.presets)]
    assert len({t.replace("-", " ") for t in titles}) == len(titles)
    assert games.names() == tuple(g.name for g in DEFAULTS)


@each_game
def test_a_game_is_found_by_every_name(game):
    for title in (game.name, game.title, game.name.upper(), game.name.replace(" ", "-"), *game.aliases):
        assert games.find(title) == game
    for title, preset in game.presets.items():
        assert games.find(title) == games.find(title.replace("-", " ")) == preset() != game


def test_an_unknown_game_names_the_known_ones():
    with pytest.raises(ArgumentError) as error:
        games.find("bridge whist")
    assert all(name in str(error.value) for name in ("'bridge whist'", *games.names()))


def test_importing_the_games_imports_neither_numba_nor_pandas():
    code = "import sys, handsim.games; print([m for m in ('numba', 'pandas') if m in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                           cwd=Path(__file__).parents[1])  # fmt: skip
    assert shown.stdout.strip() == "[]"


# A value: equal, hashable, picklable, frozen, described


@each_variant
def test_a_game_is_a_value(game):
    again = pickle.loads(pickle.dumps(game))
    assert again == game and hash(again) == hash(game) and repr(again) == repr(game)
    with pytest.raises(dataclasses.FrozenInstanceError):
        game.whatever = 1


@each_variant
def test_options_round_trip(game):
    described = json.loads(json.dumps(game.describe()))
    assert games.find(described["game"]).with_options(described["options"]) == game
    as_text = {name: str(getattr(game, name)) for name in option_types(type(game))}
    assert game.with_options({}) == type(game)().with_options(as_text) == game


@each_game
def test_each_option_makes_another_game(game):
    for option, value, other in every_single_option(game):
        assert other != game and other.changed_options() == {option: value}
        assert game.with_options({option.replace("_", "-"): str(value)}) == other
        assert repr(value) in repr(other)


@each_game
def test_wrong_options_are_refused_by_name(game):
    with pytest.raises(RulesError, match=r"no option 'sevens_wild'.*options are"):
        game.with_options({"sevens_wild": "true"})
    for option in option_types(type(game)):
        with pytest.raises(RulesError, match=rf"{option}='fish': it can be "):
            game.with_options({option: "fish"})
        with pytest.raises((RulesError, TypeError)):
            dataclasses.replace(game, **{option: 3.5})


# Cards and seats


@each_variant
def test_the_deal_uses_the_deck(game):
    assert len(set(game.deck)) * game.deck.copies == len(game.deck) <= 63
    assert game.n_seats * game.hand_size + sum(game.piles.values()) == len(game.deck)
    assert 2 <= game.n_seats <= 4 and len(game.sides) == game.n_seats
    assert 0 < game.n_tricks <= game.hand_size


@each_game
def test_a_seat_is_checked(game):
    assert game.seat(None) == game.n_seats - 1
    for wrong in (-1, game.n_seats, "0", True, 1.0):
        with pytest.raises(ArgumentError, match="dealer="):
            game.seat(wrong)


# Calls and contracts


@each_variant
def test_denominations_are_unique_and_printable(game):
    assert len(set(map(str, game.denominations))) == len(game.denominations) > 0
    assert {d.trump for d in game.denominations} <= {"S", "H", "D", "C", "NT"}


@each_variant
def test_bids_parse_back_and_lead_to_contracts(game):
    assert list(game.bids) == sorted(game.bids) and len({b.name for b in game.bids}) == len(game.bids) > 0
    for bid in game.bids:
        assert game.parse_call(bid.name).bid == game.bid(bid) == game.bid(bid.name) == bid
        found = game.contracts(bid)
        assert tuple(c.denomination for c in found) == game.denominations_of(bid) != ()
        for contract in found:
            trump, direction, _ = contract.denomination
            said = game.contract(bid.name, trump=trump, direction=direction or None)
            assert said == contract == pickle.loads(pickle.dumps(contract))
            assert str(contract).startswith(bid.name)


@each_variant
def test_every_denomination_has_a_contract(game):
    contracts = game.contracts()
    for way in {game.played_as(c.bid) for c in contracts}:
        assert tuple(c.denomination for c in contracts if game.played_as(c.bid) == way) == game.denominations


@each_variant
@pytest.mark.parametrize("text", ["", "   ", "fish", "pass", "99", "4 fish", "-3", "\N{BLACK SPADE SUIT}"])
def test_what_is_no_bid_is_refused(game, text):
    with pytest.raises(HandsimError) as error:
        game.parse_call(text)
    assert text.split()[-1].lower() in str(error.value).lower() if text.strip() else str(error.value)


@each_variant
def test_the_auction_starts_and_ends(game):
    if not game.has_auction:
        assert game.legal_calls() == () and game.auction_result(()) == (True, None, None, False)
        with pytest.raises(RulesError, match="no auction"):
            game.legal_calls([game.bids[0]])
        return
    legal = game.legal_calls()
    assert legal[0] == games.PASS and legal[1:] == game.bids
    assert game.auction_result(()).over is False
    auction: list = []
    while legal := game.legal_calls(auction):  # everybody bids as little as he can
        auction.append(legal[1] if len(legal) > 1 else games.PASS)
    result = game.auction_result(auction)
    assert result.over and result.bid in game.bids and result.declarer in range(game.n_seats)
    assert not result.redeal
    with pytest.raises(RulesError, match="over before"):
        game.legal_calls([*auction, games.PASS])


@each_variant
def test_when_all_pass_someone_bids_or_the_hand_ends(game):
    auction: list = []
    while (legal := game.legal_calls(auction)) and games.PASS in legal:
        auction.append(games.PASS)
    result = game.auction_result(auction)
    assert result.over is not bool(legal) and result.declarer is None
    assert result.redeal is (result.over and game.redeals)


# Frames


@each_variant
def test_frames_of_every_denomination(game):
    for declarer, dealer in itertools.product(range(game.n_seats), repeat=2):
        for contract in game.contracts(declarer=declarer, dealer=dealer):
            frame = game.frame(contract)
            bits = [int(b) for b in frame.bits]
            assert len(set(bits)) == len(bits) == len(game.deck)
            assert all(0 < b < 1 << 63 and b.bit_count() == 1 for b in bits)
            everything = sum(bits)
            for mask in (frame.trumps, frame.worthless, frame.free_lead, frame.throw_first):
                assert mask & everything == mask >= 0
            assert (frame.trumps == 0) == (contract.trump == "NT")
            assert frame.declarer == declarer and 0 <= frame.leader < game.n_seats
            assert frame.n_tricks == game.n_tricks
            assert frame.aside_seat in range(-1, game.n_seats)


@each_variant
def test_fields_permute_and_keep_the_order_in_suits(game):
    for contract in game.contracts():
        plain = game.frame(contract)
        for fields in ("HDCS", "CDHS", "SCHD"):
            other = game.frame(contract, fields=fields)
            for card, a, b in zip(game.deck, plain.bits, other.bits, strict=True):
                place, there = int(a).bit_length() - 1, int(b).bit_length() - 1
                if int(a) & plain.worthless:
                    assert place == there
                else:
                    assert place % 16 == there % 16, card
                    assert "SHDC"[place // 16] == fields[there // 16], card
            assert other.trumps.bit_count() == plain.trumps.bit_count()
        with pytest.raises(ArgumentError, match="fields="):
            game.frame(contract, fields="SSHD")


# Scores


@each_variant
def test_scores_are_vectorised(game):
    if game.scores_from != "tricks":
        pytest.skip("scores more than tricks")
    tricks = np.arange(2 * (game.n_tricks + 1)).reshape(2, -1) % (game.n_tricks + 1)
    for bid in game.bids:
        contract = game.contracts(bid)[0]
        points, made = game.score(contract, tricks), game.made(contract, tricks)
        assert points.shape == (*tricks.shape, len(set(game.sides))) and points.dtype == np.int64
        assert made.shape == tricks.shape and made.dtype == np.bool_
        assert (np.diff(made[0].astype(int)) >= 0).all(), "more tricks never unmake a contract"
        assert (made == (game.scored_tricks(contract, tricks) >= game.tricks_needed(bid))).all()
        one = game.score(contract, int(tricks[0, 3]))
        assert one.shape == (len(set(game.sides)),) and (one == points[0, 3]).all()
        assert game.score(contract, np.zeros(0, np.int8)).shape == (0, len(set(game.sides)))
        for wrong in (-1, game.n_tricks + 1, [0, game.n_tricks + 1]):
            with pytest.raises(ArgumentError, match=f"0 to {game.n_tricks}"):
                game.score(contract, wrong)
        with pytest.raises(ArgumentError, match="whole numbers"):
            game.score(contract, 7.0)


@each_variant
def test_scores_of_whole_outcomes(game):
    deals = deal_block(situation(None, game, any_hand=True), DEAL, 0, 60)
    n_sides = len(set(game.sides))
    for bid in game.bids:
        contract = game.contracts(bid)[0]
        frame = game.frame(contract)
        outcome = play_out(frame, find_policy("random"), deals)
        assert outcome.shape == (60, frame.n_columns)
        result = game.result(contract, outcome)
        points, counted, made = (f(contract, result) for f in (game.score, game.counted, game.made))
        assert points.shape == (60, n_sides) and points.dtype == np.int64
        assert counted.shape == made.shape == (60,) and made.dtype == np.bool_
        assert 0 <= counted.min() <= counted.max() <= game.most
        assert (made == (counted >= game.needed(bid))).all() and game.needed(bid) == game.needed(contract)
        assert all(column.shape == (60,) for column in game.table_columns(contract, result).values())
        half = game.result(contract, outcome.reshape(2, 30, -1))
        assert (game.score(contract, half).reshape(60, -1) == points).all()


@each_variant
def test_nobody_has_won_at_the_start(game):
    assert game.winner([0] * len(set(game.sides))) is None


@each_variant
def test_a_hand_adds_to_the_scores_of_the_sides(game):
    n = len(set(game.sides))
    for declarer in range(game.n_seats):
        contract = game.contracts(declarer=declarer)[0]
        points = [2, *[1] * (n - 1)]
        after, winner = game.after_hand([0] * n, contract, points)
        assert after[game.sides[declarer]] == 2 and sum(after) == n + 1 and winner is None
        with pytest.raises(ArgumentError, match=f"each of the {n} sides"):
            game.after_hand([0] * (n + 1), contract, points)


# Completeness


@pytest.mark.parametrize("kind", ["golden", "perft"])
@each_game
def test_a_registered_game_has_its_data(game, kind):
    path = DATA / kind / f"{game.name.replace(' ', '_')}.json"
    assert path.is_file(), f"{game.title} is registered, but has no {path.relative_to(DATA.parent)}"
    assert json.loads(path.read_text()), f"{path.relative_to(DATA.parent)} is empty"
