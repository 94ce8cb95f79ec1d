-- Leave a stub of a game in the place of all that lies of it, if that is what was put away.
--
-- KEYS  stream, due set, changed set, labels, stubs, snapshot, then the attempts of each seat: all in
--       the bucket of the game.
-- ARGV  game, its revision and last hash, version of its labels ('' none), stub, then for each seat
--       the id of its last attempt ('' none).
-- Reply 1 done | 0 something came in between.
--
-- The first write is the one that Redis may refuse. Nothing after it can fail.

local stream, due, changed, labels, away, snapshot = unpack(KEYS)
local game, revision, hash, version, stub = unpack(ARGV)

local tail = redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1]
if not tail or tail[1] ~= revision .. '-0' or tail[2][4] ~= hash then return 0 end
if (redis.call('HGET', labels, 'version') or '') ~= version then return 0 end
for n = 7, #KEYS do
  local last = redis.call('XREVRANGE', KEYS[n], '+', '-', 'COUNT', 1)[1]
  if (last and last[1] or '') ~= ARGV[n - 1] then return 0 end
end

redis.call('HSET', away, game, stub)
redis.call('DEL', stream, labels, snapshot, unpack(KEYS, 7))
redis.pcall('ZREM', due, game)
return 1
