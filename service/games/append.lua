-- Append an entry to one game, if its stream still ends where the caller believes.
--
-- KEYS  stream, due set, changed set, labels, stubs: all in the bucket of the game, so in one slot.
-- ARGV  expected revision, hash there, game, due ms or '', at most so many ms from now on or '',
--       touched 0|1, wake channel,
--       most entries of a conflict, p, h and s ('' = none) of the entry, then a seal and a name for
--       each player that is named in it.
-- Reply 1 written | 2 this very entry was there already | {3, entries from expected on}: conflict
--       | {4, revision, reason}: damage.
--
-- A script is not rolled back when it fails half way. So everything that can fail comes before the
-- first write, and the first write is the XADD, which Redis refuses when it is full, read-only or
-- cannot persist. No shebang line: the flags it allows would add nothing to that.

local stream, due_set, changed_set, labels, away = unpack(KEYS)
local expected, previous, game, due = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local within, touched, channel, most = ARGV[5], ARGV[6], ARGV[7], ARGV[8]
local p, h, s = ARGV[9], ARGV[10], ARGV[11]
local revision = tonumber(expected)

local function id(number)
  return string.format('%d-0', number)
end

local function hash_of(entry)
  local fields = entry[2]
  return fields[3] == 'h' and fields[4]
end

local tail = redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1]
local last = 0
if tail then
  last = tonumber(string.match(tail[1], '^(%d+)%-0$'))
  if not last then
    return {4, revision, 'foreign entry ' .. tail[1]}
  end
end

-- Whoever keeps the game in memory would otherwise append to one that nobody else can read.
if redis.call('XLEN', stream) ~= last then
  return {4, 0, 'entries before revision ' .. last .. ' are missing'}
end

if not tail and redis.pcall('HEXISTS', away, game) == 1 then
  return {4, revision, 'it is over, and was put away'}
end

if last < revision then
  return {4, last + 1, 'lost: revision ' .. expected .. ' was known to be there'}
end

if last > revision then
  -- Our own entry, written by a call whose reply was lost? Its hash covers all that was before it,
  -- but no secret: two people who sit down in one millisecond could differ in these alone.
  local there = redis.call('XRANGE', stream, id(revision + 1), id(revision + 1))[1]
  if there and hash_of(there) == h and (there[2][6] or '') == s then
    return 2
  end
  local from, more = '-', 0
  if revision > 0 then
    from, more = id(revision), 1
  end
  return {3, redis.call('XRANGE', stream, from, '+', 'COUNT', tonumber(most) + more)}
end

if tail and hash_of(tail) ~= previous then
  return {4, revision, 'another hash than expected'}
end

-- All games of the bucket share these two. If something else lies there, none of them is to blame:
-- the game is played on, and the sweeper puts the set right and finds what it has missed.
local score, mark = redis.pcall('ZSCORE', due_set, game), redis.pcall('ZSCORE', changed_set, game)
local is_due_set = type(score) ~= 'table'
local version = #ARGV > 11 and (redis.call('HGET', labels, 'version') or 0)

if within ~= '' then  -- by the clock that the sweeper goes by, whatever the caller's says
  local now = redis.call('TIME')
  local latest = now[1] * 1000 + math.floor(now[2] / 1000) + within
  due = string.format('%.0f', math.min(tonumber(due) or latest, latest))
end

if s == '' then
  redis.call('XADD', stream, id(revision + 1), 'p', p, 'h', h)
else
  redis.call('XADD', stream, id(revision + 1), 'p', p, 'h', h, 's', s)
end

if version then
  -- No HINCRBY: it fails if no number lies there.
  redis.call('HSET', labels, unpack(ARGV, 12))
  local count = (tonumber(version) or redis.call('TIME')[1]) + 1
  redis.call('HSET', labels, 'version', string.format('%.0f', count))
end
if not is_due_set then
  due, score = '', false
end
if due ~= '' then
  if not score or tonumber(score) ~= tonumber(due) then
    redis.call('ZADD', due_set, due, game)
  end
elseif score then
  redis.call('ZREM', due_set, game)
end
if touched == '1' and type(mark) ~= 'table' then
  redis.call('ZADD', changed_set, revision + 1, game)
end
-- Only a hint, so a user who may not publish can still play. PUBLISH and not SPUBLISH: one
-- subscriber then hears every bucket on one connection, on Cluster too.
redis.pcall('PUBLISH', channel, string.format('%s %d', game, revision + 1))
return 1
