"""Bodies that are refused, by what is wrong with them. How they are sent is the tests' business."""

from collections.abc import Iterator

# JSON texts that stand where a whole number belongs, and are none or none that fits. {} is the
# right number.
NO_NUMBERS = [
    *("true", "false", "null", "[{}]", '{{"v":{}}}', '"{}"', '" {} "', '"{}.0"', '""', '"٧"'),
    *("{}.0", "{}.9", "{}e0", "{}E0", "-{}.0", "1e2", "-0", "-0.0", "-1", "1e400", "-1e400"),
    *("999", "1" + "0" * 30, "-1" + "0" * 30, "9" * 3999, "0." + "1" * 3000, "9007199254740993"),
    *('"1_0"', '"0x7"', '"{}\\u0000"', '"\\ud800"', "[]", "{{ }}", '"NaN"', '"top"'),
]

# Texts that are not JSON at all, or not to everybody. {} is a right member, as `"card":7`.
NO_JSON = [
    *('{{"x":NaN}}', '{{"x":Infinity}}', '{{"x":-Infinity}}', '{{{},"x":NaN}}'),
    *("{{{},{}}}", '{{"a":1,{},"a":2}}', '{{{},"x":{{"b":1,"b":1}}}}', '{{{},"\\u0061":1,"a":2}}'),
    *("\ufeff{{{}}}", "\ufeff", "{{{},}}", "{{{}}}{{{}}}", "{{{}}} x", "[{{{}}}]", "{{{}", "{{,}}"),
    *('"text"', "7", "null", "true", "[]", "'{}'", "{{card:7}}", "{{{}}}//", "/**/{{{}}}", "\x00"),
    *('{{{},"x":"\\ud800"}}', '{{{},"x":"\\u0000"}}', '{{{},"\\udfff":1}}', '{{{},"x":"a\nb"}}'),
    *('{{{},"x":01}}', '{{{},"x":+1}}', '{{{},"x":.5}}', '{{{},"x":5.}}', '{{{},"x":0x7}}'),
    *('{{{},"x":"\\x41"}}', '{{{},"x":"\\u12"}}', '{{{},"x":"', '{{{},"x":1_0}}', '{{{},"x":٧}}'),
    *('{{{},"x":' + "9" * 4001 + "}}", '{{{},"x":1e' + "9" * 5000 + "}}", '{{{},"x":1e999}}'),
]

NO_MEMBERS = [
    *(b'"x":"\xc3\x28"', b'"x":"\xe9"', b'"x":"\xed\xa0\x80"', b'"x":"\xc0\x80"', b'"x":"\x00"'),
    *(b'"x\\u0000":1', b'"x":["\\ud800"]', b'"x":"\\ude00\\ud83d"', b'"x":/*7*/8', b'"x":-1e999'),
    *(b'"x":-' + b"9" * 5000, b'"x":1.' + b"9" * 5000, b'"x":1,"\\u0078":2'),
]
"""The same for members beside a right one, as bytes."""

NESTED = [
    *(opening * depth + closing * depth
      for depth in (33, 100, 1000, 1500, 20_000)
      for opening, closing in (("[", "]"), ('{"a":', "}"), ('[{"a":', "}]"))),
    *("[" * 60_000, '{"a":' * 12_000, '{"x":' + "[" * 1500 + "]" * 1500 + "}"),
]  # fmt: skip


def no_json(member: str) -> Iterator[bytes]:
    """Bodies that no reader should take, each with a right member in it where possible."""
    for text in NO_JSON:
        yield text.format(*[member] * text.count("{}")).encode("utf-8", "surrogatepass")
    right = f"{{{member}}}"
    yield from (right.encode(encoding) for encoding in ("utf-16", "utf-16-le", "utf-32"))
    yield from (
        b"\xff" + right.encode(),
        *(b"%b,%b}" % (right.encode()[:-1], x) for x in NO_MEMBERS),
    )
    yield from (b"", b"   ", b"\n")


WRONG_TYPES = [
    *("text/plain", "", "application/json;charset=latin1", "application/json; charset=utf-16"),
    *("multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "text/json", "json"),
    *("application/json, text/plain", "application/jsonp", "application/vnd.api+json", "*/*"),
    *("application/json; charset=utf-8; charset=latin1", "application/json; profile=x"),
    "application/problem+json",
]
WRONG_ENCODINGS = ["gzip", "br", "deflate", "zstd", "gzip, identity", "x-gzip", "aes128gcm"]
