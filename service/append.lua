-- Append a batch to one game, if its stream still ends where the caller believes.
--
-- KEYS  stream, due set, changed set: all in the bucket of the game, so all in one slot.
-- ARGV  expected revision, hash there, game, due ms or '', touched 0|1, wake channel,
--       most entries of a conflict, then p, h and s ('' = none) of each new entry.
-- Reply 1 written | 2 this very batch was there already | {3, entries from expected on}: conflict
--       | {4, revision, reason}: damage.
--
-- A script is not rolled back when it fails half way. So everything that can fail comes before the
-- first write, and the first write is the XADD, which Redis refuses when it is full, read-only or
-- cannot persist. No shebang line: the flags it allows would add nothing to that.

local stream, due_set, changed_set = KEYS[1], KEYS[2], KEYS[3]
local expected, previous, game, due = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local touched, channel, most = ARGV[5], ARGV[6], ARGV[7]
local FIRST, WIDTH = 8, 3
local count = (#ARGV - FIRST + 1) / WIDTH
local revision = tonumber(expected)

local function id(number)
  return string.format('%d-0', number)
end

local function hash_of(entry)
  local fields = entry[2]
  return fields[3] == 'h' and fields[4]
end

-- The hash of the last entry covers every public part of the batch and all that was before it,
-- but no secret: two people of one name who sit down in one millisecond differ in these alone.
local function is_ours(entries)
  if #entries ~= count or hash_of(entries[count]) ~= ARGV[FIRST + count * WIDTH - 2] then
    return false
  end
  for n = 1, count do
    if (entries[n][2][6] or '') ~= ARGV[FIRST + n * WIDTH - 1] then
      return false
    end
  end
  return true
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

if last < revision then
  return {4, last + 1, 'lost: revision ' .. expected .. ' was known to be there'}
end

if last > revision then
  -- Our own batch, written by a call whose reply was lost?
  if is_ours(redis.call('XRANGE', stream, id(revision + 1), id(revision + count))) then
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

-- Reading the two sets first makes a key of the wrong type refuse the batch before it is written.
local score = redis.call('ZSCORE', due_set, game)
redis.call('ZSCORE', changed_set, game)

for n = 1, count do
  local at = FIRST + (n - 1) * WIDTH
  local p, h, s = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  if s == '' then
    redis.call('XADD', stream, id(revision + n), 'p', p, 'h', h)
  else
    redis.call('XADD', stream, id(revision + n), 'p', p, 'h', h, 's', s)
  end
end

if due ~= '' then
  if not score or tonumber(score) ~= tonumber(due) then
    redis.call('ZADD', due_set, due, game)
  end
elseif score then
  redis.call('ZREM', due_set, game)
end
if touched == '1' then
  redis.call('ZADD', changed_set, revision + count, game)
end
-- Only a hint, so a user who may not publish can still play. PUBLISH and not SPUBLISH: one
-- subscriber then hears every bucket on one connection, on Cluster too.
redis.pcall('PUBLISH', channel, string.format('%s %d', game, revision + count))
return 1
