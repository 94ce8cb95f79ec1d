"""Files as tools leave them: encodings, header lines, cut ends; and what cannot be read."""

import codecs
import json
from pathlib import Path

import pytest

from domain.audit import verify_files
from domain.audit.reading.files import MAX_BYTES, Unreadable, saved_in
from domain.audit.verdicts import Status
from tests.support.audit_games import bundled, claims, game
from tests.support.audit_signed import jwks, receipt, signed

DECIDED = game("classic", 71, seats=2, options={"max_rounds": 1})
MADE = signed(bundled(DECIDED))
BUNDLE = json.dumps(MADE, ensure_ascii=False)
KEYS = json.dumps(jwks(1))
TOLD = claims(DECIDED, MADE)
ANSWERS = [json.dumps(receipt(each)) for each in TOLD[:3]]
BARE = [receipt(each)["receipt"]["jws"] for each in TOLD[:3]]
HEADERS = "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nDate: x\r\n\r\n"

VECTORS = json.loads(
    (Path(__file__).parents[2] / "docs/vectors/receipt_files.json").read_text("utf-8")
)

ENCODINGS = {
    "utf-8": lambda text: text.encode(),
    "utf-8 with a mark": lambda text: codecs.BOM_UTF8 + text.encode(),
    "utf-16 le with a mark": lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    "utf-16 be with a mark": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "utf-16 le": lambda text: text.encode("utf-16-le"),
    "utf-16 be": lambda text: text.encode("utf-16-be"),
}
each_encoding = pytest.mark.parametrize("encoded", ENCODINGS.values(), ids=ENCODINGS)


def judged(bundle=BUNDLE, keys=KEYS, *kept):
    raw = [text if isinstance(text, bytes) else text.encode() for text in (bundle, keys, *kept)]
    return verify_files(raw[0], raw[1], raw[2:])


def unread(report, what):
    assert report.status == Status.NO_VERDICT
    assert report.integrity.ok is None
    assert what in report.integrity.reason
    assert report.integrity.reason.isascii()
    assert report.integrity.reason.isprintable()
    return report.integrity.reason


def agrees(*kept, count):
    report = judged(BUNDLE, KEYS, *kept)
    assert report.status == Status.PROVEN, report
    assert [each.finding for each in report.receipts.findings] == ["agrees"] * count
    return report


@each_encoding
def test_every_file_may_be_in_any_of_these_encodings(encoded):
    report = judged(encoded(BUNDLE), encoded(KEYS), encoded("\n".join(ANSWERS)))
    assert (report.status, report.checked["receipts"]) == (Status.PROVEN, 3)


@each_encoding
def test_header_lines_of_an_answer_are_skipped_in_every_file(encoded):
    saved = "".join(HEADERS + answer for answer in ANSWERS)
    files = [encoded(text) for text in (HEADERS + BUNDLE, f"\n{HEADERS}{HEADERS}{KEYS}", saved)]
    assert judged(*files).status == Status.PROVEN
    unix = [text.replace("\r\n", "\n") for text in (HEADERS + BUNDLE, HEADERS + KEYS, saved)]
    assert judged(*unix).status == Status.PROVEN


NO_TEXTS = [
    "é".encode("latin-1"), "{}".encode("utf-32"), "\ud800{}".encode("utf-16-le", "surrogatepass"),
    b"\xff\xfe\x00", b"\xef\xbb\xbf\xff", b"\x80\x00", b'{"a": "\xed\xa0\x80"}',
]  # fmt: skip


@pytest.mark.parametrize("raw", NO_TEXTS)
def test_bytes_that_are_not_text_are_no_verdict(raw):
    unread(judged(raw), "the bundle cannot be read")
    unread(judged(BUNDLE, raw), "the keys cannot be read")
    unread(judged(BUNDLE, KEYS, raw), "the receipts cannot be read")


def test_a_file_that_is_too_large_is_not_looked_at():
    large = b"{}" + b" " * MAX_BYTES
    unread(judged(large), "larger than")
    unread(judged(BUNDLE, large), "larger than")
    unread(judged(BUNDLE, KEYS, large), "larger than")
    assert judged(BUNDLE.ljust(MAX_BYTES - 100)).status == Status.PROVEN


NO_BUNDLES = ["", " ", "{", "null", BUNDLE + "{}", BUNDLE[:-1], "HTTP/1.1 200 OK"]


