# Builds the same executable as install.sh, and runs it as a user of no rights with one volume.
FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN ./install.sh --no-start

FROM debian:12-slim
COPY --from=build /build/dist/sapa /usr/local/bin/sapa
RUN mkdir -m 700 /data && chown 10001:10001 /data
USER 10001:10001
# Inside a container only the published port leads to this address.
ENV SAPA_DATA=/data SAPA_HOST=0.0.0.0 SAPA_PORT=3000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s --retries=3 CMD ["sapa", "health"]
ENTRYPOINT ["sapa"]
CMD ["serve"]
