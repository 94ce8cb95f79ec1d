-- Put what is new in some games into the feed of an account, once each.
--
-- KEYS  seen (hash: game -> last revision that is in the feed), feed (stream).
-- ARGV  most items of the feed, then game and last revision, in pairs.
-- Reply how many items were added.
--
-- Nothing is written while games are played: the feed catches up when it is read. Each item is a
-- stretch of one game, `first` to `last`; its id is its number, so that a cursor is a number.

local seen, feed = KEYS[1], KEYS[2]
local most = ARGV[1]
local number = 0
local tail = redis.call('XREVRANGE', feed, '+', '-', 'COUNT', 1)[1]
if tail then
  number = tonumber(string.match(tail[1], '^(%d+)'))
end
local added = 0
for at = 2, #ARGV, 2 do
  local game, last = ARGV[at], tonumber(ARGV[at + 1])
  local first = tonumber(redis.call('HGET', seen, game) or '0') + 1
  if last >= first then
    number, added = number + 1, added + 1
    redis.call('XADD', feed, 'MAXLEN', most, string.format('%d-0', number),
      'game', game, 'first', first, 'last', last)
    redis.call('HSET', seen, game, last)
  end
end
return added
