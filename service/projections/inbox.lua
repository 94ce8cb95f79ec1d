-- Put what is new in some games into the feed of an account, once each.
--
-- KEYS  seen (hash: game -> last revision that is in the feed), feed (stream), games and owed
--       (sorted sets of games).
-- ARGV  most items of the feed; '1' if the games are over, and are to leave everything but the feed;
--       then game and last revision, in pairs.
-- Reply how many items were added.
--
-- Nothing is written while games are played: the feed catches up when it is read, and with the end
-- of a game. Each item is a stretch of one game, `first` to `last`; its id is its number, so that a
-- cursor is a number.

local seen, feed, games, owed = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local most, over = ARGV[1], ARGV[2] == '1'
local number = 0
local tail = redis.call('XREVRANGE', feed, '+', '-', 'COUNT', 1)[1]
if tail then
  number = tonumber(string.match(tail[1], '^(%d+)'))
end

-- A game that is over leaves no trace but its items: was its end told before?
local function is_told(game, last)
  for _, entry in ipairs(redis.call('XREVRANGE', feed, '+', '-')) do
    if entry[2][2] == game and tonumber(entry[2][6] or 0) >= last then
      return true
    end
  end
  return false
end

local function put(game, first, last)
  number = number + 1
  local id = string.format('%d-0', number)
  return redis.pcall('XADD', feed, 'MAXLEN', most, id, 'game', game, 'first', first, 'last', last)
end

local added = 0
for at = 3, #ARGV, 2 do
  local game, last = ARGV[at], tonumber(ARGV[at + 1])
  local known = redis.call('HGET', seen, game)
  local first = (tonumber(known or '0') or 0) + 1
  local told = last < first
  if over and not told and not known and not redis.call('ZSCORE', games, game) then
    told = is_told(game, last)
  end
  if not told then
    added = added + 1
    if type(put(game, first, last)) == 'table' then -- after a number that is none of ours
      redis.call('RENAME', feed, feed .. ':aside')
      number = 0
      put(game, first, last)
    end
    redis.call('HSET', seen, game, last)
  end
  if over then
    redis.call('HDEL', seen, game)
    redis.call('ZREM', games, game)
    redis.call('ZREM', owed, game)
  end
end
return added
