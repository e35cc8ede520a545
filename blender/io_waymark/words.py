"""Words for messages."""


def count(number: int, noun: str) -> str:
    """A number with its noun: "1 face", "2 faces"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def count_do(number: int, noun: str, one: str, many: str) -> str:
    """A number with its noun and verb: "1 face is", "2 faces are"."""
    return f"{count(number, noun)} {one if number == 1 else many}"
