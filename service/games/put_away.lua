-- Leave a stub of a game in the place of all that lies of it, if that is what was put away.
--
-- KEYS  stream, due set, changed set, labels, stubs, those being put away, snapshot, then the attempts
--       of each seat: all in the bucket of the game.
-- ARGV  game, its revision and last hash, version of its labels ('' none), stub, name of the object,
--       then for each seat the id of its last attempt ('' none).
-- Reply 1 done | 0 something came in between, or another one has begun after this one.
--
-- The first write is the one that Redis may refuse. Nothing after it can fail.

local stream, labels, away, putting, snapshot = KEYS[1], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local game, revision, hash, version, stub, name = unpack(ARGV)

if redis.call('HGET', away, game) == stub then return 1 end
if redis.call('HGET', putting, game) ~= name then return 0 end

local function is_so()
  local tail = redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1]
  if not tail or tail[1] ~= revision .. '-0' or tail[2][4] ~= hash then return false end
  if (redis.call('HGET', labels, 'version') or '') ~= version then return false end
  for n = 8, #KEYS do
    local last = redis.call('XREVRANGE', KEYS[n], '+', '-', 'COUNT', 1)[1]
    if (last and last[1] or '') ~= ARGV[n - 1] then return false end
  end
  return true
end

if not is_so() then
  redis.call('HSET', putting, game, '')
  return 0
end
redis.call('HSET', away, game, stub)
redis.call('HSET', putting, game, '')
redis.call('DEL', stream, labels, snapshot, unpack(KEYS, 8))
return 1
