"""What `python -m domain.audit` says where it cannot even start: one sentence, and status 3.

A status is a verdict (docs/ledger.md), so an interpreter that is too old, or lacks a part, must
not end with one by chance. Old interpreters read this file, too: there is nothing in it that
Python 2 does not understand.
"""

import sys

NO_VERDICT = 3
INTERRUPTED = 130
OLDEST = (3, 11)


def start():
    """Go no further on an interpreter that is too old, or without the one package that is needed;
    elsewhere, let nothing end by chance."""
    if sys.version_info < OLDEST:
        _stop("this needs Python 3.11 or newer, and is Python %d.%d" % sys.version_info[:2])
    try:
        import msgspec  # noqa: F401, PLC0415 - whether it can be, is the question
    except ImportError:
        _stop("this needs the package msgspec: python -m pip install msgspec")
    if sys.argv[:1] == ["-m"]:
        # So it is called while the packages above the module that was asked for are imported.
        sys.excepthook = _told


def _told(kind, error, _):
    """What becomes of an error before the command itself could answer it."""
    if kind is KeyboardInterrupt:
        raise SystemExit(INTERRUPTED)
    _stop("the program could not start: %s" % ascii(str(error)))


def _stop(sentence):
    try:
        sys.stderr.write("no verdict: %s\n" % sentence)
        sys.stderr.flush()
    except Exception:  # nobody can be told; the status says it
        sys.stderr = None
    raise SystemExit(NO_VERDICT)
