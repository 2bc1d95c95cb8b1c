"""Make ``data/`` anew and refit the point count: ``python tests/update_data.py`` (some five minutes on two cores).

For after a change of the player: figures move with it. It goes on where it was interrupted. Then come the README's
(``python tests/update_readme.py``) and the notebook's (``python tests/update_notebooks.py``).
"""

import argparse
import pprint
from pathlib import Path

import handsim as hs
from handsim.analysis import published_count

SURVEY = Path(__file__).parent.parent / "data" / "bid_whist_survey.csv.gz"
N_HANDS, N_DEALS, SEED = 4_000, 400, 0
FITTED = 3_000
"""The point count is fitted to so many hands; the others measure it."""
FEATURES = (
    "jokers", "trumps", "top_trumps", "trump_ace", "trump_king", "side_aces", "side_kings", "voids", "singletons",
    "longest_side",
)  # fmt: skip


def fitted_and_held_out(survey):
    """Return the hands that the count is fitted to, and those that it is measured on."""
    return survey.iloc[:FITTED], survey.iloc[FITTED:]


def page(values):
    """Return the module that holds the numbers of the published count."""
    body = pprint.pformat(values, width=116, sort_dicts=False)
    return (
        '"""The numbers of the published point count, as ``python tests/update_data.py`` wrote them."""\n\n'
        "from typing import Any, Final\n\n"
        f"# fmt: off\nPUBLISHED_VALUES: Final[dict[str, Any]] = \\\n{body}\n# fmt: on\n"
    )


def main():
    """Make the survey, fit the count, write both, and print how good it is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep", action="store_true", help="keep the survey, and refit the count only")
    if not parser.parse_args().keep:
        SURVEY.parent.mkdir(exist_ok=True)
        SURVEY.unlink(missing_ok=True)
        hs.hand_survey(n_hands=N_HANDS, n_deals=N_DEALS, seed=SEED, features=FEATURES, path=SURVEY, progress=True)
    fitted, held_out = fitted_and_held_out(hs.load_survey(SURVEY))
    count = hs.fit_point_count(fitted)
    Path(published_count.__file__).write_text(page(count.to_dict()), encoding="utf-8")
    print(count)
    print(hs.point_count_errors(held_out, count).round(3).to_string())


if __name__ == "__main__":
    main()
