"""The numbers of the published point count, as ``python tests/update_data.py`` wrote them."""

from typing import Any, Final

# fmt: off
PUBLISHED_VALUES: Final[dict[str, Any]] = \
{'game': 'bid whist',
 'options': {},
 'unit': 0.25,
 'makes': 0.5,
 'hands': 3000,
 'counts': {'trump suit': {'values': {'jokers': 3,
                                      'trumps_beyond_four': 2,
                                      'trump_ace': 2,
                                      'trump_king': 1,
                                      'side_aces': 2,
                                      'side_kings': 1},
                           'base': 8.06,
                           'error': 0.23,
                           'needed': {'1': -2, '2': 0, '3': 2, '4': 5, '5': 9, '6': 14}},
            'notrump': {'values': {'side_aces': 4, 'side_kings': 2, 'side_queens': 1, 'long_cards': 1},
                        'base': 7.02,
                        'error': 0.27,
                        'needed': {'1': 0, '2': 2, '3': 6, '4': 10, '5': 14, '6': 18}}}}
# fmt: on