@pytest.mark.parametrize("text", [*NO_BUNDLES, "HTTP/1.1 200\n" + BUNDLE])
def test_a_bundle_is_one_json_object_and_nothing_after_it(text):
    unread(judged(text), "bundle")


@pytest.mark.parametrize("text", ["", KEYS + KEYS, BUNDLE, '{"keys": []}'])
def test_only_a_key_set_is_taken_for_the_keys(text):
    """A bundle has a member of that name, and whoever made it up made up its keys."""
    unread(judged(BUNDLE, text), "the keys cannot be read")


def test_several_files_of_receipts_count_together():
    agrees(ANSWERS[0], ANSWERS[1], "\n".join(ANSWERS), count=3)


@pytest.mark.parametrize("end", [2, 30, 80, 200, len(ANSWERS[2]) - 1])
@each_encoding
def test_a_last_answer_that_is_cut_off_is_left_out_and_said(encoded, end):
    whole, cut = "\n".join(ANSWERS[:2]) + "\n", ANSWERS[2][:end]
    for text in (whole + cut, whole + HEADERS + cut, whole + HEADERS[: end % 50 + 1]):
        report = agrees(encoded(text), count=2)
        assert report.noticed == ("the last text of the receipts is cut off; it was not read",)


def test_a_file_that_is_cut_inside_a_character_is_read_up_to_there():
    for encoding, missing in (("utf-8", 1), ("utf-8", 3), ("utf-16-le", 1), ("utf-16-be", 1)):
        raw = (ANSWERS[0] + '\n{"name": "🐂').encode(encoding)
        assert len(agrees(raw[:-missing], count=1).noticed) == 1
        unread(judged(BUNDLE.encode(encoding)[:-1]), "the bundle")


def test_whole_files_have_nothing_cut_off():
    assert agrees("\n".join(ANSWERS), "\n".join(BARE), count=6).noticed == ()


@pytest.mark.parametrize("text", ["", "{}", "[7]", '{"jws": 7}', ANSWERS[0][:50], "HTTP/1.1 200"])
def test_a_file_without_a_statement_is_no_verdict(text):
    reason = unread(judged(BUNDLE, KEYS, ANSWERS[0], text), "no statement is there")
    assert reason.startswith("file 2 of the receipts")


def test_more_than_a_thousand_statements_are_no_verdict():
    made = [json.dumps({"jws": f"a.b.{number}"}) for number in range(1000)]
    report = judged(BUNDLE, KEYS, "\n".join(made), "\n".join(made))
    assert (report.status, len(report.receipts.findings)) == (Status.RECEIPT, 1000)
    unread(judged(BUNDLE, KEYS, "\n".join(made), ANSWERS[0]), "more than 1000 statements")


def bytes_of(piece):
    if isinstance(piece, str):
        text = piece.replace("$answer", ANSWERS[0]).replace("$jws", BARE[1])
        return text.replace("$cut", BARE[1][:-5]).encode()
    if "hex" in piece:
        return bytes.fromhex(piece["hex"])
    each = [piece["repeat"].replace("#", str(number)) for number in range(piece["times"])]
    return bytes_of(piece["between"].join(each))


@pytest.mark.parametrize("vector", VECTORS["files"], ids=lambda vector: vector["name"])
def test_files_are_read_as_the_vectors_say(vector):
    report = judged(BUNDLE, KEYS, b"".join(map(bytes_of, vector["pieces"])))
    assert (report.status, len(report.noticed)) == (vector["status"], vector["cut"]), report


HONEST = {
    "answers": [*ANSWERS],
    "curl -si": [HEADERS + answer for answer in ANSWERS],
    "LF": [f"{jws}\n" for jws in BARE],
    "CRLF": [f"{jws}\r\n" for jws in BARE],
}


@pytest.mark.parametrize("parts", HONEST.values(), ids=HONEST)
def test_an_honest_file_may_be_cut_anywhere(parts):
    raw = "".join(parts).encode()
    for end in range(len(raw) + 1):
        there = sum(len("".join(parts[: n + 1]).rstrip()) <= end for n in range(len(parts)))
        if there:
            assert len(saved_in([raw[:end]])[0]) == there, raw[:end]
        else:
            with pytest.raises(Unreadable, match="no statement is there"):
                saved_in([raw[:end]])
