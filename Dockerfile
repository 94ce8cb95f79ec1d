# The whole server in one image: `docker run -p 8006:8006 -v games:/var/lib/toma6 toma6` runs
# `toma6 serve` with its own engine; deploy/compose.yaml runs the parts apart.
ARG BASE=python:3.13-slim

# hadolint ignore=DL3006
FROM ${BASE} AS build
WORKDIR /src
RUN python3 -m venv /opt/toma6
# The dependencies first: they change less often than the code.
COPY requirements.lock pyproject.toml README.md ./
RUN /opt/toma6/bin/python -m pip install --no-cache-dir --disable-pip-version-check \
      -c requirements.lock "setuptools>=80" \
    && /opt/toma6/bin/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['dependencies'], sep='\n')" > wanted.txt \
    && /opt/toma6/bin/python -m pip install --no-cache-dir --disable-pip-version-check \
      -c requirements.lock -r wanted.txt
COPY domain ./domain
COPY bots ./bots
COPY service ./service
COPY workers ./workers
RUN /opt/toma6/bin/python -m pip install --no-cache-dir --disable-pip-version-check \
      --no-deps --no-build-isolation .

# hadolint ignore=DL3006
FROM ${BASE}
RUN groupadd --system --gid 10006 toma6 \
    && useradd --system --uid 10006 --gid 10006 --home-dir /var/lib/toma6 --no-create-home toma6 \
    && install -d -o 10006 -g 10006 -m 700 /var/lib/toma6
COPY --from=build /opt/toma6 /opt/toma6
ENV PATH=/opt/toma6/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    TOMA6_HOST=0.0.0.0 \
    TOMA6_PORT=8006 \
    TOMA6_DATA_DIR=/var/lib/toma6
USER 10006:10006
WORKDIR /var/lib/toma6
VOLUME /var/lib/toma6
EXPOSE 8006
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["python3", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ['TOMA6_PORT'] + '/healthz', timeout=4)"]
ENTRYPOINT ["toma6"]
CMD ["serve"]
