# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim

# "yes" adds Debian's contrib and non-free, and from them fdkaac for the codecs heaac1 and heaac2: check its licence first.
ARG NON_FREE=no

WORKDIR /opt/convertd
COPY debian-packages.txt ./
RUN if [ "$NON_FREE" = yes ]; then \
      sed -i 's/^Components: .*/Components: main contrib non-free/' /etc/apt/sources.list.d/debian.sources; fi \
 && apt-get update \
 && awk -F' *[|] *' -v nonfree="$NON_FREE" \
      '!/^#/ && NF && ($2 == "run" || ($2 == "non-free" && nonfree == "yes")) { print $1 }' debian-packages.txt \
    | xargs apt-get install -y --no-install-recommends \
 && rm -rf /var/lib/apt/lists/*

COPY package.json package-lock.json ./
# Debian's ffmpeg is used, so the optional packages, which would download another one, stay out.
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund && npm cache clean --force

COPY bin ./bin
COPY src ./src
COPY engines ./engines
# The launcher starts before every program: compiled ahead, because the image is read-only for whoever runs it.
RUN python3 -m compileall -q src/process

RUN useradd --create-home --uid 10001 convertd && mkdir /data && chown convertd /data
USER convertd
ENV DATA_DIR=/data NODE_ENV=production
WORKDIR /data
ENTRYPOINT ["/opt/convertd/bin/convertd"]
CMD ["--help"]
