-- Lay a game into the store again as it was before it was put away, and take its stub.
--
-- KEYS  as in put_away.lua.
-- ARGV  game, stub, when it may be put away again (ms since 1970), how many entries and how many
--       fields of labels; then p, h and s ('' none) of each entry, the labels, and for each attempt
--       its key's number, how many there have ever been, its id and fields (six).
-- Reply 1 done | 0 there is no such stub, or the game is here.

local stream, due, labels, away = KEYS[1], KEYS[2], KEYS[4], KEYS[5]
local game, stub, again = ARGV[1], ARGV[2], ARGV[3]
local entries, fields, at = tonumber(ARGV[4]), tonumber(ARGV[5]), 6

if redis.call('EXISTS', stream) == 1 or redis.call('HGET', away, game) ~= stub then return 0 end

for number = 1, entries do
  local p, h, s = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  if s == '' then
    redis.call('XADD', stream, number .. '-0', 'p', p, 'h', h)
  else
    redis.call('XADD', stream, number .. '-0', 'p', p, 'h', h, 's', s)
  end
  at = at + 3
end
for _ = 1, fields, 2 do
  redis.call('HSET', labels, ARGV[at], ARGV[at + 1])
  at = at + 2
end
while at <= #ARGV do
  local key, ever, id = KEYS[tonumber(ARGV[at])], ARGV[at + 1], ARGV[at + 2]
  redis.call('XADD', key, id, unpack(ARGV, at + 3, at + 8))
  redis.call('XSETID', key, id, 'ENTRIESADDED', ever)
  at = at + 9
end
redis.call('ZADD', due, again, game)
redis.call('HDEL', away, game)
return 1
