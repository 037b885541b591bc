# One image with all the executables; compose.yaml runs one of them in each container.

FROM swift:6.3-bookworm AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends libarchive-dev libcairo2-dev libcurl4-openssl-dev libexpat1-dev libgmp-dev libmimalloc-dev libncurses-dev libqrencode-dev libsodium-dev libsqlite3-dev libssl-dev libzmq3-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /kopilka
COPY Package.swift ./
COPY Shared Shared
COPY Services Services
# Package.swift names the targets of the tests, so their folders must be there; nothing of them is built.
COPY Tests Tests
RUN mkdir /out \
    && for product in auth ledger history scanner patterns bonds subscriptions notifications gateway; do \
        swift build -c release --static-swift-stdlib --product "$product" \
        && install -s ".build/release/$product" "/out/$product" || exit 1; \
    done

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates libarchive13 libcairo2 libcurl4 libexpat1 libgmp10 libmimalloc2.0 libncursesw6 libqrencode4 libsodium23 libsqlite3-0 libssl3 libzmq5 tzdata \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --user-group --uid 10001 --no-create-home --shell /usr/sbin/nologin kopilka \
    # A new volume takes over owner and mode from here; the services refuse directories that are open to others.
    && install -d -m 0700 -o kopilka -g kopilka /run/kopilka /var/lib/kopilka /var/lib/kopilka/keys /var/lib/kopilka-gateway \
    && for owner in auth ledger history scanner patterns bonds subscriptions notifications operator; do \
        install -d -m 0700 -o kopilka -g kopilka "/var/lib/kopilka/$owner" "/var/lib/kopilka/keys/$owner" || exit 1; \
    done
COPY --from=build /out/ /usr/local/bin/
ENV KOPILKA_RUN=/run/kopilka \
    KOPILKA_DATA=/var/lib/kopilka \
    XDG_STATE_HOME=/var/lib/kopilka-gateway
USER kopilka
# Without compose: all services in one container, under the supervisor.
CMD ["gateway", "up"]
