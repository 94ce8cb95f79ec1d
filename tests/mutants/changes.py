"""What can be changed: the places of a module, and at each of them the changes worth trying. Left
alone are annotations and what else is for the type checker, docstrings, assertions, log calls,
texts with spaces in them (they are for people), and the inside of f-strings."""

import ast
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass

OPERATORS = """
Lt LtE GtE, LtE Lt Gt, Gt GtE LtE, GtE Gt Lt, Eq NotEq, NotEq Eq, Is IsNot, IsNot Is, In NotIn,
NotIn In, And Or, Or And, Add Sub, Sub Add, Mult FloorDiv, FloorDiv Mult, Div Mult, Mod FloorDiv,
Pow Mult, LShift RShift, RShift LShift, BitOr BitAnd, BitAnd BitOr, BitXor BitOr
"""  # each with those that may stand there instead
OTHERS = {each: others for each, *others in map(str.split, OPERATORS.split(","))}
OTHER_FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
LOGGED = {"debug", "info", "warning", "error", "exception", "critical"}
TYPES = {"cast", "TypeVar", "NewType", "Literal", "dataclass"}
DELETABLE = (
    ast.Expr, ast.Raise, ast.Delete, ast.AugAssign, ast.Return, ast.Continue, ast.Break,
)  # fmt: skip
DECLARED = {"frozen", "slots", "kw_only", "help", "description", "title", "summary", "metavar"}


@dataclass(frozen=True)
class Change:
    """`new` in place of `old`. `scope`: the function or class; `block`: as `walk` tells."""

    path: str
    block: int
    scope: str
    old: ast.AST
    new: ast.AST

    def __str__(self) -> str:
        return f"{self.path} {self.scope}: {ast.unparse(self.old)} → {ast.unparse(self.new)}"

    def applied(self, source: bytes) -> bytes:
        """The module with this change; the rest of it keeps its bytes."""
        lines, old, text = source.splitlines(keepends=True), self.old, ast.unparse(self.new)
        start = sum(map(len, lines[: old.lineno - 1])) + old.col_offset
        end = sum(map(len, lines[: old.end_lineno - 1])) + old.end_col_offset
        text = f"({text})" if isinstance(old, ast.expr) else text
        return source[:start] + text.encode() + source[end:]


def places(path: str, source: bytes) -> Iterator[list[Change]]:
    """The places of a module, each with its possible changes."""
    for node, block, scope in walk(ast.parse(source)):
        if made := [Change(path, block, scope, *pair) for pair in changed(node, block)]:
            yield made


def walk(node: ast.AST, block: int = 0, scope: str = "") -> Iterator[tuple[ast.AST, int, str]]:
    """Every node that may be changed, with its block and the name of its function or class. A block
    is known by the line of its first statement; what runs on import is block 0."""
    if left_alone(node):
        return
    yield node, block, scope
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        scope = f"{scope}.{node.name}".lstrip(".")
    for field, value in ast.iter_fields(node):
        inner = line_of_block(node, field) or block
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and field not in {"annotation", "returns", "bases"}:
                yield from walk(child, inner, scope)


def line_of_block(node: ast.AST, field: str) -> int:
    """The line of a block's first statement; 0 if the field is no block of its own. An `elif`
    belongs to the block that its `if` stands in."""
    body = getattr(node, field)
    if field not in {"body", "orelse", "finalbody"} or not isinstance(body, list) or not body:
        return 0
    is_elif = field == "orelse" and isinstance(node, ast.If) and isinstance(body[0], ast.If)
    return 0 if is_elif or isinstance(node, ast.Module | ast.ClassDef) else body[0].lineno


def left_alone(node: ast.AST) -> bool:
    """Whether nothing in here is to be changed."""
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))):
            return name in LOGGED
        case ast.If(test=ast.Name(id=name) | ast.Compare(left=ast.Name(id=name))):
            return name in {"TYPE_CHECKING", "__name__"}
        case ast.Call(func=ast.Name(id=name)) | ast.Subscript(value=ast.Name(id=name)):
            return name in TYPES
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name == "__all__"
    return isinstance(node, ast.keyword) and node.arg in DECLARED


def changed(node: ast.AST, block: int) -> Iterator[tuple[ast.AST, ast.AST]]:
    """What may stand here instead: pairs of what is replaced and what replaces it."""
    match node:
        case ast.BinOp(op=ast.BitOr()) if block == 0:
            return  # a type
        case ast.If(test=test) | ast.IfExp(test=test):
            yield from ((test, ast.Constant(value)) for value in (True, False))
        case ast.While(test=test) if not isinstance(test, ast.Constant):
            yield test, ast.Constant(False)
        case ast.comprehension(ifs=tests):
            yield from ((test, ast.Constant(True)) for test in tests)
        case ast.ExceptHandler(type=ast.expr() as caught):
            yield caught, ast.Tuple([])
        case ast.Return(value=ast.expr()):
            yield node, ast.Return()
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield node, operand
        case ast.Compare(ops=ops):
            for index, op in enumerate(ops):
                for other in others(op):
                    yield node, but(node, ops=[*ops[:index], other, *ops[index + 1 :]])
        case ast.BoolOp(values=values):
            for each in values:
                rest = [kept for kept in values if kept is not each]
                yield node, but(node, values=rest) if len(rest) > 1 else rest[0]
        case ast.Call(func=func, keywords=keywords):
            if isinstance(func, ast.Name) and func.id in OTHER_FUNCTIONS:
                yield node, but(node, func=ast.Name(OTHER_FUNCTIONS[func.id]))
            for each in keywords:
                if each.arg and not left_alone(each):
                    yield node, but(node, keywords=[kept for kept in keywords if kept is not each])
        case ast.Constant(value=bool() as value):
            yield node, ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            yield from ((node, ast.Constant(new)) for new in (value + 1, value - 1))
        case ast.Constant(value=str() as value) if not any(map(str.isspace, value)):
            yield node, ast.Constant(f"{value}x")
        case ast.Constant(value=bytes() as value):
            yield node, ast.Constant(value + b"x")
        case ast.Assign(targets=[target]) | ast.AnnAssign(target=target, value=ast.expr()):
            if isinstance(target, ast.Attribute | ast.Subscript):
                yield node, ast.Pass()
    if isinstance(node, ast.BoolOp | ast.BinOp | ast.AugAssign):
        yield from ((node, but(node, op=other)) for other in others(node.op))
    if isinstance(node, DELETABLE):
        yield node, ast.Pass()


def others(operator: ast.AST) -> list[ast.AST]:
    """The operators that may stand in place of this one."""
    return [getattr(ast, name)() for name in OTHERS.get(type(operator).__name__, ())]


def but(node: ast.AST, **fields: object) -> ast.AST:
    new = copy(node)
    vars(new).update(fields)
    return new
