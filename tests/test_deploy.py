"""The files of deploy/ and the Dockerfile: they say what the server knows, and fit each other."""

import hashlib
import re
import stat
import subprocess
from dataclasses import fields
from pathlib import Path
from urllib.parse import urlsplit

import yaml

from deploy import make_secrets
from service.commands.cli import COMMANDS
from service.proof.signing import load_signer
from service.settings.config import Settings
from tests.support.engine import Engine
from tests.support.processes import ALONE, environment, toma6
from workers.run import STOP_SECONDS

ROOT = Path(__file__).parents[1]
COMPOSE = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text("utf-8"))
MANIFESTS = [
    document
    for path in sorted((ROOT / "deploy/kubernetes").glob("*.yaml"))
    for document in yaml.safe_load_all(path.read_text("utf-8"))
]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
SETTINGS = {f"TOMA6_{each.name.upper()}" for each in fields(Settings)}
SECRET = {f"TOMA6_{each.name.upper()}_FILE" for each in fields(Settings) if not each.repr}
OURS = {
    name: each for name, each in COMPOSE["services"].items() if "TOMA6_SECRET_FILE" in str(each)
}
PODS = {
    each["metadata"]["name"]: each["spec"]["template"]
    for each in MANIFESTS
    if "template" in each.get("spec", {})
}


def of_kind(*kinds):
    return [each for each in MANIFESTS if each["kind"] in kinds]


def test_each_variable_is_a_setting():
    (common,) = of_kind("ConfigMap")
    named = set(common["data"]) | {name for each in OURS.values() for name in each["environment"]}
    named |= set(re.findall(r"TOMA6_\w+(?==)", DOCKERFILE))
    assert len(named) > 8
    assert named <= SETTINGS | SECRET


def test_each_part_is_started_by_a_command_there_is_and_all_are_started():
    composed = {each["command"][0] for each in OURS.values()}
    containers = [pod["spec"]["containers"][0] for pod in PODS.values()]
    placed = {each["args"][0] for each in containers if each["image"] == "toma6"}
    assert composed == placed == {"web", "worker", "sweep", "courier"} <= COMMANDS.keys()


def test_every_probe_asks_what_there_is():
    routes = yaml.safe_load((ROOT / "openapi.yaml").read_text("utf-8"))["paths"]
    found = re.findall(r"'httpGet': {'path': '([^']+)', 'port': 'http'}", str(PODS))
    assert len(found) == 3
    assert set(found) <= routes.keys()
    assert '"toma6", "health"' in DOCKERFILE


def test_nothing_is_killed_before_it_has_stopped():
    (common,) = of_kind("ConfigMap")
    placed = max(int(common["data"]["TOMA6_GRACEFUL_SECONDS"]), STOP_SECONDS)
    for name, each in OURS.items():
        grace = int(each["stop_grace_period"].removesuffix("s"))
        assert grace > max(int(each["environment"]["TOMA6_GRACEFUL_SECONDS"]), STOP_SECONDS), name
    for name, pod in PODS.items():
        grace = pod["spec"]["terminationGracePeriodSeconds"]
        (container,) = pod["spec"]["containers"]
        command = container.get("lifecycle", {}).get("preStop", {}).get("exec", {}).get("command")
        pause = int(command[1]) if command else 0
        assert grace > pause + placed, name


def test_any_number_of_a_part_can_run():
    """No name and no port of the machine is taken by what may be there twice."""
    for name, each in OURS.items():
        assert "container_name" not in each, name
        assert "ports" not in each, name
    assert "name web\n" in (ROOT / "deploy/Caddyfile").read_text("utf-8")


def test_nothing_runs_as_root_writes_to_its_image_or_gains_rights():
    for name, each in {**OURS, "proxy": COMPOSE["services"]["proxy"]}.items():
        assert (each["read_only"], each["cap_drop"]) == (True, ["ALL"]), name
        assert each["mem_limit"], name
    for name, pod in PODS.items():
        spec, (container,) = pod["spec"], pod["spec"]["containers"]
        own = container["securityContext"]
        assert spec["securityContext"]["runAsNonRoot"], name
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}, name
        assert (own["readOnlyRootFilesystem"], own["allowPrivilegeEscalation"]) == (True, False)
        assert own["capabilities"] == {"drop": ["ALL"]}, name
        assert container["resources"]["limits"]["memory"], name
        assert not spec["automountServiceAccountToken"], name


def test_the_store_never_evicts_and_answers_after_the_disk():
    (pod,) = [pod for name, pod in PODS.items() if name.endswith("-store")]
    compose = COMPOSE["services"]["toma6-store"]["command"]
    for said in (compose, " ".join(pod["spec"]["containers"][0]["args"])):
        for flag in ("maxmemory-policy noeviction", "appendfsync always", "aclfile /run/secrets"):
            assert flag in said
        assert "requirepass" not in said, "whoever lists processes would read it"


def test_what_is_selected_and_mounted_is_there():
    labels = [pod["metadata"]["labels"].items() for pod in PODS.values()]
    for each in of_kind("Service", "PodDisruptionBudget", "NetworkPolicy"):
        spec = each["spec"]
        wanted = spec.get("podSelector", spec.get("selector", {}))
        wanted = wanted.get("matchLabels", wanted)
        assert any(wanted.items() <= one for one in labels), each["metadata"]
    made = set(make_secrets.files())
    (store,) = (each["metadata"]["name"] for each in of_kind("Service") if "store" in str(each))
    assert store == make_secrets.STORE
    assert store in COMPOSE["services"]
    assert {each["file"].removeprefix("secrets/") for each in COMPOSE["secrets"].values()} < made
    volumes = [one for pod in PODS.values() for one in pod["spec"]["volumes"] if "secret" in one]
    keys = {item["key"] for one in volumes for item in one["secret"].get("items", ())}
    assert {one["secret"]["secretName"] for one in volumes} == {"toma6", "toma6-keys"}
    assert keys < made


def test_secrets_are_made_once_for_their_owner_alone(tmp_path, capsys):
    folder = tmp_path / "secrets"
    assert make_secrets.make(folder) == 0
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert len(before) == 4
    assert len(load_signer(folder / "keys").kids) == 1
    assert make_secrets.make(folder) == 1
    assert before == {path: path.read_bytes() for path in before}
    password = urlsplit((folder / "redis-url").read_text()).password
    assert hashlib.sha256(password.encode()).hexdigest() in (folder / "store.acl").read_text()
    assert "stays as it is" in capsys.readouterr().err


def test_a_whole_game_is_played_with_the_rights_that_the_store_gives(tmp_path):
    folder = tmp_path / "secrets"
    make_secrets.make(folder)
    durable = ("--appendonly", "yes", "--aclfile", str(folder / "store.acl"))
    with Engine(*durable, tcp=True) as store:
        url = (folder / "redis-url").read_text()
        (folder / "redis-url").chmod(0o644)
        (folder / "redis-url").write_text(
            url.replace(f"{make_secrets.STORE}:6379", f"127.0.0.1:{store.port}")
        )
        ours = environment(
            redis_url_file=folder / "redis-url", secret_file=folder / "secret",
            keys_dir=folder / "keys", data_dir=tmp_path / "d", port=0,
        )  # fmt: skip
        done = subprocess.run(
            toma6("demo"), env=ours, capture_output=True, text=True, check=False, **ALONE
        )
    assert done.returncode == 0, done.stderr
    assert "verified" in done.stdout
