"""What handsim raises when it is asked for something that cannot be.

Every error but one is a :class:`ValueError`; its message names the offending thing and says what would be right. The
one, :class:`WorkerError`, is nobody's argument at fault: work was lost.
"""


class HandsimError(ValueError):
    """The root of handsim's own errors."""


class NotationError(HandsimError):
    """A text that cannot be read as cards, a hand, a deal or a call."""


class CardsError(HandsimError):
    """Cards that cannot be: twice the same, not of the deck, too many, too few, or in two places."""


class RulesError(HandsimError):
    """Options that contradict each other, or a call or contract that the rules do not allow."""


class ArgumentError(HandsimError):
    """An argument out of its range: a count, a seat, a name that is not registered."""


class PolicyError(HandsimError):
    """A policy that gave back something that the rules do not allow."""


class WorkerError(RuntimeError):
    """Work that was lost, because a worker of an executor died before it handed its deals back."""
