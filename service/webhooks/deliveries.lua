-- What happens to the deliveries of one webhook, each in one piece.
--
-- ARGV: what to do, the webhook, the time in ms, how many dead letters are kept, and what more it
-- needs. A message is in `deliveries` as long as there is one; in `due` while it is to be sent,
-- under the time of its next attempt; in `dead` after that. `tries` has "<attempts> <last error>".
-- `prompt` and `slow` say when a webhook has something to be claimed: it is in one of them at most.
local hooks, deliveries, tries, prompt, slow, laggards, past, due, flying, dead, told, of =
  unpack(KEYS)
local op, hook, now, keep = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local call = redis.call
local AT_ONCE, AT_ONCE_IF_SLOW = 4, 2

local function attempts(id)
  return tonumber(string.match(call('HGET', tries, id) or '0', '^%d+')) or 0
end

local function forget(id)
  call('HDEL', deliveries, id)
  call('HDEL', tries, id)
  for _, set in ipairs({due, flying, dead}) do call('ZREM', set, id) end
end

local function bury(id)
  call('ZADD', dead, now, id) -- first: if it cannot be, the message stays where it is
  call('ZREM', due, id)
  call('ZREM', flying, id)
  for _, old in ipairs(call('ZRANGE', dead, 0, -keep - 1)) do forget(old) end
end

-- Before when the games that are over have been spoken of.
local function since()
  return tonumber(call('HGET', told, '') or 0) or 0
end

local function bound()
  return call('SISMEMBER', laggards, hook) == 1 and AT_ONCE_IF_SLOW or AT_ONCE
end

local function here()
  local time = call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- Times of those who ask are wrong by what their clocks are wrong: what is due at once is due
-- by this server's.
local function soon() return math.min(now, here()) end

-- Says when the webhook can be claimed next. Whoever was just served goes to the end of the queue
-- (`served`); nothing else that happens to it lets it lose its place, or gain one.
local function index(served)
  local lane, elsewhere = prompt, slow
  if bound() == AT_ONCE_IF_SLOW then lane, elsewhere = slow, prompt end
  call('ZREM', elsewhere, hook)
  local first = call('ZRANGE', due, 0, 0, 'WITHSCORES')[2]
  if not first then return call('ZREM', lane, hook) end
  local queued = call('ZSCORE', lane, hook)
  if queued and not served and tonumber(queued) <= here() then return end
  local at = math.max(tonumber(first), soon())
  if call('ZCARD', flying) >= bound() then
    at = math.max(at, tonumber(call('ZRANGE', flying, 0, 0, 'WITHSCORES')[2]))
  end
  return call('ZADD', lane, at, hook)
end

local function wake()
  index()
  call('PUBLISH', '{hooks}:wake', hook)
  return 1
end

local does = {}

-- ARGV: id, message, its game, its name, whether the game is over, how many may wait.
-- 1 if it will be sent; 0 if it is waiting already, or was the last one about the game.
function does.schedule()
  local id, body, game, name, over = ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9] == '1'
  if call('HEXISTS', hooks, hook) == 0 then return 0 end
  if game ~= '' then
    if call('HGET', told, game) == name then return 0 end
    -- What is said of games that are over is remembered for a time; what is older was said.
    if over and now < since() then return 0 end
    call('HSET', told, game, name)
    if over then call('ZADD', past, now, 'told ' .. hook .. ' ' .. game) end
  end
  if call('HSETNX', deliveries, id, body) == 0 then return 0 end
  if call('ZCARD', due) >= tonumber(ARGV[10]) then
    call('HSET', tries, id, '0 too many were waiting')
    bury(id)
    return 0
  end
  call('ZADD', due, soon(), id)
  return wake()
end

-- ARGV: ms for which it is lent, then the waits after each attempt. Takes the message that is
-- longest due and counts the attempt, before it is made: if nothing more is heard of it, it is due
-- again after its wait. nil if nothing is due, or as many as may are under way.
function does.claim()
  local lease, most = tonumber(ARGV[5]), #ARGV - 4
  call('ZREMRANGEBYSCORE', flying, '-inf', now)
  call('ZREMRANGEBYSCORE', flying, string.format('(%.0f', now + lease), '+inf') -- clocks set back
  while call('ZCARD', flying) < bound() do
    local id = call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', 0, 1)[1]
    if not id then break end
    local body, count = call('HGET', deliveries, id), attempts(id) + 1
    if not body then
      forget(id)
    elseif count > most then -- whoever made the last attempt has not lived to say how it ended
      bury(id)
    else
      call('HSET', tries, id, count .. ' it is not known how the attempt ended')
      call('ZADD', due, now + lease + tonumber(ARGV[5 + count] or 0), id)
      call('ZADD', flying, now + lease, id)
      index(true)
      return {id, count, body, call('HGET', tries, id), call('HGET', hooks, hook)}
    end
  end
  index(true)
  return false
end

-- ARGV: id, whether the receiver was slow.
function does.done()
  forget(ARGV[5])
  call(ARGV[6] == '1' and 'SADD' or 'SREM', laggards, hook)
  index()
end

-- ARGV: id, the attempt, the error, when to try again or ''. Nothing if another attempt came after.
function does.failed()
  local id, count, again = ARGV[5], ARGV[6], ARGV[8]
  if attempts(id) ~= tonumber(count) or not call('ZSCORE', due, id) then return end
  call('SADD', laggards, hook)
  call('HSET', tries, id, count .. ' ' .. ARGV[7])
  if again == '' then
    bury(id)
  else
    call('ZREM', flying, id)
    call('ZADD', due, again, id)
  end
  index()
end

-- ARGV: id. 0 if it is no dead letter.
function does.revive()
  local id = ARGV[5]
  if call('ZREM', dead, id) == 0 then return 0 end
  call('HSET', tries, id, '0 ')
  call('ZADD', due, soon(), id)
  return wake()
end

-- The webhook, with all that is to be sent to it and all that is remembered. `of`: the
-- webhooks of its account.
function does.remove()
  for _, set in ipairs({due, dead}) do
    -- A key of another type has nothing in it, and goes with the rest.
    for _, id in ipairs(redis.pcall('ZRANGE', set, 0, -1)) do
      call('HDEL', deliveries, id)
      call('HDEL', tries, id)
    end
  end
  call('DEL', due, flying, dead, told)
  call('ZREM', prompt, hook)
  call('ZREM', slow, hook)
  call('SREM', laggards, hook)
  call('SREM', of, hook)
  call('HDEL', hooks, hook)
end

-- ARGV: a game of which nothing will be said any more.
function does.outlive()
  if call('HEXISTS', hooks, hook) == 0 then return end
  call('HDEL', told, ARGV[5])
  if now >= since() then call('HSET', told, '', string.format('%.0f', now + 1)) end
end

function does.index() index() end

-- A script is not rolled back when it fails half way. So what lies where it should not is found
-- before the first write: keys of this webhook are refused in the words of Redis, those that all
-- share in others, for they are no fault of this one's. What is to be gone goes in any case.
local KINDS = {'hash', 'hash', 'hash', 'zset', 'zset', 'set', 'zset', 'zset', 'zset', 'zset', 'hash'}
local SHARED = 7

for n, kind in ipairs(op ~= 'remove' and KINDS or {}) do
  local found = call('TYPE', KEYS[n]).ok
  if found ~= kind and found ~= 'none' then
    return redis.error_reply((n > SHARED and 'WRONGTYPE ' or 'ERR not usable by anybody: ') .. KEYS[n])
  end
end

return does[op]()
