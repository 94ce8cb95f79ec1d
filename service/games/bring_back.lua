-- Lay a game into the store as it was before it was put away, and take its stub.
--
-- KEYS  as in put_away.lua.
-- ARGV  game, stub ('' none: it comes from elsewhere), when it may be put away again (ms since 1970),
--       how many entries and how many fields of labels; then p, h and s ('' none) of each entry, the
--       labels, and for each attempt its key's number, how many there had ever been, its id, how many
--       fields, and these.
-- Reply 1 done | 0 there is no such stub, or the game is here.
--
-- The first write is the one that Redis may refuse. What was noted of it meanwhile (attempts, at most
-- those) stays behind what was noted before, and is dropped if its ids are not later.

local stream, due, labels, away = KEYS[1], KEYS[2], KEYS[4], KEYS[5]
local game, stub, again = ARGV[1], ARGV[2], ARGV[3]
local entries, fields, at = tonumber(ARGV[4]), tonumber(ARGV[5]), 6

if redis.call('EXISTS', stream) == 1 or (redis.call('HGET', away, game) or '') ~= stub then return 0 end

for number = 1, entries do
  local p, h, s = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  if s == '' then
    redis.call('XADD', stream, number .. '-0', 'p', p, 'h', h)
  else
    redis.call('XADD', stream, number .. '-0', 'p', p, 'h', h, 's', s)
  end
  at = at + 3
end
redis.call('DEL', labels)
for _ = 1, fields, 2 do
  redis.call('HSET', labels, ARGV[at], ARGV[at + 1])
  at = at + 2
end

local later = {}
while at <= #ARGV do
  local key, ever, id = KEYS[tonumber(ARGV[at])], tonumber(ARGV[at + 1]), ARGV[at + 2]
  if not later[key] then
    local is_ledger = redis.call('TYPE', key).ok == 'stream'
    local about = is_ledger and redis.call('XINFO', 'STREAM', key) or {}
    for n = 1, #about, 2 do
      if about[n] == 'entries-added' then ever = ever + about[n + 1] end
    end
    later[key] = {ever, is_ledger and redis.call('XRANGE', key, '-', '+') or {}}
    redis.call('DEL', key)
  end
  local following = at + 4 + ARGV[at + 3]
  redis.call('XADD', key, id, unpack(ARGV, at + 4, following - 1))
  at = following
end
for key, known in pairs(later) do
  local ever, since = unpack(known)
  for _, each in ipairs(since) do
    redis.pcall('XADD', key, each[1], unpack(each[2]))
  end
  local last = redis.call('XREVRANGE', key, '+', '-', 'COUNT', 1)[1][1]
  redis.call('XSETID', key, last, 'ENTRIESADDED', ever)
end
redis.pcall('ZADD', due, again, game)
redis.call('HDEL', away, game)
return 1
