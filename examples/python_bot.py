#!/usr/bin/env python3
"""A whole bot with nothing but Python's standard library: it plays one seat to the end.

    python3 python_bot.py http://127.0.0.1:8006 GAME SEAT_TOKEN

It looks at the game, answers what it owes, and waits for news. Whatever fails on the way it asks
again: that is always safe, since an answer that is already there gets the same receipt.
"""

import http.client
import json
import secrets
import sys
import time
import urllib.error
import urllib.request

STRAIGHT = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # through no proxy


def choose(view, decision):
    """Your part: the view of your seat and what it owes, in; one of the options, out."""
    options = decision["options"]
    if decision["kind"] == "pick":
        ends = [row["cards"][-1] for row in view["rows"]]
        # The card closest above the end of a row: the fewest others can come in between.
        return min(options, key=lambda option: gap(option["card"], ends))
    option = secrets.choice(options)  # not `random`: what it draws next can be computed
    if decision["kind"] == "play":  # one to three cards in a list; a special names its row
        if "special" in option:
            option = {"special": option["special"], "row": option["rows"][0]}
        return {"cards": [option]}
    return option


def gap(card, ends):
    return min((card - end for end in ends if end < card), default=104)


def ask(method, url, token, body=None, headers=()):
    """The answer: its status and its JSON. Asks again while the server cannot be reached."""
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        **dict(headers),
    }
    data = None if body is None else json.dumps(body).encode()
    pause = 0.25
    while True:
        request = urllib.request.Request(url, data, headers, method=method)
        try:
            with STRAIGHT.open(request, timeout=40) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 502, 503, 504):
                return error.code, json.load(error)
            pause = max(pause, float(error.headers.get("Retry-After", 0)))
        except (OSError, ValueError, http.client.HTTPException):
            pass  # no answer, or half of one
        time.sleep(pause)
        pause = min(2 * pause, 8)


def main(url, game, token):
    game = f"{url}/v1/games/{game}"
    while True:
        status, view = ask("GET", game, token)
        if status != 200:
            sys.exit(f"{status}: {view['detail']}")
        if view["status"] not in ("lobby", "playing"):
            break
        for decision in view["you"]["decisions"]:
            answer = choose(view, decision)
            status, said = ask("PUT", f"{game}/decisions/{decision['id']}", token, answer)
            if status == 422:
                sys.exit(f"{answer}: {said['detail']}")
            # 200 and 201: it counts. 409 and 410: it was answered otherwise, so on to the next.
        news = f"{game}/events?after={view['revision']}&limit=1"
        ask("GET", news, token, headers={"Prefer": "wait=25"})
    for place in view["places"]:
        if place["seat"] == view["you"]["seat"]:
            print(f"place {place['place']} with {place['total']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
