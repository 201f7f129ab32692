-- SPDX-License-Identifier: MIT
-- wrk -s serve.lua URL -- FILE: posts the pages whose names are the lines of FILE, one after another.
local pages = {}
local at = 0
local n_threads = 0

function setup (thread)
  thread:set ("first", n_threads)
  n_threads = n_threads + 1
end

function init (args)
  for name in io.lines (args[1]) do
    local file = assert (io.open (name, "rb"))
    local page = file:read ("*a")
    file:close ()
    pages[#pages + 1] = wrk.format ("POST", nil, { ["Content-Type"] = "text/html" }, page)
  end
  at = first * 7
end

function request ()
  at = at + 1
  return pages[at % #pages + 1]
end

function done (summary, latency)
  local errors = summary.errors
  io.write (string.format ("RESULT requests %d seconds %.3f refused %d broken %d p50 %.2f p99 %.2f\n", summary.requests,
    summary.duration / 1e6, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile (50) / 1e3, latency:percentile (99) / 1e3))
end
