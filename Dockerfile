# Builds the same executable as install.sh, and runs it as a user of no rights with one volume. See docs/operate.md.
FROM node:22-bookworm-slim AS build
WORKDIR /build
# What changes least comes first: an edit of the source fetches neither Bun nor the packages again.
COPY scripts/get-bun.sh scripts/
RUN bash -euo pipefail -c '. scripts/get-bun.sh; ensure_bun'
COPY package.json bun.lock bunfig.toml ./
RUN .tools/bin/bun install --frozen-lockfile
COPY install.sh tsconfig.json ./
COPY migrations migrations
COPY scripts scripts
COPY src src
# The topics by which questions are grouped.
COPY bench/answers-topics bench/answers-topics
COPY bench/answers/topics.ts bench/answers/
RUN ./install.sh --no-start

FROM debian:12-slim
COPY --from=build /build/dist/sapa /usr/local/bin/sapa
# /files is for servers that share their uploaded pictures; a volume gets the owner of the folder that it is mounted on.
RUN mkdir -m 700 /data /files && chown 10001:10001 /data /files
USER 10001:10001
# Inside a container only the published port leads to this address. Bun reads the last variable before any of Sapa's
# code runs; without it the program would start itself again to set it.
ENV SAPA_DATA=/data SAPA_HOST=0.0.0.0 SAPA_PORT=3000 BUN_CONFIG_MAX_HTTP_REQUESTS=20000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Asks on SAPA_PORT: choose another port with this variable, not with --port.
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s --retries=3 CMD ["sapa", "health"]
ENTRYPOINT ["sapa"]
CMD ["serve"]
