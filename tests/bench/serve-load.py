# SPDX-License-Identifier: MIT
"""python3 serve-load.py URL PAGE RATE SECONDS: posts the page so often a second, whatever answers take; prints how long they took.

A request that has to wait for a connection counts from when it was due.
"""
import asyncio, sys, time, urllib.parse


async def main(url, page, rate, seconds):
    parts = urllib.parse.urlsplit(url)
    with open(page, 'rb') as file:
        body = file.read()
    data = ('POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n' % (parts.path, parts.netloc, len(body))).encode() + body
    idle, times, bad = [], [], 0

    async def one(due):
        nonlocal bad
        reader, writer = idle.pop() if idle else await asyncio.open_connection(parts.hostname, parts.port)
        writer.write(data)
        head = await reader.readuntil(b'\r\n\r\n')
        length = next(int(line.split(b':')[1]) for line in head.lower().split(b'\r\n') if line.startswith(b'content-length:'))
        await reader.readexactly(length)
        times.append(time.perf_counter() - due)
        bad += not head.startswith(b'HTTP/1.1 200')
        idle.append((reader, writer))

    tasks = []
    start = time.perf_counter()
    for n in range(int(rate * seconds)):
        due = start + n / rate
        await asyncio.sleep(max(0, due - time.perf_counter()))
        tasks.append(asyncio.ensure_future(one(due)))
    await asyncio.gather(*tasks)
    times.sort()
    print('%d requests, %.1f a second, %d not answered by 200; ms: median %.2f, 90 %% %.2f, 99 %% %.2f, most %.2f' % (
        len(times), len(times) / (time.perf_counter() - start), bad, *(1000 * times[min(len(times) - 1, int(q * len(times)))] for q in (0.5, 0.9, 0.99, 1))))


asyncio.run(main(sys.argv[1], sys.argv[2], float(sys.argv[3]), float(sys.argv[4])))
