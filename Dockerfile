# The whole server in one image: `docker run -p 8006:8006 -v games:/var/lib/toma6 toma6` runs
# `toma6 serve` with its own engine; deploy/ has files that run the parts apart.
# A tag can move. Pin what you have tried: --build-arg BASE=python:3.13-slim@sha256:… (the digest is
# what `docker buildx imagetools inspect python:3.13-slim` says).
ARG BASE=python:3.13-slim

# hadolint ignore=DL3006
FROM ${BASE} AS build
WORKDIR /src
# Neither pip nor a compiler gets in: each package is a wheel, with a hash that was locked.
RUN python3 -m venv --without-pip /opt/toma6
# The dependencies first: they change less often than the code.
COPY requirements.lock ./
RUN python3 -m pip --python /opt/toma6/bin/python install --no-cache-dir \
      --disable-pip-version-check --only-binary :all: --require-hashes --no-deps \
      -r requirements.lock
COPY pyproject.toml README.md ./
COPY domain ./domain
COPY bots ./bots
COPY service ./service
COPY workers ./workers
RUN python3 -m pip --python /opt/toma6/bin/python install --no-cache-dir \
      --disable-pip-version-check --no-index --no-deps --no-build-isolation . \
    && python3 -m pip --python /opt/toma6/bin/python uninstall --yes setuptools

# hadolint ignore=DL3006
FROM ${BASE}
ARG VERSION=unknown REVISION=unknown
LABEL org.opencontainers.image.title="toma6" \
      org.opencontainers.image.description="An event-sourced HTTP server for the card game 6 nimmt!" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# Nothing is installed in a container that runs.
RUN python3 -m pip uninstall --yes --quiet --root-user-action ignore pip \
    && rm -rf "$(python3 -c 'import ensurepip; print(ensurepip.__path__[0])')" \
    && groupadd --system --gid 10006 toma6 \
    && useradd --system --uid 10006 --gid 10006 --home-dir /var/lib/toma6 --no-create-home toma6 \
    && install -d -o 10006 -g 10006 -m 700 /var/lib/toma6
COPY --from=build /opt/toma6 /opt/toma6
ENV PATH=/opt/toma6/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    TOMA6_HOST=:: \
    TOMA6_PORT=8006 \
    TOMA6_DATA_DIR=/var/lib/toma6
USER 10006:10006
WORKDIR /var/lib/toma6
VOLUME /var/lib/toma6
EXPOSE 8006
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 CMD ["toma6", "health"]
ENTRYPOINT ["toma6"]
CMD ["serve"]
